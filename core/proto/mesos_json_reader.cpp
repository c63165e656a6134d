// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include "core/proto/encoding.h"
#include "core/proto/json_scanner.h"
#include "core/proto/json_text.h"
#include "core/proto/mesos_json.h"
#include "core/proto/text_rules.h"

namespace muster::proto {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

// Sets a single field, or adds to a list.
struct Place {
    Message& message;
    const FieldDescriptor* field;

    void put(bool value) const { to(value, &Reflection::SetBool, &Reflection::AddBool); }
    void put(std::int32_t value) const { to(value, &Reflection::SetInt32, &Reflection::AddInt32); }
    void put(std::int64_t value) const { to(value, &Reflection::SetInt64, &Reflection::AddInt64); }
    void put(std::uint32_t value) const {
        to(value, &Reflection::SetUInt32, &Reflection::AddUInt32);
    }
    void put(std::uint64_t value) const {
        to(value, &Reflection::SetUInt64, &Reflection::AddUInt64);
    }
    void put(float value) const { to(value, &Reflection::SetFloat, &Reflection::AddFloat); }
    void put(double value) const { to(value, &Reflection::SetDouble, &Reflection::AddDouble); }
    void put(std::string value) const {
        to(std::move(value), &Reflection::SetString, &Reflection::AddString);
    }
    void put(const google::protobuf::EnumValueDescriptor* value) const {
        to(value, &Reflection::SetEnum, &Reflection::AddEnum);
    }
    Message& child() const {
        const auto& reflection = *message.GetReflection();
        return field->is_repeated() ? *reflection.AddMessage(&message, field)
                                    : *reflection.MutableMessage(&message, field);
    }

private:
    template <typename Value, typename Set, typename Add>
    void to(Value value, Set set, Add add) const {
        const auto& reflection = *message.GetReflection();
        if (field->is_repeated()) {
            (reflection.*add)(&message, field, std::move(value));
        } else {
            (reflection.*set)(&message, field, std::move(value));
        }
    }
};

// Toward zero; nothing for what the type cannot hold.
template <typename Integer>
std::optional<Integer> integerOf(JsonNumber number) {
    using Limits = std::numeric_limits<Integer>;
    if (const auto* real = std::get_if<double>(&number)) {
        // 2^63 and 2^64 are doubles, what is one less is not.
        const double above = std::ldexp(1.0, Limits::digits);
        const double least = static_cast<double>(Limits::min());
        const double whole = std::trunc(*real);
        return whole >= least && whole < above ? std::optional(static_cast<Integer>(whole))
                                               : std::nullopt;
    }
    return std::visit(
        [](auto value) -> std::optional<Integer> {
            if constexpr (!std::is_floating_point_v<decltype(value)>) {
                if (std::in_range<Integer>(value)) {
                    return static_cast<Integer>(value);
                }
            }
            return std::nullopt;
        },
        number);
}

class Reader {
public:
    explicit Reader(std::string_view json) : m_scanner(json) { }

    Status read(Message& message) {
        if (!(top(message) && m_scanner.atEnd())) {
            return failure(fmt::format("Failed to parse body into JSON: {}", m_scanner.error()));
        }
        if (m_problem.empty() && !message.IsInitialized()) {
            m_problem
                = fmt::format("Missing required fields: {}", message.InitializationErrorString());
        }
        if (!m_problem.empty()) {
            return failure(fmt::format("Failed to convert JSON into {} protobuf: {}",
                message.GetDescriptor()->name(), m_problem));
        }
        return {};
    }

private:
    // These are false at a syntax error. Another error is kept in m_problem and the text read on:
    // Mesos looks at what JSON says only when it is JSON.
    bool top(Message& message) {
        if (m_scanner.peek() != '{') {
            return refuse("Expecting a JSON object");
        }
        return object(message);
    }

    bool object(Message& message) {
        std::string key;
        return eachKey(key, [&] {
            const auto* field = message.GetDescriptor()->FindFieldByName(key);
            if (!field || !m_problem.empty()) {
                return m_scanner.skip();
            }
            message.GetReflection()->ClearField(&message, field); // the last one counts
            return value({message, field});
        });
    }

    bool map(const Place& place) {
        std::string key;
        return eachKey(key, [&] {
            auto& entry = place.child();
            const auto* type = place.field->message_type();
            text({entry, type->map_key()}, key);
            return value({entry, type->map_value()});
        });
    }

    template <typename Each>
    bool eachKey(std::string& key, const Each& each) {
        if (!m_scanner.open('{')) {
            return false;
        }
        if (m_scanner.peek() != '}') {
            do {
                if (!(m_scanner.takeString(key) && m_scanner.take(':') && each())) {
                    return false;
                }
            } while (m_scanner.take(','));
        }
        return m_scanner.close('}');
    }

    bool value(const Place& place) {
        if (!m_problem.empty()) {
            return m_scanner.skip();
        }
        switch (m_scanner.peek()) {
        case '{':
            if (place.field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
                return unexpected("object", *place.field);
            }
            return place.field->is_map() ? map(place) : object(place.child());
        case '[':
            return place.field->is_repeated() ? list(place) : unexpected("array", *place.field);
        case '"': {
            std::string string;
            if (!m_scanner.takeString(string)) {
                return false;
            }
            text(place, std::move(string));
            return true;
        }
        case 'n':
            return m_scanner.takeLiteral("null");
        case 't':
            return m_scanner.takeLiteral("true") && boolean(place, true);
        case 'f':
            return m_scanner.takeLiteral("false") && boolean(place, false);
        default: {
            JsonNumber number;
            if (!m_scanner.takeNumber(number)) {
                return false;
            }
            this->number(place, number);
            return true;
        }
        }
    }

    bool list(const Place& place) {
        if (!m_scanner.open('[')) {
            return false;
        }
        if (m_scanner.peek() != ']') {
            do {
                if (!value(place)) {
                    return false;
                }
            } while (m_scanner.take(','));
        }
        return m_scanner.close(']');
    }

    bool boolean(const Place& place, bool value) {
        if (place.field->cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
            place.put(value);
        } else {
            complain("boolean", *place.field);
        }
        return true;
    }

    void number(const Place& place, const JsonNumber& number) {
        const auto put = [&](const auto& value) {
            if (value) {
                place.put(*value);
            } else {
                m_problem = fmt::format("Value out of range for field '{}'", place.field->name());
            }
        };
        const auto real = [&] {
            return std::visit([](auto value) { return static_cast<double>(value); }, number);
        };
        switch (place.field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return place.put(real());
        case FieldDescriptor::CPPTYPE_FLOAT:
            return place.put(static_cast<float>(real()));
        case FieldDescriptor::CPPTYPE_INT32:
            return put(integerOf<std::int32_t>(number));
        case FieldDescriptor::CPPTYPE_INT64:
            return put(integerOf<std::int64_t>(number));
        case FieldDescriptor::CPPTYPE_UINT32:
            return put(integerOf<std::uint32_t>(number));
        case FieldDescriptor::CPPTYPE_UINT64:
            return put(integerOf<std::uint64_t>(number));
        case FieldDescriptor::CPPTYPE_BOOL:
        case FieldDescriptor::CPPTYPE_ENUM:
        case FieldDescriptor::CPPTYPE_STRING:
        case FieldDescriptor::CPPTYPE_MESSAGE:
            return complain("number", *place.field);
        }
    }

    void text(const Place& place, std::string string) {
        switch (place.field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_STRING:
            return place.field->type() == FieldDescriptor::TYPE_BYTES
                ? bytes(place, string)
                : place.put(std::move(string));
        case FieldDescriptor::CPPTYPE_ENUM:
            if (const auto* value = place.field->enum_type()->FindValueByName(string)) {
                place.put(value);
            } else if (place.field->is_required()) {
                m_problem = fmt::format("Failed to find enum for '{}'", string);
            }
            return;
        case FieldDescriptor::CPPTYPE_BOOL:
            return quotedBoolean(place, string);
        case FieldDescriptor::CPPTYPE_MESSAGE:
            return complain("string", *place.field);
        case FieldDescriptor::CPPTYPE_DOUBLE:
        case FieldDescriptor::CPPTYPE_FLOAT:
            if (string == "Infinity" || string == "-Infinity") {
                const double infinity = std::numeric_limits<double>::infinity();
                return number(place, string.front() == '-' ? -infinity : infinity);
            }
            [[fallthrough]];
        default:
            return quotedNumber(place, string);
        }
    }

    void bytes(const Place& place, std::string_view base64) {
        char wrong = 0;
        if (auto decoded = decodeBase64(base64, wrong)) {
            place.put(std::move(*decoded));
        } else {
            m_problem
                = fmt::format("Failed to base64 decode bytes field '{}': Invalid character '{}'",
                    place.field->name(), wrong);
        }
    }

    void quotedNumber(const Place& place, std::string_view string) {
        JsonScanner scanner(string);
        JsonNumber number;
        if (scanner.takeNumber(number) && scanner.atEnd()) {
            this->number(place, number);
        } else {
            notQuoted("number", place, string, scanner.error());
        }
    }

    void quotedBoolean(const Place& place, std::string_view string) {
        JsonScanner scanner(string);
        const bool value = scanner.peek() == 't';
        if (scanner.takeLiteral(value ? "true" : "false") && scanner.atEnd()) {
            place.put(value);
        } else {
            notQuoted("boolean", place, string, scanner.error());
        }
    }

    void notQuoted(std::string_view kind, const Place& place, std::string_view string,
        const std::string& why) {
        m_problem = fmt::format("Failed to parse '{}' as a JSON {} for field '{}': {}", string,
            kind, place.field->name(), why);
    }

    void complain(std::string_view kind, const FieldDescriptor& field) {
        m_problem = fmt::format("Not expecting a JSON {} for field '{}'", kind, field.name());
    }
    bool unexpected(std::string_view kind, const FieldDescriptor& field) {
        complain(kind, field);
        return m_scanner.skip();
    }
    bool refuse(std::string_view problem) {
        m_problem = problem;
        return m_scanner.skip();
    }

    JsonScanner m_scanner;
    std::string m_problem; // the first one
};

} // namespace

Status readMesosJson(std::string_view json, Message& message) {
    message.Clear();
    if (json.size() > kMaximumMessage) {
        return failure(fmt::format(
            "The message has {} bytes, at most {} are allowed", json.size(), kMaximumMessage));
    }
    const auto read = Reader(json).read(message);
    return read ? checkNulls(message) : read;
}

} // namespace muster::proto

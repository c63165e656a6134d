// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

namespace muster::proto {

// Fills any message of the schema, required fields always, others by a coin, to a depth.
class RandomMessage {
public:
    // Null bytes in texts are written, but not read.
    enum class Nulls { Some, None };
    explicit RandomMessage(std::uint64_t seed, Nulls nulls = Nulls::Some)
        : m_random(seed), m_nulls(nulls) { }

    void fill(google::protobuf::Message& message, int depth = 6) {
        const auto& type = *message.GetDescriptor();
        for (int i = 0; i < type.field_count(); ++i) {
            const auto* field = type.field(i);
            if (field->is_repeated()) {
                for (auto count = depth > 0 ? upTo(2) : 0; count > 0; --count) {
                    add(message, field, depth);
                }
            } else if (field->is_required() || (depth > 0 && upTo(2) == 0)) {
                set(message, field, depth);
            }
        }
    }

    std::uint64_t upTo(std::uint64_t most) { return m_random() % (most + 1); }
    double number() {
        switch (upTo(3)) {
        case 0:
            return static_cast<double>(upTo(1000));
        case 1:
            return std::bit_cast<double>(m_random() & 0xbfff'ffff'ffff'ffff); // finite
        default:
            return static_cast<double>(upTo(1'000'000'000)) / 1000;
        }
    }
    std::string text() {
        static constexpr std::string_view kPieces[] = {"a", "\"", "\\", "\n", "\x01", "/", "\x7f",
            "é", "漢", "😀", "[", "}", std::string_view("\0", 1)};
        std::string out;
        for (auto count = upTo(6); count > 0; --count) {
            out += kPieces[upTo(std::size(kPieces) - (m_nulls == Nulls::Some ? 1 : 2))];
        }
        return out;
    }
    std::string bytes() {
        std::string out(upTo(9), '\0');
        for (auto& byte : out) {
            byte = static_cast<char>(m_random());
        }
        return out;
    }

private:
    using Field = google::protobuf::FieldDescriptor;

    std::string string(const Field* field) {
        return field->type() == Field::TYPE_BYTES ? bytes() : text();
    }

    // Small ones and all 64 bits alike.
    std::uint64_t integer() { return m_random() >> upTo(63); }
    const google::protobuf::EnumValueDescriptor* name(const Field* field) {
        const auto* type = field->enum_type();
        return type->value(static_cast<int>(upTo(static_cast<unsigned>(type->value_count() - 1))));
    }

    void set(google::protobuf::Message& out, const Field* field, int depth) {
        const auto& in = *out.GetReflection();
        switch (field->cpp_type()) {
        case Field::CPPTYPE_BOOL:
            return in.SetBool(&out, field, upTo(1) == 1);
        case Field::CPPTYPE_INT32:
            return in.SetInt32(&out, field, static_cast<std::int32_t>(integer()));
        case Field::CPPTYPE_INT64:
            return in.SetInt64(&out, field, static_cast<std::int64_t>(integer()));
        case Field::CPPTYPE_UINT32:
            return in.SetUInt32(&out, field, static_cast<std::uint32_t>(integer()));
        case Field::CPPTYPE_UINT64:
            return in.SetUInt64(&out, field, integer());
        case Field::CPPTYPE_FLOAT:
            return in.SetFloat(&out, field, 0.5F);
        case Field::CPPTYPE_DOUBLE:
            return in.SetDouble(&out, field, number());
        case Field::CPPTYPE_ENUM:
            return in.SetEnum(&out, field, name(field));
        case Field::CPPTYPE_STRING:
            return in.SetString(&out, field, string(field));
        case Field::CPPTYPE_MESSAGE:
            return fill(*in.MutableMessage(&out, field), depth - 1);
        }
    }

    // The schema has lists of messages, strings, enums and uint32.
    void add(google::protobuf::Message& out, const Field* field, int depth) {
        const auto& in = *out.GetReflection();
        if (field->is_map()) {
            auto* entry = in.AddMessage(&out, field);
            set(*entry, field->message_type()->map_key(), depth);
            set(*entry, field->message_type()->map_value(), depth);
        } else if (field->cpp_type() == Field::CPPTYPE_MESSAGE) {
            fill(*in.AddMessage(&out, field), depth - 1);
        } else if (field->cpp_type() == Field::CPPTYPE_ENUM) {
            in.AddEnum(&out, field, name(field));
        } else if (field->cpp_type() == Field::CPPTYPE_UINT32) {
            in.AddUInt32(&out, field, static_cast<std::uint32_t>(integer()));
        } else {
            in.AddString(&out, field, string(field));
        }
    }

    std::mt19937_64 m_random;
    Nulls m_nulls;
};

} // namespace muster::proto

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/schema.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/net/text.h"
#include "core/proto/encoding.h"

namespace muster::agentd::marathon {
namespace {

using Kind = Schema::Kind;

std::string_view wrongType(Kind kind) {
    switch (kind) {
    case Kind::Boolean:
        return "error.expected.jsboolean";
    case Kind::Integer:
    case Kind::Number:
        return "error.expected.jsnumber";
    case Kind::Text:
        return "error.expected.jsstring";
    case Kind::Word:
        return "error.unknown.enum.literal";
    case Kind::List:
    case Kind::Set:
        return "error.expected.jsarray";
    case Kind::Map:
    case Kind::Object:
    case Kind::Any:
    case Kind::Either:
        break;
    }
    return "error.expected.jsobject";
}

bool isOf(const Json& value, Kind kind) {
    switch (kind) {
    case Kind::Any:
        return true;
    case Kind::Boolean:
        return value.is_boolean();
    case Kind::Integer:
    case Kind::Number:
        return value.is_number();
    case Kind::Text:
    case Kind::Word:
        return value.is_string();
    case Kind::List:
    case Kind::Set:
        return value.is_array();
    case Kind::Map:
    case Kind::Object:
        return value.is_object();
    case Kind::Either:
        break;
    }
    return false;
}

class Conformer {
public:
    explicit Conformer(Defects& defects) : m_defects(defects) { }

    Json read(const Json& value, const Schema& schema, const std::string& place) {
        if (schema.kind == Kind::Either) {
            const auto fits = [&](const Schema& part) { return isOf(value, part.kind); };
            const auto part = std::ranges::find_if(schema.parts, fits);
            return read(value, part == schema.parts.end() ? schema.parts.front() : *part, place);
        }
        if (!isOf(value, schema.kind)) {
            m_defects.addType(place, wrongType(schema.kind));
            return nullptr;
        }
        switch (schema.kind) {
        case Kind::Integer:
            return integer(value, schema, place);
        case Kind::Number:
            checkRange(value.get<double>(), schema, place, "error.min", "error.max");
            return value;
        case Kind::Text:
            checkText(value.get_ref<const std::string&>(), schema, place);
            return value;
        case Kind::Word:
            return word(value.get_ref<const std::string&>(), schema, place);
        case Kind::List:
        case Kind::Set:
            return list(value, schema, place);
        case Kind::Map:
            return map(value, schema, place);
        case Kind::Object:
            return object(value, schema, place);
        case Kind::Any:
        case Kind::Boolean:
        case Kind::Either:
            break;
        }
        return value;
    }

private:
    void checkRange(double number, const Schema& schema, const std::string& place,
        std::string_view tooLow, std::string_view tooHigh) {
        if (number < schema.least) {
            m_defects.addValue(place, tooLow);
        } else if (number > schema.most) {
            m_defects.addValue(place, tooHigh);
        }
    }

    Json integer(const Json& value, const Schema& schema, const std::string& place) {
        const auto number = value.get<double>();
        constexpr double kExact = 1LL << 53; // a double has each whole number below it
        if (number != std::trunc(number) || std::abs(number) > kExact) {
            m_defects.addType(place, "error.expected.int");
            return 0;
        }
        checkRange(number, schema, place, "error.min", "error.max");
        return static_cast<std::int64_t>(number);
    }

    void checkText(const std::string& text, const Schema& schema, const std::string& place) {
        checkRange(
            static_cast<double>(text.size()), schema, place, "error.minLength", "error.maxLength");
        if (schema.matches != nullptr && !schema.matches(text)) {
            m_defects.addValue(place, "error.pattern");
        }
        if (text.find('\0') != std::string::npos) {
            m_defects.addValue(place, "must not contain a null character");
        }
    }

    Json word(const std::string& text, const Schema& schema, const std::string& place) {
        const auto isIt = [lower = net::lowerAscii(text)](
                              std::string_view known) { return net::lowerAscii(known) == lower; };
        const auto known = std::ranges::find_if(schema.words, isIt);
        if (known == schema.words.end()) {
            m_defects.addValue(place, "error.unknown.enum.literal");
            return text;
        }
        return *known;
    }

    Json list(const Json& value, const Schema& schema, const std::string& place) {
        checkRange(
            static_cast<double>(value.size()), schema, place, "error.minLength", "error.maxLength");
        auto out = Json::array();
        std::set<Json> seen;
        for (std::size_t i = 0; i < value.size(); ++i) {
            auto read = this->read(value[i], schema.parts.front(), item(place, i));
            if (schema.kind == Kind::List || seen.insert(read).second) {
                out.push_back(std::move(read));
            }
        }
        return out;
    }

    Json map(const Json& value, const Schema& schema, const std::string& place) {
        auto out = Json::object();
        for (const auto& [key, content] : value.items()) {
            checkText(key, {}, place);
            out[key] = read(content, schema.parts.front(), member(place, key));
        }
        return out;
    }

    Json object(const Json& value, const Schema& schema, const std::string& place) {
        auto out = Json::object();
        for (std::size_t i = 0; i < schema.members.size(); ++i) {
            const auto& known = schema.members[i];
            const auto found = value.find(known.name);
            if (found != value.end() && !found->is_null()) {
                out[known.name] = read(*found, schema.parts[i], member(place, known.name));
            } else if (known.presence == Schema::Presence::Required) {
                m_defects.addType(member(place, known.name), "error.path.missing");
            }
        }
        return out;
    }

    Defects& m_defects;
};

} // namespace

OrRefusal<Json> parseJson(std::string_view body, std::size_t maximum) {
    if (body.size() > maximum) {
        return refused(413,
            fmt::format("The body has {} bytes, at most {} are allowed", body.size(), maximum));
    }
    bool tooDeep = false;
    const auto limit = [&](int depth, Json::parse_event_t, Json&) {
        tooDeep = tooDeep || depth >= proto::kMaximumDepth;
        return !tooDeep;
    };
    auto out = Json::parse(body, limit, false);
    if (tooDeep) {
        return tl::unexpected(
            unreadable(fmt::format("More than {} brackets in each other", proto::kMaximumDepth)));
    }
    if (out.is_discarded()) {
        return tl::unexpected(unreadable("The body is not JSON in UTF-8"));
    }
    return out;
}

Json conform(const Json& value, const Schema& schema, const std::string& place, Defects& defects) {
    return Conformer(defects).read(value, schema, place);
}

Schema objectOf(std::vector<Field> fields) {
    Schema out{.kind = Kind::Object};
    for (auto& field : fields) {
        out.parts.push_back(std::move(field.schema));
        out.members.push_back({field.name, field.presence, field.fallback});
    }
    return out;
}

void addDefaults(Json& value, const Schema& schema) {
    switch (schema.kind) {
    case Kind::Object:
        for (std::size_t i = 0; value.is_object() && i < schema.members.size(); ++i) {
            const auto& known = schema.members[i];
            if (!value.contains(known.name) && !known.fallback.empty()) {
                value[known.name] = Json::parse(known.fallback);
            } else if (value.contains(known.name)) {
                addDefaults(value[known.name], schema.parts[i]);
            }
        }
        break;
    case Kind::List:
    case Kind::Set:
        for (auto& content : value) {
            addDefaults(content, schema.parts.front());
        }
        break;
    case Kind::Either:
        for (const auto& part : schema.parts) {
            addDefaults(value, part);
        }
        break;
    case Kind::Any:
    case Kind::Boolean:
    case Kind::Integer:
    case Kind::Number:
    case Kind::Text:
    case Kind::Word:
    case Kind::Map:
        break;
    }
}

const Json* find(const Json& object, std::string_view name) {
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

const Json& listOf(const Json& object, std::string_view name) {
    static const auto none = Json::array();
    const auto* found = find(object, name);
    return found == nullptr ? none : *found;
}

std::string text(const Json& object, std::string_view name) {
    const auto* found = find(object, name);
    return found != nullptr && found->is_string() ? found->get<std::string>() : "";
}

bool isTrue(const Json& object, std::string_view name) {
    const auto* found = find(object, name);
    return found != nullptr && *found == true;
}

std::string member(const std::string& place, std::string_view name) {
    return fmt::format("{}/{}", place, name);
}

std::string item(const std::string& place, std::size_t index) {
    return fmt::format("{}({})", place, index);
}

} // namespace muster::agentd::marathon

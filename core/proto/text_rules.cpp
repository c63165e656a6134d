// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/text_rules.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <set>
#include <unordered_map>
#include <vector>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message.h>
#include <google/protobuf/wire_format_lite.h>

#include "core/kernel/base/id_rule.h"
#include "core/kernel/base/text.h"
#include "core/proto/json_text.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::proto {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

enum class Rule { Ids, Nulls, Utf8 };

bool isMusters(const Descriptor& type) {
    return type.full_name().starts_with("muster.v1.");
}

bool isId(const FieldDescriptor& field) {
    constexpr std::array kMesos{"mesos.v1.FrameworkID", "mesos.v1.OfferID", "mesos.v1.AgentID",
        "mesos.v1.TaskID", "mesos.v1.ExecutorID", "mesos.v1.ContainerID"};
    constexpr std::array kMusters{"id", "agent_id", "framework_id", "task_id", "executor_id",
        "container_id", "offer_id", "uuid", "gpu", "gpus", "peer", "sandbox", "remove_framework"};
    const auto isOneOf = [](const auto& names, const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const auto& type = *field.containing_type();
    // Not of outside, and no folders: who holds a GPU ("executor/<id>"), "<rule>/<object>".
    constexpr std::array kMade{"muster.v1.Gpu.task_id", "muster.v1.Alert.id"};
    if (isOneOf(kMade, field.full_name())) {
        return false;
    }
    return isMusters(type) ? isOneOf(kMusters, field.name())
                           : field.name() == "value" && isOneOf(kMesos, type.full_name());
}

bool isLeftOut(const FieldDescriptor& field, Rule rule) {
    constexpr std::array kWithoutNullRule{"mesos.v1.TaskStatus", "mesos.v1.Offer.Operation.Launch",
        "mesos.v1.Offer.Operation.LaunchGroup"};
    const auto* type = field.message_type();
    return rule == Rule::Nulls && type != nullptr
        && std::find(kWithoutNullRule.begin(), kWithoutNullRule.end(), type->full_name())
        != kWithoutNullRule.end();
}

// The fields of a message under a rule, and those that have such; by number.
struct Plan {
    struct Row {
        const FieldDescriptor* field; // null: nothing of it is under the rule
        const Plan* inner; // null: a text
    };
    std::vector<Row> rows;
};

// Plans of all messages that were ever looked at: a handful, which stay.
class Plans {
public:
    const Plan& of(const Descriptor& type) {
        const std::lock_guard lock(m_mutex);
        return make(type);
    }

    explicit Plans(Rule rule) : m_rule(rule) { }

private:
    const Plan& make(const Descriptor& type) {
        auto& plan = m_plans[&type];
        if (plan) {
            return *plan; // a message may hold its like
        }
        plan = std::make_unique<Plan>();
        Plan& out = *plan;
        for (int i = 0; i < type.field_count(); ++i) {
            const auto& field = *type.field(i);
            if (isUnderRule(field)) {
                set(out, {&field, nullptr});
            } else if (field.type() == FieldDescriptor::TYPE_MESSAGE && reaches(field)) {
                set(out, {&field, &make(*field.message_type())});
            }
        }
        return out;
    }

    static void set(Plan& plan, const Plan::Row& row) {
        const auto number = static_cast<std::size_t>(row.field->number());
        plan.rows.resize(std::max(plan.rows.size(), number + 1));
        plan.rows[number] = row;
    }

    bool isUnderRule(const FieldDescriptor& field) const {
        return field.type() == FieldDescriptor::TYPE_STRING && (m_rule != Rule::Ids || isId(field));
    }

    // Whether a message in that field can hold anything under the rule.
    bool reaches(const FieldDescriptor& field) const {
        std::set<const Descriptor*> seen;
        return reaches(field, seen);
    }
    bool reaches(const FieldDescriptor& field, std::set<const Descriptor*>& seen) const {
        if (isLeftOut(field, m_rule) || !seen.insert(field.message_type()).second) {
            return false;
        }
        const auto& type = *field.message_type();
        for (int i = 0; i < type.field_count(); ++i) {
            const auto& inner = *type.field(i);
            const bool isMessage = inner.type() == FieldDescriptor::TYPE_MESSAGE;
            if (isUnderRule(inner) || (isMessage && reaches(inner, seen))) {
                return true;
            }
        }
        return false;
    }

    Rule m_rule;
    std::mutex m_mutex;
    std::unordered_map<const Descriptor*, std::unique_ptr<Plan>> m_plans;
};

using TextCheck = bool (*)(std::string_view text);

struct Flaw {
    std::string path;
    std::string text;
};

std::string pathOf(const FieldDescriptor& text) {
    // The ids of Mesos are messages: "task_id", not "task_id.value".
    const bool isValue
        = text.name() == "value" && isId(text) && !isMusters(*text.containing_type());
    return isValue ? std::string() : text.name();
}

// The first text that fails, in bytes that protobuf took. They are asked, and not the message,
// which would have to be asked for each field that it may have: each call of the wire comes here.
std::optional<Flaw> findFlaw(std::string_view bytes, const Plan& plan, TextCheck isFine) {
    using Wire = google::protobuf::internal::WireFormatLite;
    google::protobuf::io::CodedInputStream in(
        reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size()));
    while (const auto tag = in.ReadTag()) {
        const auto number = static_cast<std::size_t>(Wire::GetTagFieldNumber(tag));
        const auto row = number < plan.rows.size() ? plan.rows[number] : Plan::Row{};
        std::uint32_t size = 0;
        if (row.field == nullptr || Wire::GetTagWireType(tag) != Wire::WIRETYPE_LENGTH_DELIMITED) {
            Wire::SkipField(&in, tag);
            continue;
        }
        in.ReadVarint32(&size);
        const auto value = bytes.substr(static_cast<std::size_t>(in.CurrentPosition()), size);
        in.Skip(static_cast<int>(size));
        if (row.inner == nullptr && !isFine(value)) {
            return Flaw{pathOf(*row.field), std::string(value)};
        }
        if (auto flaw = row.inner != nullptr ? findFlaw(value, *row.inner, isFine) : std::nullopt) {
            flaw->path = row.field->name() + (flaw->path.empty() ? "" : "." + flaw->path);
            return flaw;
        }
    }
    return std::nullopt;
}

} // namespace

bool hasUtf8Texts(std::string_view bytes, const Descriptor& type) {
    static Plans plans(Rule::Utf8);
    return !findFlaw(bytes, plans.of(type), isUtf8);
}

void repairTexts(google::protobuf::Message& message) {
    const auto& reflection = *message.GetReflection();
    std::vector<const FieldDescriptor*> present;
    reflection.ListFields(message, &present);
    for (const auto* field : present) {
        const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
        for (int i = 0; i < count; ++i) {
            if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
                repairTexts(field->is_repeated()
                        ? *reflection.MutableRepeatedMessage(&message, field, i)
                        : *reflection.MutableMessage(&message, field));
            } else if (field->type() == FieldDescriptor::TYPE_STRING) {
                const auto text = field->is_repeated()
                    ? reflection.GetRepeatedString(message, field, i)
                    : reflection.GetString(message, field);
                if (isUtf8(text)) {
                    continue;
                }
                if (field->is_repeated()) {
                    reflection.SetRepeatedString(&message, field, i, escaped(text));
                } else {
                    reflection.SetString(&message, field, escaped(text));
                }
            }
        }
    }
}

Status checkIds(std::string_view bytes, const Descriptor& type) {
    static Plans plans(Rule::Ids);
    const auto flaw = findFlaw(bytes, plans.of(type),
        [](std::string_view id) { return id.empty() || validateId(id).has_value(); });
    return !flaw
        ? Status()
        : failure(fmt::format("'{}': {}", flaw->path, validateId(flaw->text).error().message));
}

Status checkNulls(std::string_view bytes, const Descriptor& type) {
    static Plans plans(Rule::Nulls);
    const auto flaw = findFlaw(bytes, plans.of(type),
        [](std::string_view text) { return text.find('\0') == std::string_view::npos; });
    return !flaw
        ? Status()
        : failure(fmt::format("'{}' contains a null byte, which no path, name, argument or "
                              "environment can",
            flaw->path));
}

Status checkTexts(std::string_view bytes, const Descriptor& type) {
    if (isMusters(type)) {
        if (auto ids = checkIds(bytes, type); !ids) {
            return ids;
        }
    }
    const bool isAgents = &type == muster::v1::AgentMessage::descriptor()
        || &type == muster::v1::AgentCommand::descriptor();
    return isAgents ? Status() : checkNulls(bytes, type);
}

Status checkIds(const Message& message) {
    return checkIds(message.SerializePartialAsString(), *message.GetDescriptor());
}
Status checkNulls(const Message& message) {
    return checkNulls(message.SerializePartialAsString(), *message.GetDescriptor());
}
Status checkTexts(const Message& message) {
    return checkTexts(message.SerializePartialAsString(), *message.GetDescriptor());
}

tl::unexpected<Error> missingField(std::string_view field) {
    return failure(fmt::format("Expecting '{}' to be present", field));
}

} // namespace muster::proto

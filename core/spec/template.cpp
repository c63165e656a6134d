// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/template.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/kernel/base/nearest.h"
#include "core/spec/shell_words.h"
#include "core/spec/sizes.h"

namespace muster::spec {

namespace {

using Kind = YamlNode::Kind;

constexpr std::string_view kOpen = "${{";
constexpr std::string_view kClose = "}}";
constexpr std::array kTypes{FieldType::Text, FieldType::Integer, FieldType::Number,
    FieldType::Choice, FieldType::Path, FieldType::Memory};

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    return first == std::string_view::npos
        ? ""
        : std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

// `value` is asked for each placeholder's name.
template <typename Value>
Result<std::string> substituted(const YamlNode& node, const Value& value) {
    std::string out;
    std::string_view rest = node.text;
    for (auto at = rest.find(kOpen); at != std::string_view::npos; at = rest.find(kOpen)) {
        const bool escaped = at > 0 && rest[at - 1] == '$';
        out += rest.substr(0, escaped ? at - 1 : at);
        rest.remove_prefix(at + kOpen.size());
        if (escaped) {
            out += kOpen;
            continue;
        }
        const auto end = rest.find(kClose);
        if (end == std::string_view::npos)
            return failureAt(node, "a placeholder has no end: use ${{ name }}");
        Result<std::string> text = value(trimmed(rest.substr(0, end)));
        if (!text)
            return text;
        out += *text;
        rest.remove_prefix(end + kClose.size());
    }
    return out.append(rest);
}

Result<FieldType> typeOf(const YamlNode& node) {
    std::vector<std::string> names;
    for (const auto type : kTypes) {
        if (node.text == typeName(type))
            return type;
        names.emplace_back(typeName(type));
    }
    return unknownKey(node, std::move(names));
}

Result<std::string> textOf(const YamlNode& node, const std::string& key) {
    return node.kind == Kind::Text
        ? Result<std::string>(node.text)
        : failureAt(node, fmt::format("{} must be a single string or number", key));
}

Status readChoices(const YamlNode& list, Field& field) {
    for (const auto& item : list.items) {
        auto text = textOf(item, "a choice");
        if (!text)
            return tl::unexpected(text.error());
        field.choices.push_back(std::move(*text));
    }
    return list.kind == Kind::List ? Status() : failureAt(list, "choices must be a list");
}

Status readProperty(const YamlNode& key, const YamlNode& value, Field& field) {
    if (key.text == "choices")
        return readChoices(value, field);
    auto text = textOf(value, key.text);
    if (!text)
        return tl::unexpected(text.error());
    if (key.text == "type") {
        const auto type = typeOf(value);
        field.type = type.value_or(FieldType::Text);
        return type ? Status() : tl::unexpected(type.error());
    }
    const std::array<std::pair<std::string_view, std::string*>, 3> texts{
        {{"name", &field.name}, {"label", &field.label}, {"help", &field.help}}};
    const std::array<std::pair<std::string_view, Text*>, 3> limits{
        {{"default", &field.otherwise}, {"min", &field.minimum}, {"max", &field.maximum}}};
    for (const auto& [name, into] : texts) {
        if (key.text == name) {
            *into = *text;
            return {};
        }
    }
    for (const auto& [name, into] : limits) {
        if (key.text == name) {
            *into = *text;
            return {};
        }
    }
    return unknownKey(key, {"name", "label", "type", "default", "min", "max", "choices", "help"});
}

bool isName(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-';
    });
}

Status checkField(const YamlNode& node, const Field& field) {
    if (!isName(field.name))
        return failureAt(node,
            fmt::format(
                "the field name '{}' may only contain letters, digits, '_' and '-'", field.name));
    if ((field.type == FieldType::Choice) == field.choices.empty())
        return failureAt(node,
            fmt::format("field '{}': choices are required for type choice, and only allowed there",
                field.name));
    Field free = field;
    free.minimum = free.maximum = std::nullopt;
    for (const auto* limit : {&field.minimum, &field.maximum}) {
        if (const auto read = *limit ? readValue(free, **limit) : Result<std::string>(""); !read)
            return failureAt(node, read.error().message);
    }
    const auto read
        = field.otherwise ? readValue(field, *field.otherwise) : Result<std::string>("");
    return read ? Status() : failureAt(node, "the default of " + read.error().message);
}

Result<Field> readField(const YamlNode& node) {
    if (node.kind != Kind::Map)
        return failureAt(node, "a field must be a map, such as '- name: epochs'");
    Field field;
    for (const auto& [key, value] : node.fields) {
        if (auto done = readProperty(key, value, field); !done)
            return tl::unexpected(done.error());
    }
    if (field.label.empty())
        field.label = field.name;
    if (auto done = checkField(node, field); !done)
        return tl::unexpected(done.error());
    return field;
}

Status readFields(const YamlNode& list, Template& out) {
    if (list.kind != Kind::List)
        return failureAt(list, "fields must be a list");
    for (const auto& node : list.items) {
        auto field = readField(node);
        if (!field)
            return tl::unexpected(field.error());
        if (out.find(field->name))
            return failureAt(node, fmt::format("field '{}' is defined twice", field->name));
        out.fields.push_back(std::move(*field));
    }
    return {};
}

// The names fit each other; values of fields without a default are not known yet.
Status checkPlaceholders(const Template& form) {
    std::set<std::string> used;
    const auto job = readJob(form.job, [&](Part part, const YamlNode& node) {
        return substituted(node, [&](const std::string& name) -> Result<std::string> {
            if (!form.find(name)) {
                std::vector<std::string> names;
                for (const auto& field : form.fields)
                    names.push_back(field.name);
                const auto near = nearestNames(name, std::move(names), 1);
                return failureAt(node,
                    fmt::format("no field is named '{}'{}", name.substr(0, 100),
                        near.empty() ? "" : fmt::format(": did you mean '{}'?", near.front())));
            }
            used.insert(name);
            const bool yesOrNo = std::holds_alternative<bool JobText::*>(rowOf(part).member);
            return std::string(yesOrNo ? "true" : "");
        });
    });
    if (!job)
        return tl::unexpected(job.error());
    for (const auto& field : form.fields) {
        if (!used.contains(field.name))
            return failure(fmt::format(
                "The job does not use the field '{0}': write ${{{{ {0} }}}} where it belongs",
                field.name));
    }
    return {};
}

std::optional<double> numberOf(const std::string& text) {
    const auto parsed = Milli::parse(text);
    return parsed ? std::optional(parsed->toDouble()) : std::nullopt;
}

tl::unexpected<Error> wrong(const Field& field, const std::string& typed, const std::string& why) {
    return failure(fmt::format("{}: '{}' {}", field.label, typed, why));
}

// Of a number that was read; memory in MiB.
Status checkRange(const Field& field, const std::string& typed, double value) {
    Field free = field;
    free.minimum = free.maximum = std::nullopt;
    const auto limit = [&](const Text& text) {
        const auto read = text ? readValue(free, *text) : Result<std::string>("");
        return read ? numberOf(*read) : std::nullopt;
    };
    if (const auto least = limit(field.minimum); least && value < *least)
        return wrong(field, typed, fmt::format("is less than {}", *field.minimum));
    if (const auto most = limit(field.maximum); most && value > *most)
        return wrong(field, typed, fmt::format("is more than {}", *field.maximum));
    return {};
}

Result<std::string> ranged(const Field& field, const std::string& typed, std::string value) {
    const auto number = numberOf(value);
    const auto fits = checkRange(field, typed, number.value_or(0));
    return fits ? Result<std::string>(std::move(value)) : tl::unexpected(fits.error());
}

std::string escaped(std::string text) {
    for (auto at = text.find("${{"); at != std::string::npos; at = text.find("${{", at + 4))
        text.insert(at, 1, '$');
    return text;
}

void escape(Text& text) {
    if (text)
        text = escaped(*text);
}

void escape(Texts& texts) {
    for (auto& text : texts)
        text = escaped(text);
}

void escape(bool&) { }

FieldType typeOf(Part part) {
    switch (part) {
    case Part::Gpus:
    case Part::Priority:
    case Part::Retries:
        return FieldType::Integer;
    case Part::Cpus:
        return FieldType::Number;
    case Part::Memory:
        return FieldType::Memory;
    default: // every other one is a text
        return FieldType::Text;
    }
}

} // namespace

const char* typeName(FieldType type) {
    switch (type) {
    case FieldType::Text:
        return "text";
    case FieldType::Integer:
        return "integer";
    case FieldType::Number:
        return "number";
    case FieldType::Choice:
        return "choice";
    case FieldType::Path:
        return "path";
    case FieldType::Memory:
        return "memory";
    }
    return "";
}

const Field* Template::find(std::string_view name) const {
    const auto found = std::find_if(
        fields.begin(), fields.end(), [&](const Field& field) { return field.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

Values Template::defaults() const {
    Values out;
    for (const auto& field : fields) {
        if (field.otherwise)
            out[field.name] = *field.otherwise;
    }
    return out;
}

Result<Template> parseTemplate(std::string_view yaml) {
    const auto document = parseYaml(yaml);
    if (!document)
        return tl::unexpected(document.error());
    if (document->kind != Kind::Map)
        return failureAt(*document, "a template must be a map with 'job:'");
    Template out;
    for (const auto& [key, value] : document->fields) {
        Status done;
        if (key.text == "job")
            out.job = value;
        else if (key.text == "fields")
            done = readFields(value, out);
        else if (key.text == "template" || key.text == "help")
            (key.text == "help" ? out.help : out.title) = value.text;
        else
            done = unknownKey(key, {"template", "help", "fields", "job"});
        if (!done)
            return tl::unexpected(done.error());
    }
    if (out.job.kind != Kind::Map)
        return failure("A template needs 'job:' with a job under it");
    if (auto fits = checkPlaceholders(out); !fits)
        return tl::unexpected(fits.error());
    return out;
}

Result<std::string> readValue(const Field& field, const std::string& typed) {
    const auto text = trimmed(typed);
    switch (field.type) {
    case FieldType::Text:
        return typed;
    case FieldType::Path:
        return text.starts_with('/') ? Result<std::string>(text)
                                     : wrong(field, typed, "must be an absolute path");
    case FieldType::Choice: {
        const auto known
            = std::find(field.choices.begin(), field.choices.end(), text) != field.choices.end();
        return known
            ? Result<std::string>(text)
            : wrong(field, typed, fmt::format("must be one of {}", fmt::join(field.choices, ", ")));
    }
    case FieldType::Integer: {
        const auto number = Milli::parse(text);
        return number && number->isWhole() ? ranged(field, typed, number->text())
                                           : wrong(field, typed, "must be a whole number");
    }
    case FieldType::Number: {
        const auto number = Milli::parse(text);
        return number ? ranged(field, typed, text) : wrong(field, typed, "must be a number");
    }
    case FieldType::Memory: {
        const auto size = mebibytesOf(text);
        return size && size->isWhole() && *size > Milli{}
            ? ranged(field, typed, size->text())
            : wrong(field, typed, "must be a size, such as 512m or 16g");
    }
    }
    return typed;
}

Result<JobFile> fill(const Template& form, const Values& values) {
    Values read;
    for (const auto& field : form.fields) {
        const auto given = values.find(field.name);
        if (given == values.end() && !field.otherwise)
            return failure(fmt::format("{}: a value is required", field.label));
        auto value = readValue(field, given == values.end() ? *field.otherwise : given->second);
        if (!value)
            return tl::unexpected(value.error());
        read[field.name] = std::move(*value);
    }
    std::size_t bytes = 0; // of all values that are put in: a long one may stand in many places
    return readJob(form.job, [&](Part part, const YamlNode& node) {
        return substituted(node, [&](const std::string& name) -> Result<std::string> {
            auto text = part == Part::Command ? shellWord(read[name]) : read[name];
            bytes += text.size();
            if (bytes > kLongestYaml)
                return failureAt(node,
                    fmt::format("the values have more than {} bytes in all places", kLongestYaml));
            return text;
        });
    });
}

std::string templateText(const std::string& title, const std::string& help, const JobText& job,
    std::span<const Part> asked) {
    auto out = fmt::format("template: {}\n", yamlScalar(title));
    if (!help.empty())
        out += fmt::format("help: {}\n", yamlScalar(help));
    auto body = job;
    for (const auto& row : partTable())
        std::visit([&](auto member) { escape(body.*member); }, row.member);
    std::string fields;
    for (const auto part : asked) {
        const auto& row = rowOf(part);
        const auto* member = std::get_if<Text JobText::*>(&row.member);
        // A whole command would be quoted as one word.
        if (!member || !(job.*(*member)) || part == Part::Command)
            continue;
        fields += fmt::format("  - name: {}\n    type: {}\n    default: {}\n", row.key,
            typeName(typeOf(part)), yamlScalar(*(job.*(*member))));
        body.*(*member) = fmt::format("${{{{ {} }}}}", row.key);
    }
    if (!fields.empty())
        out += "fields:\n" + fields;
    return out + "job:\n" + yamlText(body, "  ");
}

} // namespace muster::spec

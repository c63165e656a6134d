// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/templates.h"

#include <algorithm>
#include <ostream>

#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "app/cli/text.h"
#include "core/kernel/base/nearest.h"
#include "core/spec/shell_words.h"

namespace muster::cli {

namespace {

std::vector<std::filesystem::path> folders(const CliContext& here) {
    return spec::templateFolders(here.variable("XDG_CONFIG_HOME"), here.variable("HOME"));
}

Result<spec::TemplateFile> findTemplate(const std::string& name, const CliContext& here) {
    std::vector<std::string> names;
    for (auto& file : spec::readTemplates(folders(here))) {
        if (file.name == name)
            return std::move(file);
        names.push_back(file.name);
    }
    const auto near = nearestNames(name, std::move(names), 1);
    return failure(fmt::format("No template '{}'{}", name,
                       near.empty() ? ": see 'muster templates'"
                                    : fmt::format(": did you mean '{}'?", near.front())),
        Error::Kind::NotFound);
}

std::string fieldNames(const spec::Template& content) {
    std::vector<std::string> names;
    for (const auto& field : content.fields)
        names.push_back(field.name);
    return fmt::format("{}", fmt::join(names, " "));
}

Listing fieldsOf(const spec::Template& content) {
    Listing out{"fields", {{"FIELD"}, {"TYPE"}, {"DEFAULT"}, {"MIN"}, {"MAX"}, {"WHAT"}}, {}};
    for (const auto& field : content.fields) {
        auto what = field.label == field.name ? "" : field.label;
        if (!field.help.empty())
            what += (what.empty() ? "" : ": ") + field.help;
        if (!field.choices.empty())
            what += fmt::format(
                "{}one of {}", what.empty() ? "" : ", ", fmt::join(field.choices, ", "));
        out.rows.push_back({Cell::word(field.name), Cell::word(spec::typeName(field.type)),
            Cell::word(field.otherwise.value_or("")), Cell::word(field.minimum.value_or("")),
            Cell::word(field.maximum.value_or("")), Cell::word(what)});
    }
    return out;
}

} // namespace

Result<spec::JobFile> fillTemplate(
    const std::string& name, const std::vector<std::string>& set, const CliContext& here) {
    const auto file = findTemplate(name, here);
    if (!file)
        return tl::unexpected(file.error());
    if (!file->content)
        return failure(file->path.string(), file->content.error());
    spec::Values values;
    for (const auto& text : set) {
        const auto equals = text.find('=');
        const auto field = text.substr(0, equals);
        if (equals == std::string::npos || !file->content->find(field))
            return failure(fmt::format("'--set={}' must be FIELD=VALUE, of the fields {}", text,
                fieldNames(*file->content)));
        values[field] = text.substr(equals + 1);
    }
    auto job = spec::fill(*file->content, values);
    return job ? job : failure("Template " + name, job.error());
}

CommandLine ListTemplates::line() {
    CommandLine line;
    line.flags = {outputFlag(m_output, {"table", "json"})};
    line.examples = "  muster templates\n  muster templates show train\n"
                    "  muster submit --template=train --set=epochs=20\n"
                    "Templates are YAML files in ~/.config/muster/templates and "
        + std::string(spec::kMachinesTemplates);
    return line;
}

ExitCode ListTemplates::run(const CliContext& here) {
    Listing listing{"templates",
        {{"NAME", "name"}, {"TITLE", "title"}, {"FIELDS", "fields"}, {"FILE", "file"},
            {"", "error"}},
        {}};
    for (const auto& file : spec::readTemplates(folders(here))) {
        const auto* content = file.content ? &*file.content : nullptr;
        listing.rows.push_back({Cell::word(file.name),
            Cell::word(content ? content->title : "! " + file.content.error().message),
            Cell::word(content ? fieldNames(*content) : ""), Cell::word(file.path.string()),
            Cell::word(content ? "" : file.content.error().message)});
    }
    if (m_output == "json")
        here.out << jsonText(listing);
    else if (!listing.rows.empty())
        here.out << tableText(listing, false, true);
    if (listing.rows.empty())
        here.err << fmt::format("No templates. To create one, put the output of 'muster jobs spec "
                                "JOB' under 'job:' in {}/NAME.yaml\n",
            folders(here).front().string());
    return ExitCode::Ok;
}

CommandLine ShowTemplate::line() {
    CommandLine line;
    line.arguments = {{"NAME", &m_name, "The name of a template, see 'muster templates'", true,
        Names::Templates}};
    line.examples = "  muster templates show train";
    return line;
}

ExitCode ShowTemplate::run(const CliContext& here) {
    const auto file = findTemplate(m_name, here);
    if (!file)
        return fail(here, file.error(), ExitCode::NotFound);
    if (!file->content)
        return fail(
            here, failure(file->path.string(), file->content.error()).value(), ExitCode::Failed);
    const auto& content = *file->content;
    for (const auto& text : {content.title, content.help}) {
        if (!text.empty())
            here.out << escaped(text) << '\n';
    }
    if (!content.fields.empty())
        here.out << '\n' << tableText(fieldsOf(content), false, true);
    here.out << fmt::format("\nmuster submit --template={}", file->name);
    for (const auto& field : content.fields) {
        if (!field.otherwise)
            here.out << fmt::format(" --set={}=...", field.name);
    }
    here.out << fmt::format("\nThe template is in {}\n", escaped(file->path.string()));
    return ExitCode::Ok;
}

} // namespace muster::cli

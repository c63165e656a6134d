// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/job_drafts.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <variant>

#include "agentd/master/job_spec.h"
#include "agentd/overloaded.h"
#include "core/kernel/jobs/validate.h"
#include "core/spec/job_plan.h"
#include "core/spec/shell_words.h"

namespace muster::agentd {
namespace {

using muster::v1::JobDraft;
using muster::v1::JobParts;
using muster::v1::ReadJob;
using spec::JobText;
using spec::Text;
using spec::Texts;

// In a file a command is a text or a list; here each has a key of its own.
std::string keyOf(const spec::PartRow& row) {
    return row.part == spec::Part::Argv ? "argv" : row.key;
}

// What is written elsewhere than in a file is as long as a file at most, which it is made of it.
Status checkLength(std::size_t bytes) {
    return bytes <= spec::kLongestYaml
        ? Status()
        : failure(fmt::format("{} bytes, the maximum is {}", bytes, spec::kLongestYaml));
}

Status put(const JobParts::Part& part, JobText& job) {
    const auto rows = spec::partTable();
    const auto row = std::ranges::find_if(
        rows, [&](const spec::PartRow& one) { return keyOf(one) == part.key(); });
    if (row == rows.end()) {
        return failure(fmt::format("A job has no part '{}'", part.key()));
    }
    const auto& texts = part.texts();
    const bool isSwitch = std::holds_alternative<bool JobText::*>(row->member);
    if (isSwitch && !texts.empty() && texts[0] != "true") {
        return failure(
            fmt::format("'{}' is on with the text \"true\" and off without one", part.key()));
    }
    if (!std::holds_alternative<Texts JobText::*>(row->member) && texts.size() > 1) {
        return failure(fmt::format("A job has one '{}', not {}", part.key(), texts.size()));
    }
    std::visit(
        Overloaded{
            [&](Text JobText::*text) { job.*text = texts.empty() ? std::nullopt : Text(texts[0]); },
            [&](Texts JobText::*list) { (job.*list).assign(texts.begin(), texts.end()); },
            [&](bool JobText::*isOn) { job.*isOn = !texts.empty(); },
        },
        row->member);
    return {};
}

Result<JobText> textOf(const JobParts& parts) {
    if (auto fits = checkLength(parts.ByteSizeLong()); !fits) {
        return tl::unexpected(fits.error());
    }
    JobText job;
    std::set<std::string_view> known;
    for (const auto& part : parts.parts()) {
        if (!known.insert(part.key()).second) {
            return failure(fmt::format("The part '{}' stands there twice", part.key()));
        }
        if (auto done = put(part, job); !done) {
            return tl::unexpected(done.error());
        }
    }
    return job;
}

JobParts partsOf(const JobText& job) {
    JobParts out;
    for (const auto& row : spec::partTable()) {
        JobParts::Part part;
        std::visit(Overloaded{
                       [&](Text JobText::*text) {
                           if (job.*text) {
                               part.add_texts(*(job.*text));
                           }
                       },
                       [&](Texts JobText::*list) {
                           for (const auto& text : job.*list) {
                               part.add_texts(text);
                           }
                       },
                       [&](bool JobText::*isOn) {
                           if (job.*isOn) {
                               part.add_texts("true");
                           }
                       },
                   },
            row.member);
        if (part.texts_size() > 0) {
            part.set_key(keyOf(row));
            *out.add_parts() = std::move(part);
        }
    }
    return out;
}

void add(JobDraft& draft, const std::string& key, int line, std::string text, std::string whole) {
    auto& problem = *draft.add_problems();
    problem.set_key(key);
    problem.set_line(line);
    problem.set_text(std::move(text));
    problem.set_described(std::move(whole));
}

// Of an error of the YAML itself: "line 3: 'gpu' is not known here".
void add(JobDraft& draft, const Error& error) {
    constexpr std::string_view kLine = "line ";
    const std::string_view message = error.message;
    int line = 0;
    if (message.starts_with(kLine)) {
        std::from_chars(message.data() + kLine.size(), message.data() + message.size(), line);
    }
    const auto colon = line > 0 ? message.find(": ") : std::string_view::npos;
    add(draft, "", line,
        std::string(colon == std::string_view::npos ? message : message.substr(colon + 2)),
        error.message);
}

int lineOf(const spec::JobFile& file, spec::Part part) {
    const auto found = file.lines.find(part);
    if (found != file.lines.end()) {
        return found->second;
    }
    return part == spec::Part::Command ? lineOf(file, spec::Part::Argv) : 0;
}

// `file`: where the parts stand, if it was one.
void describe(
    const JobText& job, const std::string& user, const spec::JobFile* file, JobDraft& draft) {
    *draft.mutable_parts() = partsOf(job);
    draft.set_yaml(spec::yamlText(job));
    if (const auto fits = checkLength(draft.yaml().size()); !fits && file == nullptr) {
        const auto text = "As a file the job has " + fits.error().message;
        draft.Clear();
        return add(draft, "", 0, text, text);
    }
    draft.set_command_line(spec::commandLine(job));
    for (const auto& defect : spec::defects(job)) {
        add(draft, spec::rowOf(defect.part).key, file == nullptr ? 0 : lineOf(*file, defect.part),
            defect.text, file == nullptr ? defect.flagText : file->describe(defect));
    }
    if (draft.problems_size() > 0) {
        return;
    }
    auto wanted = spec::plan(job, user);
    const auto valid = wanted ? specOf(*wanted).and_then(jobs::validate)
                              : Status(tl::unexpected(wanted.error()));
    if (valid) {
        *draft.mutable_job() = std::move(*wanted);
    } else {
        add(draft, "", 0, valid.error().message, valid.error().message);
    }
}

Result<spec::Template> findTemplate(
    const std::string& name, const std::vector<std::filesystem::path>& folders) {
    auto file = spec::findTemplate(folders, name);
    if (!file) {
        return failure(
            fmt::format("No template '{}' on the master's machine", name), Error::Kind::NotFound);
    }
    return file->content ? std::move(file->content)
                         : failure(file->path.string(), file->content.error());
}

Status fill(
    const ReadJob& request, const std::vector<std::filesystem::path>& folders, JobDraft& draft) {
    if (auto fits = checkLength(request.filled().ByteSizeLong()); !fits) {
        return fits;
    }
    const auto form = findTemplate(request.filled().template_(), folders);
    if (!form) {
        return tl::unexpected(form.error());
    }
    auto values = form->defaults();
    for (const auto& value : request.filled().values()) {
        values[value.field()] = value.text();
    }
    for (const auto& field : form->fields) {
        const auto given = values.find(field.name);
        const auto read = given == values.end()
            ? failure(fmt::format("{}: a value is required", field.label))
            : spec::readValue(field, given->second);
        if (!read) {
            add(draft, field.name, 0, read.error().message, read.error().message);
        }
    }
    if (draft.problems_size() > 0) {
        return {};
    }
    if (const auto job = spec::fill(*form, values)) {
        describe(job->job, request.user(), nullptr, draft);
    } else {
        add(draft, job.error());
    }
    return {};
}

muster::v1::Templates::Field row(const spec::Field& field) {
    using Row = muster::v1::Templates::Field;
    Row out;
    out.set_name(field.name);
    out.set_label(field.label == field.name ? "" : field.label);
    out.set_help(field.help);
    out.set_type([&] {
        switch (field.type) {
        case spec::FieldType::Text:
            return Row::TEXT;
        case spec::FieldType::Integer:
            return Row::INTEGER;
        case spec::FieldType::Number:
            return Row::NUMBER;
        case spec::FieldType::Choice:
            return Row::CHOICE;
        case spec::FieldType::Path:
            return Row::PATH;
        case spec::FieldType::Memory:
            return Row::MEMORY;
        }
        return Row::TEXT;
    }());
    if (field.otherwise) {
        out.set_otherwise(*field.otherwise);
    }
    if (field.minimum) {
        out.set_minimum(*field.minimum);
    }
    if (field.maximum) {
        out.set_maximum(*field.maximum);
    }
    out.mutable_choices()->Add(field.choices.begin(), field.choices.end());
    return out;
}

} // namespace

std::vector<std::filesystem::path> machinesTemplates() {
    return spec::templateFolders(nullptr, nullptr);
}

Result<JobDraft> readJob(
    const ReadJob& request, const std::vector<std::filesystem::path>& folders) {
    JobDraft draft;
    switch (request.written_case()) {
    case ReadJob::kYaml:
        if (const auto file = spec::parseJob(request.yaml())) {
            describe(file->job, request.user(), &*file, draft);
        } else {
            add(draft, file.error());
        }
        return draft;
    case ReadJob::kParts: {
        const auto job = textOf(request.parts());
        if (!job) {
            return tl::unexpected(job.error());
        }
        describe(*job, request.user(), nullptr, draft);
        return draft;
    }
    case ReadJob::kFilled:
        if (const auto done = fill(request, folders, draft); !done) {
            return tl::unexpected(done.error());
        }
        return draft;
    case ReadJob::kSubmitted: {
        const auto written = spec::textOf(request.submitted());
        describe(written.job, request.user(), nullptr, draft);
        draft.set_left_out(!written.whole);
        return draft;
    }
    case ReadJob::WRITTEN_NOT_SET:
        break;
    }
    return failure("There is nothing to read: a job is a file, parts, a template or a submission");
}

muster::v1::Templates templatesIn(
    const std::vector<std::filesystem::path>& folders, spec::KnownTemplates* known) {
    muster::v1::Templates out;
    for (const auto& file : spec::readTemplates(folders, known)) {
        auto& added = *out.add_templates();
        added.set_name(file.name);
        if (!file.content) {
            added.set_problem(
                fmt::format("{}: {}", file.path.string(), file.content.error().message));
            continue;
        }
        added.set_title(file.content->title);
        added.set_help(file.content->help);
        for (const auto& field : file.content->fields) {
            *added.add_fields() = row(field);
        }
    }
    return out;
}

} // namespace muster::agentd

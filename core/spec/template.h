// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>

#include "core/spec/job_file.h"

namespace muster::spec {

enum class FieldType { Text, Integer, Number, Choice, Path, Memory };

const char* typeName(FieldType type); // "integer", as files say it

// What a template asks for.
struct Field {
    std::string name; // of its placeholder
    std::string label; // for people; else the name
    std::string help;
    FieldType type = FieldType::Text;
    Text otherwise; // the value at first; none: it must be given
    Text minimum; // of numbers and memory
    Text maximum;
    Texts choices;
};

using Values = std::map<std::string, std::string>; // as typed, by the field's name

// A job with placeholders, in a file:
//     template: Train a model
//     help: One node, mixed precision
//     fields:
//       - name: epochs
//         type: integer
//         default: 10
//         min: 1
//     job:
//       name: train
//       command: python train.py --epochs ${{ epochs }}
//       gpus: 1
// A value is put in as it is; into a command for a shell as one word, quoted where it must be.
// "$${{" stands for "${{" itself.
struct Template {
    std::string title;
    std::string help;
    std::vector<Field> fields;
    YamlNode job;

    const Field* find(std::string_view name) const;
    Values defaults() const; // of the fields that have one
};

// Also refuses a placeholder without a field and a field without a placeholder.
Result<Template> parseTemplate(std::string_view yaml);

// The value as it goes into the job (memory: in MiB), or what is wrong with it.
Result<std::string> readValue(const Field& field, const std::string& typed);

// The job with these values, else the defaults. An error names the field. What is put in has as
// many bytes as a file at most.
Result<JobFile> fill(const Template& form, const Values& values);

// A file of this job that asks for these parts, each of them one text; what they are now is the
// default. Parts that the job does not have are not asked for.
std::string templateText(const std::string& title, const std::string& help, const JobText& job,
    std::span<const Part> asked);

} // namespace muster::spec

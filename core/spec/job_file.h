// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "core/spec/job_plan.h"
#include "core/spec/yaml_node.h"

namespace muster::spec {

// A job in a file, as `muster submit --file` takes it and the console shows it:
//     name: train
//     image: nvcr.io/nvidia/pytorch:23.10-py3
//     command: python train.py --epochs 10    # for a shell; or a list of words
//     gpus: 2
//     env:
//       OMP_NUM_THREADS: 4
struct JobFile {
    JobText job;
    std::map<Part, int> lines; // of the parts that it has

    // "line 7: volumes: '/data' must be HOST:PATH, ..."
    std::string describe(const Defect& defect) const;
};

// Only the form is read: what is wrong with a value, defects() says. Unknown keys are refused.
Result<JobFile> parseJob(std::string_view yaml);

// `text` may change each text before it is looked at; `part` says where it stands.
using Substitute = std::function<Result<std::string>(Part part, const YamlNode& text)>;
Result<JobFile> readJob(const YamlNode& map, const Substitute& substitute = {});

// What parseJob() reads again as the same job. Each line begins with the margin.
std::string yamlText(const JobText& job, std::string_view margin = {});

} // namespace muster::spec

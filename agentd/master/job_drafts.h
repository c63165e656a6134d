// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/spec/template_files.h"

namespace muster::agentd {

// Where the master's templates are.
std::vector<std::filesystem::path> machinesTemplates();

// What somebody has written, in every form that a job has, and what is wrong with it. An error: no
// such template, or no such part. Any thread.
Result<muster::v1::JobDraft> readJob(
    const muster::v1::ReadJob& request, const std::vector<std::filesystem::path>& folders);

// `known`: as readTemplates takes it.
muster::v1::Templates templatesIn(
    const std::vector<std::filesystem::path>& folders, spec::KnownTemplates* known = nullptr);

} // namespace muster::agentd

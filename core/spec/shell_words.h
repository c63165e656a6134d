// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/spec/job_text.h"

namespace muster::spec {

// As one word of a POSIX shell, in quotes where it needs them.
std::string shellWord(std::string_view text);

// `muster submit ...`, equal to the job; the separator stands between flags.
std::string commandLine(const JobText& job, std::string_view separator = " ");

} // namespace muster::spec

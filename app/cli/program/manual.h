// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program/program.h"
#include "core/manual/page.h"

namespace muster::cli {

// muster-jobs-explain(1) of "jobs explain".
manual::Page pageOf(const CommandRow& row);

// muster(1): the list of commands.
manual::Page overviewPage();

} // namespace muster::cli

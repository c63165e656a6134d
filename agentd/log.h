// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include <spdlog/formatter.h>

namespace muster::agentd {

// A message is one line without control characters, whoever wrote its parts: names and messages of
// frameworks, tasks and clients can neither forge a line nor reach the terminal that shows the log.
std::unique_ptr<spdlog::formatter> safeFormatter(const std::string& pattern);

// The daemon's log: to stderr, from `level` on.
void setUpLog(const std::string& level);

} // namespace muster::agentd

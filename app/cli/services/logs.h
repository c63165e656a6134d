// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/jobs/logs.h"

namespace muster::cli {

// muster services logs: what `muster logs` shows of one of its instances.
class ServiceLogs final : public Logs {
public:
    CommandLine line() override;
    ExitCode run(const CliContext& here) override;

private:
    std::string m_id;
    std::string m_stream = "stdout";
    std::string m_instance; // empty: the newest
};

} // namespace muster::cli

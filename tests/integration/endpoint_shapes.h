// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/integration/shape.h"
#include "tests/support/e2e/http.h"

namespace muster::e2e {

// A cluster on which one GPU task of mesos-execute's kind has finished, as when Mesos was recorded.
struct AfterOneGpuTask : World {
    void SetUp() override;

    HttpAnswer get(const std::string& target) const;
    // To the operator API, of the master or of an agent, in JSON.
    HttpAnswer post(const std::string& call, const std::string& path = "/api/v1") const;
    HttpHeaders authorization() const;
    // Asks as the expectation says and compares status, media type and shape.
    void expectAsRecorded(const nlohmann::json& expected) const;
    std::unique_ptr<Process> runGpuTask();

    Daemon* m_master = nullptr;
};

} // namespace muster::e2e

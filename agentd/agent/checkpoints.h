// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/kernel/node/agent.h"

namespace muster::agentd {

// What the agent keeps on its disk: its id, the restrictions, and one file for each task and each
// framework's own executor that is not over. Files are replaced as one step. Those of tasks and
// executors are not flushed to the disk: they have to survive this process, not the machine, whose
// containers end with it.
class Checkpoints {
public:
    // Makes <workDir>/meta (0700) if need be.
    static Result<Checkpoints> open(
        const std::filesystem::path& workDir, std::string bootId = readBootId());
    static std::string readBootId(); // another one whenever the machine has started

    // What an earlier agent left. A damaged file is an error that names it and the remedy; a
    // damaged file of a task or an executor is dropped with a warning in `warnings`.
    Result<node::RecoveredAgent> load(std::vector<std::string>& warnings);

    Status saveTask(const node::TaskCheckpoint& task);
    Status forgetTask(const ContainerId& container);
    Status saveExecutor(const node::ExecutorCheckpoint& executor);
    Status forgetExecutor(const ContainerId& container);
    Status saveId(const AgentId& id);
    Status saveRestrictions(const std::vector<Restriction>& restrictions);
    const AgentId& id() const { return m_id; }

private:
    Checkpoints(std::filesystem::path meta, std::string bootId)
        : m_meta(std::move(meta)), m_bootId(std::move(bootId)) { }
    Status saveAgent();

    std::filesystem::path m_meta;
    std::string m_bootId;
    AgentId m_id;
    std::vector<Restriction> m_restrictions;
};

} // namespace muster::agentd

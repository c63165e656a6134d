// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>

#include "agentd/agent/kept_files.h"
#include "core/kernel/node/agent.h"
#include "core/proto/muster/v1/agent.pb.h"

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

    // What an earlier agent left. A damaged file is an error that names it and the remedy; one of a
    // task or an executor of which the copy is damaged, too, is in unreadable(). `warnings` name
    // each damaged file.
    Result<node::RecoveredAgent> load(std::vector<std::string>& warnings);

    Status saveTask(const node::TaskCheckpoint& task);
    Status forgetTask(const ContainerId& container);
    Status saveExecutor(const node::ExecutorCheckpoint& executor);
    Status forgetExecutor(const ContainerId& container);
    Status saveId(const AgentId& id);
    Status saveRestrictions(const std::vector<Restriction>& restrictions);
    Status saveJournal(const muster::v1::JournalMark& mark);
    const AgentId& id() const { return m_id; }
    const muster::v1::JournalMark& journal() const { return m_journal; } // of the master
    const std::set<ContainerId>& unreadable() const { return m_unreadable; }

    // The disk is full: what has to be kept is in a reserve. settle() false: it still is.
    bool isFull() const { return m_files.isFull() || !m_files.hasReserve(); }
    bool settle() { return m_files.settle(); }

private:
    Checkpoints(std::filesystem::path meta, std::string bootId, KeptFiles files)
        : m_meta(std::move(meta)), m_bootId(std::move(bootId)), m_files(std::move(files)) { }
    Status replaceFile(const std::filesystem::path& path, const std::string& bytes) {
        return m_files.write(path, bytes);
    }
    Status removeFile(const std::filesystem::path& path) { return m_files.remove(path); }
    Status saveAgent();

    std::filesystem::path m_meta;
    std::string m_bootId;
    KeptFiles m_files;
    AgentId m_id;
    std::vector<Restriction> m_restrictions;
    muster::v1::JournalMark m_journal;
    std::set<ContainerId> m_unreadable;
};

} // namespace muster::agentd

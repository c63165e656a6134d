// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/checkpoints.h"

#include <fstream>

#include "core/proto/checkpoint.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTasks = "tasks";
constexpr const char* kExecutors = "executors";
constexpr const char* kJournal = "journal";

// One value a file.
template <typename Message, typename Value>
Status readAll(const KeptFiles& files, const fs::path& folder, std::vector<Value>& values,
    std::set<ContainerId>& rebooted, const std::string& bootId, std::set<ContainerId>& unreadable,
    std::vector<std::string>& warnings) {
    const auto paths = files.list(folder);
    if (!paths) {
        return tl::unexpected(paths.error());
    }
    for (const auto& path : *paths) {
        auto bytes = files.read(path, warnings);
        Message message;
        if (!bytes || !message.ParseFromString(*bytes)) {
            warnings.push_back(fmt::format("{} is damaged, and so is its copy", path.string()));
            unreadable.insert({path.filename().string()});
            continue;
        }
        auto value = proto::fromProto(message);
        if (!value) {
            return failure(path.string(), value.error());
        }
        if (!message.boot_id().empty() && message.boot_id() != bootId) {
            rebooted.insert(value->container);
        }
        values.push_back(std::move(*value));
    }
    return {};
}

} // namespace

std::string Checkpoints::readBootId() {
    std::ifstream in("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(in, id);
    return id;
}

Result<Checkpoints> Checkpoints::open(const fs::path& workDir, std::string bootId) {
    std::error_code error;
    const auto meta = workDir / "meta";
    for (const auto* folder : {kTasks, kExecutors}) {
        fs::create_directories(meta / folder, error);
        if (error) {
            return failure(fmt::format("Cannot make {}: {}", meta.string(), error.message()),
                Error::Kind::Internal);
        }
    }
    fs::permissions(meta, fs::perms::owner_all, error);
    auto files = KeptFiles::open(meta);
    if (!files) {
        return tl::unexpected(files.error());
    }
    return Checkpoints(meta, std::move(bootId), std::move(*files));
}

Result<node::RecoveredAgent> Checkpoints::load(std::vector<std::string>& warnings) {
    node::RecoveredAgent out;
    const auto agentFile = m_meta / "agent";
    const auto journalFile = m_meta / kJournal;
    const auto hasAgent = m_files.exists(agentFile);
    const auto hasJournal = m_files.exists(journalFile);
    if (!hasAgent || !hasJournal) {
        return tl::unexpected(hasAgent ? hasJournal.error() : hasAgent.error());
    }
    if (*hasAgent) {
        auto bytes = m_files.read(agentFile, warnings);
        muster::v1::AgentCheckpoint message;
        if (!bytes || !message.ParseFromString(*bytes)) {
            return failure(fmt::format(
                "{} is damaged: move it away to join as a new agent without restrictions",
                agentFile.string()));
        }
        auto agent = proto::fromProto(message);
        if (!agent) {
            return tl::unexpected(agent.error());
        }
        out = std::move(*agent);
        m_id = out.id;
        m_restrictions = out.restrictions;
    }
    auto status = readAll<muster::v1::TaskCheckpoint>(
        m_files, m_meta / kTasks, out.tasks, out.rebooted, m_bootId, m_unreadable, warnings);
    if (status) {
        status = readAll<muster::v1::ExecutorCheckpoint>(m_files, m_meta / kExecutors,
            out.executors, out.rebooted, m_bootId, m_unreadable, warnings);
    }
    if (!status) {
        return tl::unexpected(status.error());
    }
    if (*hasJournal) {
        const auto bytes = m_files.read(journalFile, warnings);
        if (!bytes || !m_journal.ParseFromString(*bytes)) {
            m_journal.Clear();
        }
    }
    return out;
}

Status Checkpoints::saveJournal(const muster::v1::JournalMark& mark) {
    if (mark.journal() == m_journal.journal() && mark.sequence() == m_journal.sequence()
        && mark.incarnation() == m_journal.incarnation()) {
        return {};
    }
    m_journal = mark;
    return replaceFile(m_meta / kJournal, mark.SerializeAsString());
}

Status Checkpoints::saveTask(const node::TaskCheckpoint& task) {
    auto message = proto::toProto(task);
    message.set_boot_id(m_bootId);
    return replaceFile(m_meta / kTasks / task.container.value, message.SerializeAsString());
}

Status Checkpoints::forgetTask(const ContainerId& container) {
    return removeFile(m_meta / kTasks / container.value);
}

Status Checkpoints::saveExecutor(const node::ExecutorCheckpoint& executor) {
    auto message = proto::toProto(executor);
    message.set_boot_id(m_bootId);
    return replaceFile(m_meta / kExecutors / executor.container.value, message.SerializeAsString());
}

Status Checkpoints::forgetExecutor(const ContainerId& container) {
    return removeFile(m_meta / kExecutors / container.value);
}

Status Checkpoints::saveId(const AgentId& id) {
    m_id = id;
    return saveAgent();
}

Status Checkpoints::saveRestrictions(const std::vector<Restriction>& restrictions) {
    m_restrictions = restrictions;
    return saveAgent();
}

Status Checkpoints::saveAgent() {
    return m_files.write(
        m_meta / "agent", proto::toProto(m_id, m_restrictions).SerializeAsString(), true);
}

} // namespace muster::agentd

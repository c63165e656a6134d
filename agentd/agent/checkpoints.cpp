// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/checkpoints.h"

#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

#include "core/net/private_file.h"
#include "core/proto/checkpoint.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTasks = "tasks";
constexpr const char* kExecutors = "executors";

Result<std::string> readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::string bytes((std::istreambuf_iterator<char>(in)), {});
    if (!in.good() && !in.eof()) {
        return failure(fmt::format("Cannot read {}: {}", path.string(), std::strerror(errno)),
            Error::Kind::Internal);
    }
    return bytes;
}

// One step for this machine while it is up; see the class about a power cut.
Status replaceFile(const fs::path& path, const std::string& bytes) {
    const auto fresh = path.string() + ".new";
    const int fd = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool written
        = fd >= 0 && ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    const int error = errno;
    if (fd >= 0) {
        ::close(fd);
    }
    if (!written || ::rename(fresh.c_str(), path.c_str()) != 0) {
        return failure(fmt::format("Cannot write {}: {}", path.string(),
                           std::strerror(written ? errno : error)),
            Error::Kind::Internal);
    }
    return {};
}

Status removeFile(const fs::path& path) {
    std::error_code error;
    fs::remove(path, error);
    return error ? Status(failure(error.message(), Error::Kind::Internal)) : Status{};
}

// One value a file.
template <typename Message, typename Value>
Status readAll(const fs::path& folder, std::vector<Value>& values, std::set<ContainerId>& rebooted,
    const std::string& bootId, std::vector<std::string>& warnings) {
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() == ".new") {
            continue;
        }
        auto bytes = readFile(entry.path());
        Message message;
        if (!bytes || !message.ParseFromString(*bytes)) {
            warnings.push_back(
                fmt::format("{} is damaged and is left out: its container will be ended",
                    entry.path().string()));
            continue;
        }
        auto value = proto::fromProto(message);
        if (!value) {
            return failure(entry.path().string(), value.error());
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
    return Checkpoints(meta, std::move(bootId));
}

Result<node::RecoveredAgent> Checkpoints::load(std::vector<std::string>& warnings) {
    node::RecoveredAgent out;
    const auto agentFile = m_meta / "agent";
    if (fs::exists(agentFile)) {
        auto bytes = readFile(agentFile);
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
        m_meta / kTasks, out.tasks, out.rebooted, m_bootId, warnings);
    if (status) {
        status = readAll<muster::v1::ExecutorCheckpoint>(
            m_meta / kExecutors, out.executors, out.rebooted, m_bootId, warnings);
    }
    if (!status) {
        return tl::unexpected(status.error());
    }
    return out;
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
    return net::writePrivateFile(
        m_meta / "agent", proto::toProto(m_id, m_restrictions).SerializeAsString());
}

} // namespace muster::agentd

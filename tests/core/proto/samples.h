// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>

#include "core/kernel/node/agent.h"
#include "core/proto/resources.h"
#include "core/proto/scheduler.h"

namespace muster::proto {

// Seeded values of every kind that travels. Times are whole milliseconds where the wire's are.
class Samples {
public:
    explicit Samples(std::uint64_t seed) : m_random(seed), m_uuids(seed) { }

    std::uint64_t upTo(std::uint64_t most) { return m_random() % (most + 1); }
    bool coin() { return upTo(1) == 1; }
    std::string id() {
        std::string out = "x";
        for (auto length = upTo(12); length > 0; --length) {
            out += static_cast<char>('a' + upTo(25));
        }
        return out + "é\"";
    }
    std::string text() { return id() + "\\"; }
    Uuid uuid() { return m_uuids.next(); }
    Instant time() {
        return Instant(std::chrono::milliseconds(1'500'000'000'000 + upTo(1u << 31)));
    }
    GpuUuid gpu() { return {"GPU-" + uuid().text()}; }

    Resources resources() {
        Resources out;
        out.setScalar(Resources::Cpus, Milli{static_cast<std::int64_t>(1 + upTo(64'000))});
        out.setScalar(Resources::Mem, Milli::whole(static_cast<std::int64_t>(upTo(1 << 20))));
        out.setScalar(Resources::Gpus, Milli::whole(static_cast<std::int64_t>(upTo(8))));
        if (coin()) {
            out += Resources({{"ports", "*", Ranges({{1, 1 + upTo(9)}, {100, 200}})},
                {"disks", "prod", TextSet{"a", "b"}}});
        }
        return out;
    }

    cluster::TaskInfo task() {
        mesos::v1::TaskInfo info;
        info.set_name(text());
        info.mutable_task_id()->set_value(id());
        info.mutable_agent_id()->set_value(id());
        info.mutable_command()->set_value(text());
        info.mutable_command()->set_user("alice");
        append(resources(), *info.mutable_resources());
        if (coin()) {
            info.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(
                static_cast<std::int64_t>(upTo(1 << 30)) * 1000);
        }
        return fromProto(toProto(fromProto(info)));
    }

    cluster::ExecutorInfo executor() {
        mesos::v1::ExecutorInfo info;
        info.mutable_executor_id()->set_value(id());
        info.set_name(text());
        info.set_data(bytes(9));
        if (coin()) {
            info.set_type(mesos::v1::ExecutorInfo::DEFAULT);
        } else {
            info.set_type(mesos::v1::ExecutorInfo::CUSTOM);
            info.mutable_command()->set_value(text());
            info.mutable_shutdown_grace_period()->set_nanoseconds(
                static_cast<std::int64_t>(upTo(1 << 30)) * 1000);
        }
        append(resources(), *info.mutable_resources());
        return fromProto(toProto(fromProto(info)));
    }

    // Run by an executor instead of a command.
    cluster::TaskInfo executorTask() {
        auto info = toProto(task());
        info.clear_command();
        *info.mutable_executor() = toProto(executor());
        info.mutable_max_completion_time()->set_nanoseconds(
            static_cast<std::int64_t>(upTo(1 << 30)) * 1000);
        return fromProto(toProto(fromProto(info)));
    }

    cluster::TaskStatus status() {
        cluster::TaskStatus out{.task = {id()},
            .state = static_cast<TaskState>(upTo(13)),
            .source = static_cast<StatusSource>(upTo(2)),
            .message = text(),
            .at = time() + Duration(upTo(999)),
            .agent = {id()}};
        if (coin()) {
            out.reason = Reason::ContainerLaunchFailed;
            out.launchStep = static_cast<LaunchStep>(upTo(2));
            out.uuid = uuid();
        }
        if (coin()) {
            out.executor = {id()};
            out.healthy = coin();
            out.container = cluster::ContainerStatus{{id()}, "10.0.0.1", 42};
            mesos::v1::TaskStatus rest;
            rest.set_data(bytes(9));
            rest.mutable_check_status()->mutable_http()->set_status_code(200);
            out.payload = rest.SerializePartialAsString();
        }
        if (coin()) {
            out.exitCode = static_cast<int>(upTo(255));
        } else if (coin()) {
            out.signal = 9;
        }
        if (coin()) {
            out.killedBy = cluster::KilledBy{text(), text()};
        } else if (coin()) {
            out.memoryExceeded = cluster::MemoryExceeded{{upTo(1u << 30)}, {}};
            if (coin()) {
                out.memoryExceeded->peak = Bytes{upTo(1u << 30)};
            }
        }
        return out;
    }

    Restriction restriction() {
        Restriction out{.gpu = gpu(), .reason = text(), .author = text(), .since = time()};
        if (coin()) {
            out.until = time();
        }
        return out;
    }

    GpuInfo gpuInfo() {
        GpuInfo out{.uuid = gpu(),
            .index = static_cast<unsigned>(upTo(15)),
            .minor = static_cast<unsigned>(upTo(15)),
            .model = text(),
            .busId = text()};
        if (coin()) {
            out.memory = Bytes{upTo(1u << 30)};
            out.powerLimit = static_cast<std::uint32_t>(upTo(700'000));
            out.computeMode = "Default";
            out.links = {{gpu(), 4}, {gpu(), 2}};
            out.paths = {{gpu(), PathLevel::Bridge}, {gpu(), PathLevel::System}};
            out.numaNode = static_cast<unsigned>(upTo(7));
        }
        if (coin()) {
            out.persistence = coin();
            out.displayActive = coin();
            out.mig = coin();
            out.ecc = coin();
        }
        return out;
    }

    cluster::GpuStatus gpuStatus(const GpuUuid& gpu) {
        cluster::GpuStatus out{.gpu = gpu, .state = GpuState::Free};
        if (coin()) {
            out.state = GpuState::Allocated;
            out.holder = cluster::TaskKey{{id()}, {id()}};
        } else if (coin()) {
            out.state = GpuState::Restricted;
            out.restriction = restriction();
        } else if (coin()) {
            out.state = GpuState::Lost;
            out.problem = text();
        }
        return out;
    }

    // Without what an agent is not told: host name and failover timeout.
    cluster::FrameworkInfo framework() {
        return {.id = {id()},
            .name = text(),
            .user = text(),
            .roles = {text(), text()},
            .principal = text(),
            .capabilities
            = {cluster::Capability::GpuResources, cluster::Capability::PartitionAware},
            .payload = text()};
    }

    cluster::AgentInfo agent() {
        return {.hostname = text(),
            .total = resources(),
            .attributes = *parseAttributes("rack:abc;level:10.5;keys:[1000-1500]"),
            .gpus = {gpuInfo(), gpuInfo()},
            .driverVersion = text(),
            .cudaVersion = text()};
    }

    std::string bytes(std::size_t most) {
        std::string out(upTo(most), '\0');
        for (auto& byte : out) {
            byte = static_cast<char>(m_random());
        }
        return out;
    }

private:
    std::mt19937_64 m_random;
    UuidSequence m_uuids;
};

} // namespace muster::proto

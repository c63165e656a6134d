// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "core/gpu/probe.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace muster::gpu {

using namespace std::chrono_literals;

inline const std::string kSimulator = MUSTER_BIN_DIR "/libmuster-nvml-sim.so";
inline const std::string kProgram = MUSTER_BIN_DIR "/muster-nvml";

inline std::string scenarioPath(const std::string& name) {
    return MUSTER_SOURCE_DIR "/resources/scenarios/" + name + ".json";
}

// A scenario file of its own, written whole (by rename) as often as a test likes.
class Machine {
public:
    explicit Machine(const std::string& json = {}) {
        if (!json.empty()) {
            write(json);
        }
    }

    std::string path() const { return m_folder / "scenario.json"; }
    void write(const std::string& json) const {
        const auto fresh = m_folder / "fresh";
        std::ofstream(fresh) << json;
        std::filesystem::rename(fresh, path());
    }
    ProbeOptions options() const {
        return {kProgram, kSimulator, {"MUSTER_SIM_SCENARIO=" + path()}};
    }

private:
    test::TemporaryFolder m_folder;
};

inline ProbeOptions optionsFor(const std::string& scenario) {
    return {kProgram, kSimulator, {"MUSTER_SIM_SCENARIO=" + scenarioPath(scenario)}};
}

// `count` boards that differ only in what follows from their index. `more` goes into the scenario.
inline std::string boards(
    unsigned count, const std::string& more = {}, const std::string& perGpu = {}) {
    std::string gpus;
    for (unsigned i = 0; i < count; ++i) {
        gpus += (i ? ", " : "")
            + fmt::format(
                R"({{"board": "b", "bus": "0000:{:02x}:00.0", "minor": {}{}}})", i + 4, i, perGpu);
    }
    return R"({"driver": "550.54.14", "nvml": "12.550.54.14", "cuda": 12040, "seed": 7, )"
           R"("boards": {"b": {"model": "Test Board", "memoryMiB": 16384, "watts": [10, 250], "load": "busy", )"
           R"("smClock": [300, 1500], "memoryClock": [400, 5000], "ecc": true, "fan": true, "mig": false, )"
           R"("nvlink": {"switch": 4}, "processes": [{"pid": 4242, "name": "/usr/bin/python3", "memoryMiB": 2048}]}}, )"
        + more + R"("gpus": [)" + gpus + "]}";
}

inline Uptime uptime() {
    return Uptime(
        std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

// One request and its reply, as a loop would do it. Fails the test when nothing comes long after
// the deadline.
inline Reply ask(Probe& probe, Request request, Duration patience = 5s) {
    if (const auto sent = probe.request(request, uptime() + patience); !sent) {
        return tl::unexpected(sent.error());
    }
    const auto end = uptime() + patience + 1s;
    while (uptime() < end) {
        pollfd event{probe.fd(), POLLIN, 0};
        poll(&event, 1, 5);
        auto reply = event.revents != 0 ? probe.onReadable(uptime()) : probe.onDeadline(uptime());
        if (reply) {
            return *reply;
        }
    }
    ADD_FAILURE() << "The probe did not reply within its deadline";
    return failure("no reply");
}

inline Sample sampleOf(const Reply& reply) {
    EXPECT_TRUE(reply) << (reply ? "" : reply.error().message);
    return reply && std::holds_alternative<Sample>(*reply) ? std::get<Sample>(*reply) : Sample{};
}

inline Discovery discoveryOf(const Reply& reply) {
    EXPECT_TRUE(reply) << (reply ? "" : reply.error().message);
    return reply && std::holds_alternative<Discovery>(*reply) ? std::get<Discovery>(*reply)
                                                              : Discovery{};
}

inline MetricValue valueOf(const GpuSample& sample, Metric metric) {
    return sample.values[static_cast<std::size_t>(metric)];
}

} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <tuple>

#include <sys/types.h>

#include "core/gpu/nvml_abi.h"
#include "core/gpu/sim/load.h"

namespace muster::sim {

// What a function sees of the moment in which it is called.
struct Moment {
    std::shared_ptr<const Scenario> scenario;
    const Gpu* gpu = nullptr; // of a device function
    unsigned index = 0;
    double clock = 0; // seconds, for the load

    Load load() const { return loadAt(*gpu, clock); }
};

// The state behind NVML's C ABI, which has one a process. Thread-safe, as NVML is.
class Simulator {
public:
    static Simulator& instance(); // the ABI has no argument that could carry it

    int init();
    int shutdown();

    // The two ways in: faults first (latency, hang, error), then `answer`. A device function is
    // refused for a handle that is none, a lost or hidden GPU, and what the board does not support.
    int system(const char* function, const std::function<int(const Moment&)>& answer);
    int device(const char* function, gpu::abi::Device handle,
        const std::function<int(const Moment&)>& answer);

    int handle(const char* function, const std::function<bool(const Gpu&, unsigned)>& matches,
        gpu::abi::Device* out);
    // The index behind a handle, or nothing.
    static std::optional<unsigned> indexOf(gpu::abi::Device handle);

    std::uint64_t random() { return mix(++m_random); }

    // One of a GPU's counters, at so much a second since it was asked last.
    struct Counted {
        double count = 0;
        std::int64_t at = 0; // us of the wall clock; 0: not yet asked
    };
    Counted count(unsigned gpu, std::uint32_t counter, double rate);

private:
    // The time alone has the kernel's tick: two writes can share it.
    using FileVersion = std::tuple<time_t, long, ino_t, off_t>;

    Moment look();
    void reload();
    void readOwnScenario();
    double age() const;
    int faultOf(const Moment& moment, const char* function);
    bool isLost(const Gpu& gpu) const;

    std::mutex m_mutex;
    std::shared_ptr<const Scenario> m_scenario;
    std::string m_path;
    double m_checked = 0;
    FileVersion m_version{};
    bool m_inContainer = false; // the library carries its scenario
    int m_uses = 0;
    double m_since = 0;
    std::atomic<std::uint64_t> m_random{1};
    std::map<std::pair<unsigned, std::uint32_t>, Counted> m_counters;
};

} // namespace muster::sim

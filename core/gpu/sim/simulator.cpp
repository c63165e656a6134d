// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/simulator.h"

#include <cstdio>
#include <cstdlib>

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/gpu/sim/container_view.h"

namespace muster::sim {
namespace {

using namespace gpu::abi;

constexpr unsigned kMostGpus = 64;

// A handle is an address in here: the same GPU has the same one in every scenario.
char handles[kMostGpus];

double monotonic() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::int64_t wallMicroseconds() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * std::int64_t{1'000'000} + now.tv_nsec / 1000;
}

void hangForEver() {
    for (;;) {
        pause();
    }
}

} // namespace

Simulator& Simulator::instance() {
    static Simulator simulator;
    return simulator;
}

// As the driver of a container: what may be opened is asked at each start, and the environment,
// which is the task's, counts for nothing.
void Simulator::readOwnScenario() {
    Dl_info library{};
    if (m_uses > 0 || dladdr(handles, &library) == 0 || library.dli_fname == nullptr) {
        return;
    }
    const auto json = scenarioIn(library.dli_fname);
    if (!json) {
        return;
    }
    m_inContainer = true;
    if (auto scenario = parseScenario(*json)) {
        m_random = scenario->seed;
        m_scenario = std::make_shared<const Scenario>(
            restricted(std::move(*scenario), [](const Gpu& gpu) { return canOpen(gpu.minor); }));
    }
}

void Simulator::reload() {
    constexpr double kPeriod = 0.1;
    const double now = monotonic();
    const char* path = std::getenv("MUSTER_SIM_SCENARIO");
    if (m_inContainer || path == nullptr || (m_path == path && now - m_checked < kPeriod)) {
        return;
    }
    m_checked = now;
    struct stat file { };
    const bool there = stat(path, &file) == 0;
    const FileVersion version{file.st_mtim.tv_sec, file.st_mtim.tv_nsec, file.st_ino, file.st_size};
    const bool same = m_path == path && version == m_version;
    if (m_scenario && (!there || same)) {
        return;
    }
    m_version = version;
    m_path = path;
    const char* machine = std::getenv("MUSTER_SIM_MACHINE");
    auto scenario = readScenario(path, machine == nullptr ? "" : machine);
    if (!scenario) { // a half-written file: the old one stays until the next change
        std::fprintf(stderr, "muster-nvml-sim: %s\n", scenario.error().message.c_str());
        return;
    }
    m_random = scenario->seed;
    m_scenario = std::make_shared<const Scenario>(std::move(*scenario));
}

Moment Simulator::look() {
    const std::lock_guard lock(m_mutex);
    reload();
    const double clock = m_scenario && m_scenario->frozenAt ? *m_scenario->frozenAt : monotonic();
    return {m_scenario, nullptr, 0, clock};
}

double Simulator::age() const {
    return monotonic() - m_since;
}

bool Simulator::isLost(const Gpu& gpu) const {
    return gpu.lostAfter && age() >= *gpu.lostAfter;
}

// Sleeps, hangs, or gives the error to answer; Success where nothing is to happen.
int Simulator::faultOf(const Moment& moment, const char* function) {
    int code = Success;
    for (const std::string_view name : {std::string_view("*"), std::string_view(function)}) {
        const auto entry = moment.scenario->calls.find(name);
        if (entry == moment.scenario->calls.end()) {
            continue;
        }
        const auto& fault = entry->second;
        if (age() < fault.after
            || (fault.gpu && (moment.gpu == nullptr || *fault.gpu != moment.index))) {
            continue;
        }
        usleep(fault.latencyMicroseconds);
        if (static_cast<double>(random() >> 11) * 0x1p-53 < fault.probability) {
            if (fault.hang) {
                hangForEver();
            }
            code = fault.error;
        }
    }
    return code;
}

int Simulator::init() {
    {
        const std::lock_guard lock(m_mutex);
        readOwnScenario();
    }
    const auto moment = look();
    if (!moment.scenario) {
        std::fputs("muster-nvml-sim: MUSTER_SIM_SCENARIO does not name a scenario\n", stderr);
        return DriverNotLoaded;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_since = m_uses == 0 ? monotonic() : m_since;
    }
    if (const int code = faultOf(moment, "nvmlInit_v2"); code != Success) {
        return code;
    }
    const std::lock_guard lock(m_mutex);
    ++m_uses;
    return Success;
}

int Simulator::shutdown() {
    const std::lock_guard lock(m_mutex);
    return m_uses == 0 ? Uninitialized : (--m_uses, Success);
}

int Simulator::system(const char* function, const std::function<int(const Moment&)>& answer) {
    const auto moment = look();
    if (!moment.scenario || m_uses == 0) {
        return Uninitialized;
    }
    const int code = faultOf(moment, function);
    return code == Success ? answer(moment) : code;
}

std::optional<unsigned> Simulator::indexOf(Device handle) {
    const auto* place = reinterpret_cast<const char*>(handle);
    const bool ours = !std::less<>()(place, handles) && std::less<>()(place, handles + kMostGpus);
    return ours ? std::optional(static_cast<unsigned>(place - handles)) : std::nullopt;
}

int Simulator::device(
    const char* function, Device handle, const std::function<int(const Moment&)>& answer) {
    auto moment = look();
    const auto index = indexOf(handle);
    if (!moment.scenario || m_uses == 0) {
        return Uninitialized;
    }
    if (!index || *index >= moment.scenario->gpus.size()) {
        return InvalidArgument;
    }
    moment.index = *index;
    moment.gpu = &moment.scenario->gpus[*index];
    if (const int code = faultOf(moment, function); code != Success) {
        return code;
    }
    if (isLost(*moment.gpu)) {
        return GpuIsLost;
    }
    return moment.gpu->unsupported.contains(function) ? int{NotSupported} : answer(moment);
}

Simulator::Counted Simulator::count(unsigned gpu, std::uint32_t counter, double rate) {
    const std::lock_guard lock(m_mutex);
    auto& counted = m_counters[{gpu, counter}];
    const auto now = wallMicroseconds();
    counted.count += counted.at == 0 ? 0 : rate * static_cast<double>(now - counted.at) * 1e-6;
    counted.at = now;
    return counted;
}

int Simulator::handle(
    const char* function, const std::function<bool(const Gpu&, unsigned)>& matches, Device* out) {
    return system(function, [&](const Moment& moment) -> int {
        for (unsigned index = 0; index < moment.scenario->gpus.size(); ++index) {
            const auto& gpu = moment.scenario->gpus[index];
            if (!matches(gpu, index)) {
                continue;
            }
            if (out == nullptr) {
                return InvalidArgument;
            }
            *out = reinterpret_cast<Device>(handles + index);
            return isLost(gpu) ? GpuIsLost : gpu.hidden ? NoPermission : Success;
        }
        return NotFound;
    });
}

} // namespace muster::sim

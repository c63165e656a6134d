// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What a task costs besides its own work: launch, notice of its exit and destroy of /bin/true,
// beside "runc run" of a bundle with the same configuration, interleaved A-B-B-A. Prints JSON.
// Needs root. The figure to watch is the ratio: wall times depend on what else the machine does.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "core/container/oci_config.h"
#include "core/container/process.h"
#include "core/container/runtime.h"

namespace {

using namespace muster;
using namespace muster::container;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

struct Series {
    std::vector<double> values;

    std::string json() const {
        auto sorted = values;
        std::sort(sorted.begin(), sorted.end());
        const auto at = [&](double share) {
            return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
        };
        return fmt::format(R"({{"n":{},"min":{:.1f},"p50":{:.1f},"p95":{:.1f}}})", sorted.size(),
            at(0), at(0.5), at(0.95));
    }
};

struct Phases {
    Series launch, notice, destroy, whole;
};

void require(bool condition, const char* what) {
    if (condition)
        return;
    std::fprintf(stderr, "container-bench: %s\n", what);
    std::exit(1);
}

ContainerSpec specOf(const std::string& base, const std::string& name) {
    ContainerSpec spec;
    spec.id = ContainerId{name};
    spec.argv = {"/bin/true"};
    spec.sandbox = base + "/sandboxes/" + name;
    spec.gpuMinors = {0};
    return spec;
}

void ours(Runtime& runtime, const ContainerSpec& spec, Phases& phases) {
    const auto begin = Clock::now();
    const auto launched = runtime.launch(spec);
    require(launched.has_value(), launched ? "" : launched.error().message.c_str());
    const auto running = Clock::now();
    phases.launch.values.push_back(millisecondsSince(begin));
    for (std::vector<Exit> exits; exits.empty(); exits = runtime.takeExits()) {
        pollfd ready{runtime.exitFd(), POLLIN, 0};
        require(poll(&ready, 1, 20000) > 0, "no exit in 20 s");
    }
    phases.notice.values.push_back(millisecondsSince(running));
    const auto ended = Clock::now();
    require(runtime.destroy(spec.id).has_value(), "destroy failed");
    phases.destroy.values.push_back(millisecondsSince(ended));
    phases.whole.values.push_back(millisecondsSince(begin));
}

// The same configuration but for the cgroup's name, on a mount made before.
std::string prepareRunc(const std::string& base) {
    const std::string bundle = base + "/bundle";
    const auto spec = specOf(base, "peer");
    std::filesystem::create_directories(bundle + "/rootfs");
    std::filesystem::create_directories(spec.sandbox);
    require(mount("/", (bundle + "/rootfs").c_str(), nullptr, MS_BIND, nullptr) == 0, "mount");
    const auto facts = readHostFacts({base + "/state", base + "/mounts"});
    const ContainerPlaces places{
        bundle + "/rootfs", MUSTER_BIN_DIR "/muster-init", "/muster-bench/peer"};
    require(
        writeFileAtomically(bundle + "/config.json", ociConfig(spec, *facts, places)).has_value(),
        "config");
    return bundle;
}

void theirs(const std::string& base, const std::string& bundle, Series& series) {
    const auto begin = Clock::now();
    const auto run = runProgram(
        {"/usr/sbin/runc", "--root", base + "/peer", "run", "--bundle", bundle, "peer"},
        std::chrono::seconds(20));
    require(run && run->exitCode == 0, "runc run failed");
    series.values.push_back(millisecondsSince(begin));
}

} // namespace

int main(int argc, char** argv) {
    const int repetitions = argc > 1 ? std::atoi(argv[1]) : 20;
    require(unshare(CLONE_NEWNS) == 0
            && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0,
        "needs root");
    char name[] = "/var/tmp/muster-bench-XXXXXX";
    const std::string base = mkdtemp(name);
    std::filesystem::create_directories(base + "/sandboxes");
    RuntimeOptions options;
    options.stateDirectory = base + "/state";
    options.mountPlace = base + "/mounts";
    options.init = MUSTER_BIN_DIR "/muster-init";
    options.cgroupParent = "/muster-bench";
    auto runtime = Runtime::open(options);
    require(runtime.has_value(), "cannot open the runtime");
    const std::string bundle = prepareRunc(base);
    Phases warmUp;
    Phases phases;
    Series runc;
    Series runcWarmUp;
    for (int i = -2; i < repetitions; ++i) {
        const auto spec = specOf(base, fmt::format("task-{}", i + 2));
        const bool first = i % 2 == 0;
        auto& target = i < 0 ? warmUp : phases;
        auto& peer = i < 0 ? runcWarmUp : runc;
        if (first)
            ours(**runtime, spec, target);
        theirs(base, bundle, peer);
        if (!first)
            ours(**runtime, spec, target);
    }
    double load = 0;
    getloadavg(&load, 1);
    fmt::print(
        R"({{"bench":"container","unit":"ms","load":{:.2f},"whole":{},"launch":{},"notice":{},)"
        R"("destroy":{},"runc_run":{}}})"
        "\n",
        load, phases.whole.json(), phases.launch.json(), phases.notice.json(),
        phases.destroy.json(), runc.json());
    const auto mounts = parseMountinfo(readFile("/proc/self/mountinfo").value_or(""));
    umount2((bundle + "/rootfs").c_str(), MNT_DETACH);
    umount2((base + "/mounts").c_str(), MNT_DETACH);
    (void)Cgroup(mounts, "/muster-bench").remove();
    for (const Mount& mount : parseMountinfo(readFile("/proc/self/mountinfo").value_or("")))
        require(!mount.mountPoint.starts_with(base), "a mount is left: not removing anything");
    std::filesystem::remove_all(base);
}

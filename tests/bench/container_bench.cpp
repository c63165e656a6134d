// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What a task costs besides its own work: launch, notice of its exit and destroy of /bin/true,
// beside "runc run" of a bundle with the same configuration, interleaved A-B-B-A. Prints JSON.
// Needs root. The figure to watch is the ratio: wall times depend on what else the machine does.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sys/mount.h>

#include "core/container/process.h"
#include "core/container/runtime.h"
#include "tests/bench/runc_peer.h"
#include "tests/bench/series.h"
#include "tests/support/mount_namespace.h"
#include "tests/support/paths.h"

namespace {

using namespace muster;
using namespace muster::container;
using bench::RuncPeer;
using bench::Series;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point begin) {
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

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

void theirs(const RuncPeer& peer, Series& series) {
    const auto begin = Clock::now();
    const auto run = runProgram(peer.argv(), std::chrono::seconds(20));
    require(run && run->exitCode == 0, "runc run failed");
    series.values.push_back(millisecondsSince(begin));
}

} // namespace

int main(int argc, char** argv) {
    const int repetitions = argc > 1 ? std::atoi(argv[1]) : 20;
    require(test::enterMountNamespace(), "needs root");
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
    auto made = RuncPeer::prepare(base, specOf(base, "peer"), options.init);
    require(made.has_value(), made ? "" : made.error().message.c_str());
    std::optional<RuncPeer> peer(std::move(*made));
    Phases warmUp;
    Phases phases;
    Series runc;
    Series runcWarmUp;
    for (int i = -2; i < repetitions; ++i) {
        const auto spec = specOf(base, fmt::format("task-{}", i + 2));
        const bool first = i % 2 == 0;
        auto& target = i < 0 ? warmUp : phases;
        auto& peerSeries = i < 0 ? runcWarmUp : runc;
        if (first)
            ours(**runtime, spec, target);
        theirs(*peer, peerSeries);
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
    umount2((base + "/mounts").c_str(), MNT_DETACH);
    peer.reset();
    require(bench::isFreeOfMounts(base), "a mount is left: not removing anything");
    std::filesystem::remove_all(base);
}

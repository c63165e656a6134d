// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What a container with an image costs, beside runc, podman and docker with the same files: from
// the launch of /bin/true until it is gone, in turns. Then many launches in a row and what they
// leave, what the size of an image costs once it is there, and a job from its submission until it
// runs. Prints ours / peer / floor. Needs root; a peer that is not installed is left out.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>

#include <poll.h>
#include <sys/mount.h>

#include <nlohmann/json.hpp>

#include "core/container/host_facts.h"
#include "core/container/image/store.h"
#include "core/container/oci_config.h"
#include "core/container/process.h"
#include "core/container/runtime.h"
#include "tests/bench/runc_peer.h"
#include "tests/bench/series.h"
#include "tests/core/container/docker/dockerd.h"
#include "tests/core/container/image/test_images.h"
#include "tests/support/e2e/console.h"
#include "tests/support/mount_namespace.h"
#include "tests/support/paths.h"

namespace {

using namespace muster;
using namespace muster::container;
using bench::Series;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

constexpr const char* kBusybox = "/bin/busybox";
constexpr const char* kCgroup = "/muster-launch-bench";

void require(bool condition, const std::string& what) {
    if (!condition)
        throw std::runtime_error(what); // what was started ends with its scope
}

double timed(const std::function<void()>& work) {
    const auto begin = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void run(const std::vector<std::string>& argv) {
    const auto ended = runProgram(argv, std::chrono::seconds(60));
    require(ended && ended->exitCode == 0,
        argv.front() + ": " + (ended ? ended->output : ended.error().message));
}

std::string contentOf(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string busyboxLayer() {
    return image::tarOf({{.name = "bin/busybox", .content = contentOf(kBusybox), .mode = 0755},
        {.name = "bin/true", .type = '2', .link = "busybox"},
        {.name = "bin/sh", .type = '2', .link = "busybox"}});
}

// Our side: a runtime, and a store with an image from a layout.
struct Ours {
    explicit Ours(const std::string& base) : base(base), layout(base + "/layout") {
        RuntimeOptions options;
        options.stateDirectory = base + "/state";
        options.mountPlace = base + "/mounts";
        options.init = MUSTER_BIN_DIR "/muster-init";
        options.cgroupParent = kCgroup;
        auto opened = Runtime::open(options);
        require(opened.has_value(), "cannot open the runtime");
        runtime = std::move(*opened);
        image::StoreOptions storage;
        storage.directory = base + "/store";
        storage.pull.allowedFolders = {base};
        storage.unpack.program = MUSTER_BIN_DIR "/muster-unpack";
        auto made = image::ImageStore::open(storage);
        require(made.has_value(), made ? "" : made.error().message);
        store = std::move(*made);
    }
    std::vector<std::string> layersOf(const std::string& tag) {
        const auto reference = store->parse("oci:" + layout.folder() + ":" + tag);
        require(reference.has_value(), reference ? "" : reference.error().message);
        const auto ready = store->ensure(*reference, {});
        require(ready.has_value(), ready ? "" : ready.error().message);
        return ready->layers;
    }
    ContainerSpec spec(const std::vector<std::string>& layers) {
        ContainerSpec out;
        out.id = ContainerId{fmt::format("task-{}", ++number)};
        out.argv = {"/bin/true"};
        out.sandbox = base + "/sandboxes/" + out.id.value;
        out.image = ImageRoot{.layers = layers};
        return out;
    }
    void launch(const std::vector<std::string>& layers) {
        const auto task = spec(layers);
        const auto launched = runtime->launch(task);
        require(launched.has_value(), launched ? "" : launched.error().message);
        for (std::vector<Exit> exits; exits.empty(); exits = runtime->takeExits()) {
            pollfd ready{runtime->exitFd(), POLLIN, 0};
            require(poll(&ready, 1, 20000) > 0, "no exit in 20 s");
        }
        require(runtime->destroy(task.id).has_value(), "destroy failed");
    }

    std::string base;
    image::TestLayout layout;
    std::unique_ptr<Runtime> runtime;
    std::unique_ptr<image::ImageStore> store;
    unsigned number = 0;
};

// "runc run" of runc's own default configuration on a plain folder with the same files.
std::vector<std::string> runcPeer(const std::string& base, const std::string& layer) {
    const auto bundle = base + "/runc";
    fs::create_directories(bundle);
    fs::copy(
        layer, bundle + "/rootfs", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    run({"/usr/sbin/runc", "spec", "--bundle", bundle});
    auto config = nlohmann::json::parse(contentOf(bundle + "/config.json"));
    config["process"]["args"] = {"/bin/true"};
    config["process"]["terminal"] = false;
    std::ofstream(bundle + "/config.json") << config;
    return {"/usr/sbin/runc", "--root", base + "/runc-state", "run", "--bundle", bundle, "peer"};
}

// The same with our filter of system calls, which runc compiles for each container.
std::vector<std::string> filteredPeer(Ours& ours, const std::string& base) {
    const auto facts = readHostFacts({base + "/state", base + "/mounts"});
    require(facts.has_value(), "cannot read the facts of the machine");
    const auto own = nlohmann::json::parse(ociConfig(ours.spec({}), *facts,
        ContainerPlaces{base + "/runc/rootfs", MUSTER_BIN_DIR "/muster-init", kCgroup}));
    auto config = nlohmann::json::parse(contentOf(base + "/runc/config.json"));
    config["root"]["path"] = base + "/runc/rootfs";
    config["linux"]["seccomp"] = own["linux"]["seccomp"];
    fs::create_directories(base + "/filtered");
    std::ofstream(base + "/filtered/config.json") << config;
    return {"/usr/sbin/runc", "--root", base + "/runc-state", "run", "--bundle", base + "/filtered",
        "filtered"};
}

void priceOfTheFilter(const std::vector<std::string>& plain,
    const std::vector<std::string>& filtered, int repetitions) {
    Series without;
    Series with;
    for (int i = 0; i < (repetitions + 1) / 2; ++i) {
        for (const bool isFiltered : {true, false, false, true}) {
            const auto took = timed([&] { run(isFiltered ? filtered : plain); });
            (isFiltered ? with : without).values.push_back(took);
        }
    }
    fmt::print("the filter of system calls costs runc {:.1f} ms: {} with it, {} without\n",
        with.at(0.5) - without.at(0.5), with.json(), without.json());
}

std::vector<std::string> podmanPeer(const std::string& base, const std::string& layer) {
    const std::vector<std::string> podman{
        "podman", "--root", base + "/podman", "--runroot", base + "/podman-run"};
    auto import = podman;
    std::ofstream(base + "/layer.tar", std::ios::binary) << layer;
    import.insert(import.end(), {"import", base + "/layer.tar", "bench:latest"});
    run(import);
    auto out = podman;
    out.insert(out.end(),
        {"run", "--rm", "--network=host", "--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024",
            "bench:latest", "/bin/true"});
    return out;
}

// Ours, peer, peer, ours: each as often behind the other, whose end may still keep the machine
// busy.
void compare(Ours& ours, const std::vector<std::string>& layers, const std::string& name,
    const std::vector<std::string>& argv, int repetitions) {
    Series own;
    Series peer;
    for (int i = -1; i < (repetitions + 1) / 2; ++i) {
        Series warmUp;
        for (const bool isOurs : {true, false, false, true}) {
            const auto took = timed([&] { isOurs ? ours.launch(layers) : run(argv); });
            (i < 0 ? warmUp : isOurs ? own : peer).values.push_back(took);
        }
    }
    fmt::print("launch of an image until it is gone, ms: ours {}\n  {:<11} {}  ours/peer {:.2f}\n",
        own.json(), name, peer.json(), own.at(0.5) / peer.at(0.5));
}

void inARow(Ours& ours, const std::vector<std::string>& layers, int count) {
    const auto took = timed([&] {
        for (int i = 0; i < count; ++i)
            ours.launch(layers);
    });
    const auto mounts = parseMountinfo(contentOf("/proc/self/mountinfo"));
    const auto left = std::count_if(mounts.begin(), mounts.end(),
        [&](const Mount& mount) { return mount.mountPoint.starts_with(ours.base + "/mounts/"); });
    fmt::print("{} launches in a row: {:.1f} s; left: {} mounts, {} bundles, {} changes\n", count,
        took / 1000, left,
        std::distance(fs::directory_iterator(ours.base + "/state/containers"), {}),
        std::distance(fs::directory_iterator(ours.base + "/state/changes"), {}));
}

std::string fillerLayer(std::size_t mebibytes) {
    std::string content(mebibytes << 20, '\0');
    unsigned state = 1; // nothing that compresses away
    for (auto& byte : content)
        byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
    return image::tarOf({{.name = "filler", .content = std::move(content)}});
}

// Both with the look for the image; the first one also brings it.
void bySize(Ours& ours) {
    for (const std::size_t mebibytes : {std::size_t{5}, std::size_t{500}}) {
        const auto tag = fmt::format("m{}", mebibytes);
        ours.layout.add(tag, {busyboxLayer(), fillerLayer(mebibytes)});
        const auto first = timed([&] { ours.launch(ours.layersOf(tag)); });
        Series again;
        for (int i = 0; i < 20; ++i)
            again.values.push_back(timed([&] { ours.launch(ours.layersOf(tag)); }));
        fmt::print("image of {:>3} MiB, ms: first launch {:.0f}, then {}\n", mebibytes, first,
            again.json());
    }
}

// Through the whole product: a job until the console sees it run.
void submitToRunning(const std::string& base, const std::string& image, int repetitions) {
    e2e::Process daemon(
        {MUSTER_BIN_DIR "/muster-agentd", "standalone", "--simulate=m60x4", "--port=0",
            "--work_dir=" + base + "/daemon", "--image_folders=" + base},
        {base + "/daemon.out", base + "/daemon.err", {}});
    const std::string says = "Master listening on 127.0.0.1:";
    require(daemon.saysErr(says) && daemon.saysErr("Registered with the master"), daemon.err());
    const auto words = daemon.err();
    const auto port = std::stoi(words.substr(words.find(says) + says.size()));
    auto token = e2e::fileText(base + "/daemon/token");
    token.resize(token.find('\n'));
    e2e::Console console(static_cast<std::uint16_t>(port), token);
    console.setPrompt();
    Series series;
    for (int i = -2; i < repetitions; ++i) {
        const auto took = timed([&] {
            const auto id = console.submit("bench", "exec /bin/busybox sleep 0.5",
                "cpus:0.1;mem:32", [&](auto& job) { job.set_image(image); });
            require(console.jobIs(id, "running"), console.job(id).message());
        });
        if (i >= 0)
            series.values.push_back(took);
        console.until([] { return false; }, std::chrono::milliseconds(700));
    }
    fmt::print("submit to RUNNING, ms: {}\n", series.json());
    daemon.signal(SIGTERM);
    daemon.wait(std::chrono::seconds(10));
}

} // namespace

int main(int argc, char** argv) try {
    const int repetitions = argc > 1 ? std::atoi(argv[1]) : 40;
    require(test::enterMountNamespace(), "needs root");
    require(fs::exists(kBusybox), "needs busybox-static");
    char name[] = "/var/tmp/muster-bench-XXXXXX";
    const std::string base = mkdtemp(name);
    fs::create_directories(base + "/sandboxes");
    fs::create_directories(base + "/engine");
    double load = 0;
    getloadavg(&load, 1);
    fmt::print("load {:.2f}\n", load);
    {
        Ours ours(base);
        ours.layout.add("small", {busyboxLayer()}, R"({"Cmd":["/bin/true"]})");
        const auto layers = ours.layersOf("small");
        const auto runc = runcPeer(base, layers.front());
        compare(ours, layers, "runc run", runc, repetitions);
        priceOfTheFilter(runc, filteredPeer(ours, base), repetitions);
        inARow(ours, layers, 200);
        bySize(ours);
        if (image::isInPath("podman"))
            compare(ours, layers, "podman run", podmanPeer(base, busyboxLayer()), repetitions);
        docker::Dockerd dockerd(base + "/engine"); // not before: it keeps the machine busy
        if (dockerd.start().empty() && dockerd.makeImage("bench", {}).empty())
            compare(ours, layers, "docker run",
                {"docker", "--host=unix://" + dockerd.socket(), "run", "--rm", "--network=host",
                    "bench", "/bin/true"},
                repetitions);
    }
    submitToRunning(base, "oci:" + base + "/layout:small", repetitions);
    auto mounts = parseMountinfo(contentOf("/proc/self/mountinfo"));
    std::reverse(mounts.begin(), mounts.end());
    for (const auto& left : mounts) {
        if (left.mountPoint.starts_with(base + '/'))
            umount2(left.mountPoint.c_str(), MNT_DETACH);
    }
    require(bench::isFreeOfMounts(base), "a mount is left: not removing anything");
    fs::remove_all(base);
} catch (const std::exception& error) {
    std::fprintf(stderr, "launch-bench: %s\n", error.what());
    return 1;
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/injection.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "tests/core/container/driver/fake_root.h"

namespace muster::container::driver {
namespace {

const GrantedGpu gpuA{GpuUuid{"GPU-a"}, 0, 0};
const GrantedGpu gpuB{GpuUuid{"GPU-b"}, 1, 1};

HostDriver withVolume() {
    HostDriver host;
    host.volume = Volume{"/var/run/muster/driver", "390.30", {}};
    host.nodes = {{"/dev/dri/card0", 226, 0}, {"/dev/nvidia-caps/nvidia-cap1", 240, 1},
        {"/dev/nvidia0", 195, 0}, {"/dev/nvidia1", 195, 1}, {"/dev/nvidiactl", 195, 255}};
    return host;
}

HostDriver withCdi(const std::string& edits = "env: [NVIDIA_MARK=cdi]") {
    HostDriver host;
    const auto spec = parseCdi("{cdiVersion: 0.5.0, kind: nvidia.com/gpu, devices: [{name: '0', "
                               "containerEdits: {deviceNodes: [{path: /dev/nvidia0}]}}], "
                               "containerEdits: {"
        + edits + "}}");
    EXPECT_TRUE(spec);
    host.cdi.entries.push_back({*spec, "nvidia.yaml", 0});
    return host;
}

InjectionRequest request(std::vector<GrantedGpu> gpus, Pairs image = {}, Pairs labels = {}) {
    return {{std::move(image), std::move(labels), {}}, std::move(gpus),
        {"390.30", "9.1", {{"5.2", "tesla"}}}};
}

Injection injected(const InjectionRequest& request, const HostDriver& host) {
    const auto result = inject(request, host);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result.value_or(Injection());
}

std::string valueIn(const Injection& injection, std::string_view name) {
    EXPECT_LE(std::count_if(injection.environment.begin(), injection.environment.end(),
                  [&](const auto& pair) { return pair.first == name; }),
        1);
    const auto* value = find(injection.environment, name);
    return value != nullptr ? *value : "(none)";
}

TEST(Injection, OfTheVolumeIsOneMountAndItsPaths) {
    const auto injection = injected(request({gpuA}), withVolume());
    EXPECT_EQ(injection.way, Injection::Way::Volume);
    ASSERT_EQ(injection.mounts.size(), 1U);
    EXPECT_EQ(injection.mounts[0],
        (InjectedMount{
            "/var/run/muster/driver/nvidia_390.30.compute+utility", "/usr/local/nvidia", true}));
    EXPECT_EQ(valueIn(injection, "PATH"),
        "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/nvidia/bin");
    EXPECT_EQ(valueIn(injection, "LD_LIBRARY_PATH"),
        "/usr/local/cuda/compat:/usr/local/nvidia/lib:/usr/local/nvidia/lib64");
    EXPECT_EQ(valueIn(injection, "NVIDIA_VISIBLE_DEVICES"), "GPU-a");
    EXPECT_TRUE(injection.warnings.empty());
}

TEST(Injection, AddsToTheImagesOwnPathsWithoutDuplicates) {
    const auto injection
        = injected(request({gpuA},
                       {{"PATH", "/usr/local/nvidia/bin:/opt/bin:/bin"},
                           {"LD_LIBRARY_PATH", "/usr/local/nvidia/lib:/usr/local/nvidia/lib64"},
                           {"NVIDIA_DRIVER_CAPABILITIES", "all"}}),
            withVolume());
    EXPECT_EQ(valueIn(injection, "PATH"), "/usr/local/nvidia/bin:/opt/bin:/bin");
    EXPECT_EQ(valueIn(injection, "LD_LIBRARY_PATH"),
        "/usr/local/nvidia/lib:/usr/local/nvidia/lib64:/usr/local/cuda/compat");
    EXPECT_EQ(injection.mounts[0].source, "/var/run/muster/driver/nvidia_390.30");

    auto own = request({gpuA}, {{"PATH", "/image"}});
    own.image.taskEnvironment = {{"PATH", "/task"}};
    EXPECT_EQ(valueIn(injected(own, withVolume()), "PATH"), "/task:/usr/local/nvidia/bin");
}

// doc/features.md S20: the grant decides, not the environment.
TEST(Injection, NeverShowsMoreGpusThanGranted) {
    for (const char* value : {"all", "0", "0,1", "GPU-b", "none"}) {
        auto asking = request({gpuA}, {{"NVIDIA_VISIBLE_DEVICES", value}});
        asking.image.taskEnvironment = {{"NVIDIA_VISIBLE_DEVICES", value}};
        EXPECT_EQ(valueIn(injected(asking, withVolume()), "NVIDIA_VISIBLE_DEVICES"), "GPU-a");
        asking.gpus.clear();
        EXPECT_EQ(valueIn(injected(asking, withVolume()), "NVIDIA_VISIBLE_DEVICES"), "void");
    }
    EXPECT_EQ(valueIn(injected(request({gpuA, gpuB}), withVolume()), "NVIDIA_VISIBLE_DEVICES"),
        "GPU-a,GPU-b");
}

// doc/features.md D4: all nodes are seen; what opens is another matter.
TEST(Injection, ShowsEachNodeButNoFolderOfNodes) {
    const auto injection = injected(request({}), withVolume());
    EXPECT_EQ(injection.shownNodes,
        (std::vector<DeviceNode>{
            {"/dev/nvidia0", 195, 0}, {"/dev/nvidia1", 195, 1}, {"/dev/nvidiactl", 195, 255}}));
    EXPECT_TRUE(injection.extraNodes.empty());
}

TEST(Injection, OfATaskThatWantsNoDriverIsOnlyTheVariable) {
    const auto plain = injected(request({}, {{"PATH", "/bin"}}), withVolume());
    EXPECT_EQ(plain.way, Injection::Way::None);
    EXPECT_TRUE(plain.mounts.empty());
    EXPECT_EQ(plain.environment, (Pairs{{"NVIDIA_VISIBLE_DEVICES", "void"}}));
    EXPECT_TRUE(plain.warnings.empty());

    const auto refusing
        = injected(request({gpuA, gpuB}, {{"NVIDIA_VISIBLE_DEVICES", "void"}}), withVolume());
    EXPECT_EQ(refusing.way, Injection::Way::None);
    EXPECT_EQ(refusing.warnings,
        (std::vector<std::string>{
            "2 GPUs granted, but the image takes no driver (NVIDIA_VISIBLE_DEVICES=void)"}));
}

// doc/features.md G8: the same script runs with 0 GPUs.
TEST(Injection, OfATaskWithoutGpusIsNeverRefusedForItsImage) {
    const Pairs image{{"NVIDIA_VISIBLE_DEVICES", "all"}, {"NVIDIA_REQUIRE_CUDA", "cuda>=99"}};
    EXPECT_EQ(injected(request({}, image), withVolume()).way, Injection::Way::Volume);
    EXPECT_EQ(injected(request({}, image), HostDriver()).way, Injection::Way::None);
    const auto refused = inject(request({gpuA}, image), withVolume());
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().message.starts_with("unsatisfied condition: cuda>=99 "));
}

TEST(Injection, RefusesAModuleOfAnotherVersion) {
    auto host = withVolume();
    host.moduleVersion = "396.26";
    const auto refused = inject(request({gpuA}), host);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
        "Driver/library version mismatch: the kernel module is 396.26, the library 390.30; reboot "
        "or reload the module nvidia");
    EXPECT_TRUE(inject(request({}), host));
}

TEST(Injection, RefusesACapabilityThatNobodyKnows) {
    EXPECT_FALSE(inject(request({gpuA}, {{"NVIDIA_DRIVER_CAPABILITIES", "x"}}), withVolume()));
}

TEST(Injection, PrefersCdi) {
    auto host
        = withCdi("env: [NVIDIA_MARK=cdi], deviceNodes: [{path: /dev/nvidia-modeset}], "
                  "mounts: [{hostPath: /usr/bin/nvidia-smi, containerPath: "
                  "/usr/bin/nvidia-smi}], hooks: [{hookName: createContainer, path: /x, args: "
                  "[x, update-ldcache, --folder, /usr/lib64]}]");
    host.volume = withVolume().volume;
    host.nodes = {{"/dev/nvidia-modeset", 195, 254}};
    const auto injection = injected(request({gpuA}, {{"LD_LIBRARY_PATH", "/image"}}), host);
    EXPECT_EQ(injection.way, Injection::Way::Cdi);
    EXPECT_EQ(injection.mounts.size(), 1U);
    EXPECT_EQ(injection.mounts[0].target, "/usr/bin/nvidia-smi");
    EXPECT_EQ(injection.extraNodes, host.nodes);
    EXPECT_EQ(valueIn(injection, "NVIDIA_MARK"), "cdi");
    EXPECT_EQ(valueIn(injection, "LD_LIBRARY_PATH"), "/image:/usr/lib64");
    EXPECT_EQ(valueIn(injection, "PATH"), "(none)");
    EXPECT_EQ(valueIn(injection, "NVIDIA_VISIBLE_DEVICES"), "GPU-a");
}

TEST(Injection, FallsBackToTheVolumeWithTheReason) {
    auto host = withCdi();
    host.volume = withVolume().volume;
    const auto injection = injected(request({gpuB}), host);
    EXPECT_EQ(injection.way, Injection::Way::Volume);
    EXPECT_EQ(injection.warnings,
        (std::vector<std::string>{"CDI is not used, but the driver's volume: no CDI spec has a "
                                  "device for GPU-b: write one with 'nvidia-ctk cdi generate'"}));
    EXPECT_EQ(valueIn(injection, "NVIDIA_MARK"), "(none)");
}

TEST(Injection, WithoutAnyDriverSaysSo) {
    const auto none = inject(request({gpuA}), HostDriver());
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, Error::Kind::Unavailable);
    const auto noDevice = inject(request({gpuB}), withCdi());
    ASSERT_FALSE(noDevice);
    EXPECT_EQ(noDevice.error().kind, Error::Kind::NotFound);
}

TEST(DeviceNodes, AreThoseThatAreCharacterDevices) {
    test::TemporaryFolder dev;
    dev.write("nvidia-notes", "a file");
    dev.write("null", "");
    const auto make = [&](const std::string& name, unsigned minor) {
        return mknod((dev.path() / name).c_str(), S_IFCHR | 0666, makedev(195, minor)) == 0;
    };
    std::filesystem::create_directories(dev.path() / "nvidia-caps");
    if (!make("nvidia1", 1) || !make("nvidia0", 0) || !make("nvidia-caps/nvidia-cap3", 3))
        GTEST_SKIP() << "this host lets nobody make device nodes";
    const auto nodes = readDeviceNodes(dev.path());
    ASSERT_EQ(nodes.size(), 3U);
    EXPECT_EQ(nodes[0].path, dev.path() / "nvidia-caps/nvidia-cap3");
    EXPECT_EQ(nodes[1], (DeviceNode{dev.path() / "nvidia0", 195, 0}));
    EXPECT_EQ(nodes[2].minor, 1U);
}

} // namespace
} // namespace muster::container::driver

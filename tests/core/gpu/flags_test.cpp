// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/flags.h"

#include <gtest/gtest.h>

namespace muster::gpu {
namespace {

const std::vector<std::string> kAll = {"filesystem/linux", "cgroups/devices", "gpu/nvidia"};
const std::string kResources
    = "Failed to create a containerizer: Failed call to NvidiaGpuAllocator::resources: ";
const std::string kIsolator
    = "Failed to create a containerizer: Could not create MesosContainerizer: Failed to create "
      "isolator 'gpu/nvidia': ";
const std::string kHandle
    = "Failed to create a containerizer: Failed to NvidiaGpuAllocator::create: Failed to "
      "nvml::deviceGetHandleByIndex: ";

const Result<Discovery> kNone
    = failure("No NVIDIA driver: Failed to load libnvidia-ml.so.1", Error::Kind::NotFound);

Discovery fourGpus() {
    Discovery found;
    for (unsigned i = 0; i < 4; ++i) {
        found.gpus.push_back({.uuid = {"GPU-" + std::to_string(i)}, .index = i, .minor = i});
    }
    found.driverVersion = "390.30";
    return found;
}

GpuFlags flags(std::optional<double> gpus, std::optional<std::string> devices,
    std::vector<std::string> isolation = kAll) {
    return {std::move(isolation), gpus ? std::optional(Milli::fromDouble(*gpus)) : std::nullopt,
        std::move(devices)};
}

struct Accepted {
    const char* what;
    GpuFlags flags;
    std::vector<unsigned> indices;
    std::int64_t gpus;
};

TEST(GpuFlags, AcceptsWhatMesosAccepts) {
    const Result<Discovery> found = fourGpus();
    const Accepted cases[] = {
        {"auto-discovery", flags({}, {}), {0, 1, 2, 3}, 4},
        {"gpus:0 switches it off", flags(0, {}), {}, 0},
        {"one", flags(1, "0"), {0}, 1},
        {"any order", flags(2, "3,1"), {1, 3}, 2},
        {"any subset", flags(3, "0,2,3"), {0, 2, 3}, 3},
        {"all", flags(4, "0,1,2,3"), {0, 1, 2, 3}, 4},
        {"cgroups/all", flags({}, {}, {"cgroups/all", "gpu/nvidia", "filesystem/linux"}),
            {0, 1, 2, 3}, 4},
        {"no isolator, no discovery", flags({}, {}, {"cgroups/cpu"}), {}, 0},
        {"no isolator, pass through", flags(100, {}, {"cgroups/cpu"}), {}, 100},
    };
    for (const auto& wanted : cases) {
        const auto plan = planGpus(wanted.flags, found);
        ASSERT_TRUE(plan) << wanted.what << ": " << plan.error().message;
        EXPECT_EQ(plan->indices, wanted.indices) << wanted.what;
        EXPECT_EQ(plan->gpus, Milli::whole(wanted.gpus)) << wanted.what;
        EXPECT_TRUE(plan->warnings.empty()) << wanted.what;
    }
}

struct Refused {
    GpuFlags flags;
    std::string message;
};

TEST(GpuFlags, RefusesWithTheWordsOfMesos) {
    const Result<Discovery> found = fourGpus();
    const Refused cases[] = {
        {flags({}, {}, {"cgroups/devices", "gpu/nvidia"}),
            kIsolator
                + "The 'filesystem/linux' isolator must be enabled in order to use the "
                  "'gpu/nvidia' isolator"},
        {flags({}, {}, {"filesystem/linux", "gpu/nvidia"}),
            kIsolator
                + "The 'cgroups/devices' or 'cgroups/all' isolator must be enabled in order to use "
                  "the 'gpu/nvidia' isolator"},
        {flags({}, "0"),
            kResources
                + "'--nvidia_gpus_devices' cannot be set without also setting 'gpus' in "
                  "'--resources'"},
        {flags(1, {}),
            kResources
                + "The `gpus` resource cannot be set without also setting `--nvidia_gpu_devices`"},
        {flags(2, "0"),
            kResources
                + "'--resources' and '--nvidia_gpu_devices' specify different numbers of GPU "
                  "devices"},
        {flags(0, "0"),
            kResources
                + "'--nvidia_gpus_devices' cannot be specified when '--resources' specifies 0 "
                  "GPUs"},
        {flags(8, "0,1,2,3,4,5,6,7"),
            kResources
                + "The number of GPUs requested is greater than the number of GPUs available on "
                  "the machine"},
        {flags(2, "0,0"), kResources + "'--nvidia_gpu_devices' contains duplicates"},
        {flags(1, "9"), kHandle + "GPU device not found"},
        {flags(0.5, "0"), kResources + "The 'gpus' resource must be an non-negative integer"},
        {flags(1, "a"),
            "Failed to load flag 'nvidia_gpu_devices': Failed to load value 'a': Failed to numify "
            "'a': Failed to convert "
            "'a' to number"},
        {flags(2, "0,1x"),
            "Failed to load flag 'nvidia_gpu_devices': Failed to load value '0,1x': Failed to "
            "numify '1x': Failed to "
            "convert '1x' to number"},
        {flags({}, "0", {"cgroups/cpu"}),
            kResources
                + "'--nvidia_gpus_devices' can only be specified if the `--isolation` flag "
                  "contains 'gpu/nvidia'"},
    };
    for (const auto& wanted : cases) {
        const auto plan = planGpus(wanted.flags, found);
        ASSERT_FALSE(plan) << wanted.message;
        EXPECT_EQ(plan.error().message, wanted.message);
    }
}

TEST(GpuFlags, PassesGpusThroughWithoutTheIsolator) {
    EXPECT_EQ(planGpus(flags(100, {}, {}), kNone)->gpus, Milli::whole(100));
    EXPECT_EQ(planGpus(flags(1, "0", {}), kNone).error().message,
        "Failed to determine agent resources: Failed to obtain GPU resources: "
        "'--nvidia_gpus_devices' can only be "
        "specified if the `--isolation` flag contains 'gpu/nvidia'");
}

TEST(GpuFlags, RefusesToPromiseGpusThatNvmlDoesNotShow) {
    const Result<Discovery> broken
        = failure("Failed to initialize NVML: Unknown Error", Error::Kind::Unavailable);
    const Result<Discovery> silent
        = failure("The NVIDIA driver is not answering", Error::Kind::Timeout);
    const auto said = [](const GpuFlags& given, const Result<Discovery>& found) {
        const auto plan = planGpus(given, found);
        return plan ? "gpus " + plan->gpus.text() : plan.error().message;
    };
    EXPECT_EQ(said(flags(4, "0,1,2,3"), broken),
        kResources + "Failed to nvml::initialize: nvmlInit failed: Unknown Error");
    EXPECT_EQ(said(flags(4, {}), silent),
        kResources + "Failed to nvml::initialize: The NVIDIA driver is not answering");
    EXPECT_EQ(said(flags(4, "0,1,2,3"), kNone),
        kIsolator
            + "Cannot create the Nvidia GPU isolator: NVML is not available: No NVIDIA driver: "
              "Failed to load libnvidia-ml.so.1");
    EXPECT_EQ(said(flags({}, {}), kNone), "gpus 0") << "a machine without GPUs has an agent, too";
    EXPECT_EQ(said(flags({}, {}), broken), "gpus 0");
    EXPECT_EQ(said(flags(0, {}), broken), "gpus 0");
}

TEST(GpuFlags, TakesGpusThatComeLaterUnlessTheyAreNamed) {
    EXPECT_TRUE(planGpus(flags({}, {}), kNone)->ownsLater);
    EXPECT_TRUE(planGpus(flags({}, {}), fourGpus())->ownsLater);
    EXPECT_FALSE(planGpus(flags(1, "0"), fourGpus())->ownsLater);
    EXPECT_FALSE(planGpus(flags(0, {}), kNone)->ownsLater);
    EXPECT_FALSE(planGpus(flags({}, {}, {"cgroups/cpu"}), kNone)->ownsLater);
}

TEST(GpuFlags, WarnsOfADriverTooOldForContainers) {
    auto found = fourGpus();
    for (const auto* old : {"331.62", "340.28", "340", "9.1"}) {
        found.driverVersion = old;
        ASSERT_EQ(planGpus(flags({}, {}), found)->warnings.size(), 1U) << old;
    }
    EXPECT_EQ(planGpus(flags({}, {}), found)->warnings[0],
        "The NVIDIA driver is 9.1, older than 340.29, the first that serves GPUs in containers; "
        "upgrade it");
    for (const auto* fine : {"340.29", "340.29.01", "1000.1", ""}) {
        found.driverVersion = fine;
        EXPECT_TRUE(planGpus(flags({}, {}), found)->warnings.empty()) << fine;
    }
}

TEST(GpuFlags, OffersNoGpuThatDoesNotAnswer) {
    auto found = fourGpus();
    found.gpus.erase(found.gpus.begin() + 1);
    found.unreachable.push_back({1, "GPU is lost"});
    const auto plan = planGpus(flags({}, {}), found);
    EXPECT_EQ(plan->indices, (std::vector<unsigned>{0, 2, 3}));
    EXPECT_EQ(plan->warnings, std::vector<std::string>{"GPU 1 is not offered: GPU is lost"});
    EXPECT_EQ(planGpus(flags(1, "1"), found).error().message, kHandle + "GPU is lost");
}

TEST(GpuFlags, TellsZeroGpusFromNone) {
    EXPECT_EQ(gpusInResources("cpus:1;gpus:0"), Milli{});
    EXPECT_EQ(gpusInResources("cpus:1; mem:1024"), std::nullopt);
    EXPECT_EQ(gpusInResources("gpus(prod):2; gpus:1"), Milli::whole(3));
    EXPECT_EQ(gpusInResources("gpus:0.5"), Milli{500});
    EXPECT_EQ(gpusInResources(
                  R"([{"name":"gpus","type":"SCALAR","scalar":{"value":2}},{"name":"cpus"}])"),
        Milli::whole(2));
    EXPECT_EQ(gpusInResources(R"([{"name":"cpus"}, 7])"), std::nullopt);
    EXPECT_EQ(gpusInResources("["), std::nullopt);
    EXPECT_EQ(gpusInResources(""), std::nullopt);
}

TEST(GpuResources, KeepTheirReservations) {
    const auto given = *Resources::parse("cpus:4;gpus(ml):2;gpus:1");
    EXPECT_EQ(gpuResources(given, Milli::whole(3)).text(), "gpus:1; gpus(ml):2");
}

TEST(GpuResources, AreWhatIsPlannedWhereTheFlagNamesNone) {
    const auto given = *Resources::parse("cpus:4");
    EXPECT_EQ(gpuResources(given, Milli::whole(3)).text(), "gpus:3");
    EXPECT_TRUE(gpuResources(given, Milli{}).empty());
}

} // namespace
} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/container/driver/request.h"

namespace muster::container::driver {
namespace {

DriverRequest wanted(const ImageFacts& image, std::size_t gpus = 1) {
    const auto result = driverRequestOf(image, gpus);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result.value_or(DriverRequest());
}

const Capabilities byDefault{Capability::Compute, Capability::Utility};

TEST(DriverRequestOf, FollowsTheLabelAsMesosDoes) {
    EXPECT_TRUE(wanted({{}, {{"com.nvidia.volumes.needed", "nvidia_driver"}}, {}}, 0).driver);
    EXPECT_FALSE(wanted({{}, {{"com.ati.volumes.needed", "ati_driver"}}, {}}, 1).driver);
}

TEST(DriverRequestOf, FollowsTheVariableBeforeTheLabel) {
    const Pairs needed{{"com.nvidia.volumes.needed", "nvidia_driver"}};
    struct Case {
        const char* value;
        bool driver;
    };
    for (const auto& [value, driver] : {Case{"", false}, Case{"void", false}, Case{"none", true},
             Case{"all", true}, Case{"0", true}, Case{"GPU-1,GPU-2", true}})
        EXPECT_EQ(wanted({{{"NVIDIA_VISIBLE_DEVICES", value}}, needed, {}}).driver, driver)
            << value;
}

TEST(DriverRequestOf, LetsTheTaskOverrideTheImage) {
    const Pairs all{{"NVIDIA_VISIBLE_DEVICES", "all"}};
    const Pairs none{{"NVIDIA_VISIBLE_DEVICES", "void"}};
    EXPECT_FALSE(wanted({all, {}, none}).driver);
    EXPECT_TRUE(wanted({none, {}, all}).driver);
}

TEST(DriverRequestOf, OfAnImageThatSaysNothingFollowsTheGrant) {
    EXPECT_TRUE(wanted({{{"PATH", "/bin"}}, {}, {}}, 1).driver);
    EXPECT_FALSE(wanted({{{"PATH", "/bin"}}, {}, {}}, 0).driver);
}

TEST(DriverRequestOf, OfAnOldCudaImageIsEverything) {
    const auto old = wanted({{{"CUDA_VERSION", "8.0.61"}}, {}, {}}, 0);
    EXPECT_TRUE(old.driver);
    EXPECT_TRUE(old.legacy);
    EXPECT_EQ(old.capabilities, allCapabilities());

    const auto newer
        = wanted({{{"CUDA_VERSION", "9.0.176"}, {"NVIDIA_REQUIRE_CUDA", "cuda>=9.0"}}, {}, {}});
    EXPECT_FALSE(newer.legacy);
    EXPECT_EQ(newer.capabilities, byDefault);
}

TEST(DriverRequestOf, HasNoCapabilitiesWithoutTheDriver) {
    const auto none = wanted(
        {{{"NVIDIA_VISIBLE_DEVICES", "void"}, {"NVIDIA_DRIVER_CAPABILITIES", "nonsense"}}, {}, {}});
    EXPECT_TRUE(none.capabilities.empty());
    EXPECT_EQ(none.reason, "NVIDIA_VISIBLE_DEVICES=void");
}

TEST(DriverCapabilities, AreReadAsTheContainerToolkitReadsThem) {
    EXPECT_EQ(parseCapabilities(""), byDefault);
    EXPECT_EQ(parseCapabilities(",,"), byDefault);
    EXPECT_EQ(parseCapabilities("all"), allCapabilities());
    EXPECT_EQ(parseCapabilities("video, graphics"),
        (Capabilities{Capability::Graphics, Capability::Video}));
    EXPECT_EQ(parseCapabilities("compute,compute,compat32"),
        (Capabilities{Capability::Compute, Capability::Compat32}));
}

TEST(DriverCapabilities, ThatAreUnknownAreRefusedWithTheList) {
    const auto result = parseCapabilities("compute,teleport");
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message,
        "NVIDIA_DRIVER_CAPABILITIES names the unknown 'teleport': known are all, compute, "
        "compat32, "
        "display, graphics, ngx, utility, video");
    EXPECT_FALSE(parseCapabilities(std::string(100000, ',')));
    EXPECT_FALSE(driverRequestOf({{{"NVIDIA_DRIVER_CAPABILITIES", "teleport"}}, {}, {}}, 1));
}

TEST(VisibleDevices, AreTheGrantedOnesAndVoidForNone) {
    EXPECT_EQ(visibleDevices({}), "void");
    EXPECT_EQ(visibleDevices({GpuUuid{"GPU-a"}, GpuUuid{"GPU-b"}}), "GPU-a,GPU-b");
}

TEST(SearchPath, GetsFoldersOnceAndBehind) {
    EXPECT_EQ(appendFolders("", {"/a", "/b", "/a"}), "/a:/b");
    EXPECT_EQ(appendFolders("/b:/bin", {"/a", "/b"}), "/b:/bin:/a");
    EXPECT_EQ(appendFolders("/bin:", {"/a"}), "/bin:/a");
    EXPECT_EQ(appendFolders("/abc", {"/a"}), "/abc:/a");
}

} // namespace
} // namespace muster::container::driver

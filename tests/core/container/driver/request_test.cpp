// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/container/driver/request.h"

namespace muster::container::driver {
namespace {

Wish wish(const ImageFacts& image, std::size_t gpus = 1) {
    const auto result = wishOf(image, gpus);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result.value_or(Wish());
}

const Capabilities byDefault{Capability::Compute, Capability::Utility};

TEST(DriverWish, FollowsTheLabelAsMesosDoes) {
    EXPECT_TRUE(wish({{}, {{"com.nvidia.volumes.needed", "nvidia_driver"}}, {}}, 0).driver);
    EXPECT_FALSE(wish({{}, {{"com.ati.volumes.needed", "ati_driver"}}, {}}, 1).driver);
}

TEST(DriverWish, FollowsTheVariableBeforeTheLabel) {
    const Pairs needed{{"com.nvidia.volumes.needed", "nvidia_driver"}};
    struct Case {
        const char* value;
        bool driver;
    };
    for (const auto& [value, driver] : {Case{"", false}, Case{"void", false}, Case{"none", true},
             Case{"all", true}, Case{"0", true}, Case{"GPU-1,GPU-2", true}})
        EXPECT_EQ(wish({{{"NVIDIA_VISIBLE_DEVICES", value}}, needed, {}}).driver, driver) << value;
}

TEST(DriverWish, LetsTheTaskOverrideTheImage) {
    const Pairs all{{"NVIDIA_VISIBLE_DEVICES", "all"}};
    const Pairs none{{"NVIDIA_VISIBLE_DEVICES", "void"}};
    EXPECT_FALSE(wish({all, {}, none}).driver);
    EXPECT_TRUE(wish({none, {}, all}).driver);
}

TEST(DriverWish, OfAnImageThatSaysNothingFollowsTheGrant) {
    EXPECT_TRUE(wish({{{"PATH", "/bin"}}, {}, {}}, 1).driver);
    EXPECT_FALSE(wish({{{"PATH", "/bin"}}, {}, {}}, 0).driver);
}

TEST(DriverWish, OfAnOldCudaImageIsEverything) {
    const auto old = wish({{{"CUDA_VERSION", "8.0.61"}}, {}, {}}, 0);
    EXPECT_TRUE(old.driver);
    EXPECT_TRUE(old.legacy);
    EXPECT_EQ(old.capabilities, allCapabilities());

    const auto newer
        = wish({{{"CUDA_VERSION", "9.0.176"}, {"NVIDIA_REQUIRE_CUDA", "cuda>=9.0"}}, {}, {}});
    EXPECT_FALSE(newer.legacy);
    EXPECT_EQ(newer.capabilities, byDefault);
}

TEST(DriverWish, HasNoCapabilitiesWithoutTheDriver) {
    const auto none = wish(
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
    EXPECT_FALSE(wishOf({{{"NVIDIA_DRIVER_CAPABILITIES", "teleport"}}, {}, {}}, 1));
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

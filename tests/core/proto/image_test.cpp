// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/proto/image.h"

namespace muster::proto {
namespace {

TEST(TaskImage, IsNoneForATaskWithoutAContainer) {
    EXPECT_FALSE(imageOf({}));
    mesos::v1::ContainerInfo own;
    own.set_type(mesos::v1::ContainerInfo::MESOS);
    EXPECT_FALSE(imageOf(own));
}

TEST(TaskImage, IsReadAsItWasWritten) {
    EXPECT_EQ(imageOf(containerOf("busybox")), (TaskImage{"busybox", false, false}));
}

TEST(TaskImage, IsAskedForAnewWhenTheFrameworkSaysSo) {
    auto own = containerOf("busybox");
    own.mutable_mesos()->mutable_image()->set_cached(false);
    EXPECT_TRUE(imageOf(own)->forcePull);
    mesos::v1::ContainerInfo docker;
    docker.set_type(mesos::v1::ContainerInfo::DOCKER);
    docker.mutable_docker()->set_image("busybox");
    EXPECT_EQ(imageOf(docker), (TaskImage{"busybox", true, false}));
    docker.mutable_docker()->set_force_pull_image(true);
    EXPECT_TRUE(imageOf(docker)->forcePull);
}

TEST(TaskImage, HasNoNameWhenItIsNotDockers) {
    auto own = containerOf("busybox");
    own.mutable_mesos()->mutable_image()->set_type(mesos::v1::Image::APPC);
    EXPECT_EQ(imageOf(own)->name, "");
}

} // namespace
} // namespace muster::proto

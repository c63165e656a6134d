// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/images.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using Variables = container::image::Variables;

// The driver's are made of the task's, which would be lost the other way round.
TEST(ImageEnvironments, PutTheTaskOverTheImageAndTheDriverOverBoth) {
    const Variables image{{"PATH", "/image"}, {"LD_LIBRARY_PATH", "/image/lib"}, {"A", "image"}};
    const Variables task{{"LD_LIBRARY_PATH", "/task/lib"}, {"A", "task"}};
    const container::driver::Pairs driver{
        {"PATH", "/image:/driver/bin"}, {"LD_LIBRARY_PATH", "/task/lib:/driver/lib"}};
    EXPECT_EQ(imageEnvironment(image, task, driver),
        (Variables{{"PATH", "/image:/driver/bin"}, {"LD_LIBRARY_PATH", "/task/lib:/driver/lib"},
            {"A", "task"}}));
}

TEST(ImageEnvironments, HaveAPathWhereNobodySaysOne) {
    EXPECT_EQ(imageEnvironment({}, {}, {}),
        (Variables{{"PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}}));
}

} // namespace
} // namespace muster::agentd

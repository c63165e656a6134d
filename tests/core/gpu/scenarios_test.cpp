// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/scenarios.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::gpu {
namespace {

namespace fs = std::filesystem;

struct Scenarios : testing::Test {
    const test::TemporaryFolder world;
    const std::string folder = fs::canonical(world.path()).string() + "/share";

    void SetUp() override {
        world.write("share/m60x4.json", "{}");
        world.write("share/h100x8.json", "{}");
        world.write("share/README.md", "");
        world.write("mine.json", "{}");
    }
    std::string refusal(const std::string& scenario, const fs::path& in) const {
        const auto found = findScenario(scenario, in);
        return found ? "found" : found.error().message;
    }
};

TEST_F(Scenarios, AreFoundByNameOrPath) {
    EXPECT_EQ(findScenario("m60x4", folder + "/../share").value().string(), folder + "/m60x4.json");
    EXPECT_EQ(findScenario(world / "mine.json", folder).value().string(), world / "mine.json");
}

TEST_F(Scenarios, ThatAreUnknownSayWhichThereAreAndWhere) {
    EXPECT_EQ(refusal("m60x5", folder),
        "Unknown scenario 'm60x5': use one of h100x8, m60x4 (in " + folder
            + "), or the path of a file");
    EXPECT_EQ(refusal("README", folder).find("Unknown scenario 'README'"), 0U);
    EXPECT_EQ(refusal("m60x4", world / "nowhere"),
        "Unknown scenario 'm60x4': there are none in " + fs::canonical(world.path()).string()
            + "/nowhere: specify the path of a scenario file");
    EXPECT_EQ(refusal("/nonexistent/x.json", folder),
        "Scenario file '/nonexistent/x.json' does not exist: use one of h100x8, m60x4 (in " + folder
            + "), or the path of a file");
}

} // namespace
} // namespace muster::gpu

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/companion.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "tests/core/container/driver/fake_root.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

TEST(Companions, AreBesideTheProgramOrWherePackagesPutThem) {
    const test::TemporaryFolder folder;
    const auto usr = folder.path().string();
    const auto bin = usr + "/bin";
    fs::create_directories(bin);
    fs::create_directories(usr + "/lib/muster");
    EXPECT_EQ(companion("muster-init", bin), bin + "/muster-init") << "where it should be";
    std::ofstream(usr + "/lib/muster/muster-init") << "x";
    EXPECT_EQ(companion("muster-init", bin), usr + "/lib/muster/muster-init");
    std::ofstream(bin + "/muster-init") << "x";
    EXPECT_EQ(companion("muster-init", bin), bin + "/muster-init");
}

TEST(Companions, ProgramFolderIsThatOfThisTest) {
    EXPECT_TRUE(fs::exists(programFolder() + "/container-test"));
}

} // namespace
} // namespace muster::container

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/program_lookup.h"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

// A container's root with /bin/tool, /bin/data (no program) and /work/own.
struct ProgramLookup : testing::Test {
    void SetUp() override {
        fs::create_directories(root + "/bin");
        fs::create_directories(root + "/work");
        make(base + "/outside", 0755);
        make(root + "/bin/tool", 0755);
        make(root + "/bin/data", 0644);
        make(root + "/work/own", 0700);
        place.directory = "/work";
        place.environment = {"PATH=/nowhere:/bin"};
    }

    static void make(const std::string& path, unsigned mode) {
        std::ofstream(path) << "#!/bin/sh\n";
        fs::permissions(path, fs::perms(mode));
    }
    std::string find(const std::string& program,
        const std::vector<std::pair<std::string, std::string>>& environment = {}) const {
        const Fd descriptor(open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        const auto found = findProgram(descriptor, program, place, environment);
        return found                                      ? "found"
            : found.error().kind == Error::Kind::NotFound ? "not found"
            : found.error().kind == Error::Kind::Denied   ? "denied"
                                                          : "?";
    }

    const test::TemporaryFolder folder;
    const std::string base = folder.path();
    const std::string root = base + "/root";
    ProcessPlace place;
};

TEST_F(ProgramLookup, FindsByThePathOfTheContainerOrOfTheCommand) {
    EXPECT_EQ(find("tool"), "found");
    EXPECT_EQ(find("own"), "not found");
    EXPECT_EQ(find("own", {{"PATH", "/work"}}), "found");
    EXPECT_EQ(find("tool", {{"PATH", "/work"}}), "not found");
    EXPECT_EQ(find(""), "not found");
}

TEST_F(ProgramLookup, FindsWhatIsNamedWithItsFolder) {
    EXPECT_EQ(find("/bin/tool"), "found");
    EXPECT_EQ(find("./own"), "found");
    EXPECT_EQ(find("../bin/tool"), "found");
    EXPECT_EQ(find("./tool"), "not found");
}

TEST_F(ProgramLookup, TellsWhatIsThereFromWhatCanBeExecuted) {
    EXPECT_EQ(find("data"), "denied");
    EXPECT_EQ(find("/bin"), "denied");
    place.uid = 1000;
    place.gids = {1000};
    EXPECT_EQ(find("./own"), "denied") << "it is root's";
    EXPECT_EQ(find("tool"), "found");
}

TEST_F(ProgramLookup, FollowsNoLinkOutOfTheRoot) {
    fs::create_symlink(base + "/outside", root + "/bin/out");
    fs::create_symlink("../../outside", root + "/bin/up");
    fs::create_symlink("/bin/tool", root + "/bin/in");
    EXPECT_EQ(find("out"), "not found");
    EXPECT_EQ(find("up"), "not found");
    EXPECT_EQ(find("in"), "found") << "an absolute link is one inside the root";
}

TEST(ProcessPlaces, AreReadFromTheConfiguration) {
    const auto place = parseProcessPlace(R"({"process":{"cwd":"/s","env":["A=1","PATH=/x"],)"
                                         R"("user":{"uid":7,"gid":8,"additionalGids":[9]}}})");
    ASSERT_TRUE(place);
    EXPECT_EQ(place->directory, "/s");
    EXPECT_EQ(place->environment, (std::vector<std::string>{"A=1", "PATH=/x"}));
    EXPECT_EQ(place->uid, 7U);
    EXPECT_EQ(place->gids, (std::vector<unsigned>{9, 8}));
    for (const auto* damaged : {"", "{}", "[]", R"({"process":3})", R"({"process":{"env":3}})"})
        EXPECT_FALSE(parseProcessPlace(damaged)) << damaged;
}

} // namespace
} // namespace muster::container

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "core/net/token.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/temporary_folder.h"

namespace muster::cli {
namespace {

struct WebCommand : testing::Test {
    test::TemporaryFolder folder;
    FakeMaster master;
    World world;
    std::string authorization; // of the last request; read it after master.stop()

    void answer(unsigned status, std::string body) {
        master.routes.push_back({.method = "POST",
            .path = "/web/link",
            .access = net::Access::Public,
            .handler = [this, status, body](const net::HttpRequest& request) {
                authorization = request.header("Authorization");
                return net::HttpResponse::text(status, body);
            }});
        world.variables["MUSTER_MASTER"] = master.start();
    }
    std::string base() const { return "http://" + world.variables.at("MUSTER_MASTER") + "/"; }
    // A program that writes its argument to a file and ends with that status.
    std::string browser(const std::string& name, int status) {
        const auto path = folder / name;
        std::ofstream(path) << "#!/bin/sh\nprintf %s \"$1\" > '" << folder / "opened"
                            << "'\nexit " << status << "\n";
        ::chmod(path.c_str(), 0700);
        return path;
    }
    std::string opened() const { return folder.read("opened"); }
};

TEST_F(WebCommand, PrintsTheAddressThatSignsInWithTheToken) {
    const auto token = *net::createToken();
    const auto file = folder / "token";
    ASSERT_TRUE(net::writeToken(file, token));
    world.variables["MUSTER_TOKEN_FILE"] = file;
    answer(200, R"({"path":"web/enter?ticket=abc"})");
    EXPECT_EQ(world.run({"web", "--print"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), base() + "web/enter?ticket=abc\n");
    master.stop();
    EXPECT_EQ(authorization, "Bearer " + token);
}

TEST_F(WebCommand, OpensTheBrowserAndKeepsTheTicketToItself) {
    answer(200, R"({"path":"web/enter?ticket=abc"})");
    world.variables["BROWSER"] = browser("browser", 0);
    EXPECT_EQ(world.run({"web"}), 0);
    EXPECT_EQ(world.out.str(), "Opening " + base() + " in the browser\n");
    EXPECT_EQ(opened(), base() + "web/enter?ticket=abc");
}

TEST_F(WebCommand, TriesTheNextBrowserAndSaysTheAddressAfterTheLast) {
    answer(200, R"({"path":"web/enter?ticket=abc"})");
    world.variables["BROWSER"] = "/nonexistent:" + browser("works", 0);
    EXPECT_EQ(world.run({"web"}), 0);
    EXPECT_EQ(opened(), base() + "web/enter?ticket=abc");
    world.variables["BROWSER"] = "/nonexistent:" + browser("fails", 3);
    World again;
    again.variables = world.variables;
    EXPECT_EQ(again.run({"web"}), 0);
    EXPECT_NE(again.out.str().find(base() + "web/enter?ticket=abc\n"), std::string::npos)
        << again.out.str();
}

TEST_F(WebCommand, SaysTheAddressWhereThereIsNoScreen) {
    answer(200, R"({"path":""})");
    EXPECT_EQ(world.run({"web"}), 0);
    EXPECT_NE(world.out.str().find("No browser can be opened here"), std::string::npos);
    EXPECT_NE(world.out.str().find("\n" + base() + "\n"), std::string::npos) << world.out.str();
}

TEST_F(WebCommand, SaysWhyThereIsNoAddress) {
    answer(401, "This master requires a token");
    EXPECT_EQ(world.run({"web"}), 4);
    EXPECT_NE(world.err.str().find("This master requires a token"), std::string::npos);
}

TEST_F(WebCommand, TellsAnOlderMaster) {
    world.variables["MUSTER_MASTER"] = master.start();
    EXPECT_EQ(world.run({"web", "--print"}), 3);
    EXPECT_NE(world.err.str().find("older than this program"), std::string::npos);
}

TEST_F(WebCommand, TellsAnAnswerThatIsNone) {
    answer(200, "[]");
    EXPECT_EQ(world.run({"web", "--print"}), 1);
    EXPECT_EQ(world.out.str(), "");
}

} // namespace
} // namespace muster::cli

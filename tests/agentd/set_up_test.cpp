// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agentd/set_up.h"
#include "core/net/context.h"
#include "tests/agentd/temp_folder.h"

namespace muster::agentd {
namespace {

Options optionsIn(const TempFolder& folder) {
    Options out;
    out.mode = Mode::Master;
    out.workDir = folder / "work";
    out.tokenFile = folder / "work/token";
    return out;
}

unsigned modeOf(const std::string& path) {
    struct stat info { };
    EXPECT_EQ(::stat(path.c_str(), &info), 0) << path;
    return info.st_mode & 0777;
}

TEST(WorkDir, IsMadeForItsOwnerOnly) {
    TempFolder folder;
    auto options = optionsIn(folder);
    const auto lock = prepareWorkDir(options);
    ASSERT_TRUE(lock) << lock.error().message;
    EXPECT_EQ(modeOf(options.workDir), 0700u);
}

TEST(WorkDir, IsForOneDaemonOfAKind) {
    TempFolder folder;
    auto options = optionsIn(folder);
    {
        const auto first = prepareWorkDir(options);
        ASSERT_TRUE(first);
        const auto second = prepareWorkDir(options);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().message,
            "Another muster-agentd works in " + options.workDir
                + ": stop it, or name another --work_dir");
        EXPECT_EQ(second.error().kind, Error::Kind::Conflict);
        auto agent = options;
        agent.mode = Mode::Agent;
        EXPECT_TRUE(prepareWorkDir(agent));
    }
    EXPECT_TRUE(prepareWorkDir(options));
}

TEST(WorkDir, HasItsWorkerAlsoAfterItWasRemoved) {
    TempFolder folder;
    auto options = optionsIn(folder);
    int ends[2] = {-1, -1};
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t other = ::fork();
    if (other == 0) {
        const auto lock = prepareWorkDir(options);
        [[maybe_unused]] const auto written = ::write(ends[1], lock ? "y" : "n", 1);
        for (;;) {
            ::pause();
        }
    }
    char locked = 0;
    ASSERT_EQ(::read(ends[0], &locked, 1), 1);
    EXPECT_EQ(locked, 'y');
    EXPECT_EQ(workerIn(options.workDir), other);
    std::filesystem::remove_all(options.workDir);
    EXPECT_EQ(workerIn(options.workDir), other);
    ::kill(other, SIGKILL);
    ::waitpid(other, nullptr, 0);
    EXPECT_EQ(workerIn(options.workDir), std::nullopt);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(WorkDir, ThatCannotBeMadeIsNamed) {
    TempFolder folder;
    folder.write("file", "");
    auto options = optionsIn(folder);
    options.workDir = folder / "file/work";
    const auto lock = prepareWorkDir(options);
    ASSERT_FALSE(lock);
    EXPECT_NE(lock.error().message.find(options.workDir), std::string::npos);
    EXPECT_NE(lock.error().message.find("--work_dir"), std::string::npos);
}

TEST(SetUp, RefusesAPublicAddressWithoutTlsAndToken) {
    TempFolder folder;
    auto options = optionsIn(folder);
    options.ip = "0.0.0.0";
    ASSERT_FALSE(prepareWorkDir(options));
    EXPECT_NE(prepareWorkDir(options).error().message.find("0.0.0.0"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(options.workDir));
    options.tlsCert = "cert.pem";
    EXPECT_EQ(
        prepareWorkDir(options).error().message, "TLS needs both --tls_certificate and --tls_key");
    options.tlsKey = "key.pem";
    EXPECT_TRUE(prepareWorkDir(options));
    options.authenticate = false;
    EXPECT_FALSE(prepareWorkDir(options));
}

TEST(Token, IsMadeOnceForItsOwnerOnly) {
    TempFolder folder;
    auto options = optionsIn(folder);
    const auto lock = prepareWorkDir(options);
    const auto first = tokenFor(options);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_GE(first->size(), 32u);
    EXPECT_EQ(modeOf(options.tokenFile), 0600u);
    EXPECT_EQ(tokenFor(options).value(), *first);
}

TEST(Token, OfAnAgentHasToBeThere) {
    TempFolder folder;
    auto options = optionsIn(folder);
    options.mode = Mode::Agent;
    options.master = "10.0.0.1:5050";
    const auto token = tokenFor(options);
    ASSERT_FALSE(token);
    EXPECT_EQ(token.error().message,
        "There is no token file " + options.tokenFile
            + ": copy the master's <work_dir>/token here, or name it with --token_file");
}

class TokenOfAMasterHere : public testing::Test {
protected:
    void SetUp() override {
        ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
        ::unsetenv("SUDO_UID"); // the tests may run under sudo
        agent.mode = Mode::Agent;
        agent.workDir = folder / "agent";
        agent.tokenFile = folder / "agent/token";
        agent.master = "localhost:6123";
    }
    void TearDown() override { ::unsetenv("XDG_CONFIG_HOME"); }
    Options masterThere() {
        auto options = optionsIn(folder);
        options.port = 6123;
        return options;
    }

    TempFolder folder;
    Options agent;
};

TEST_F(TokenOfAMasterHere, IsFoundByAnAgent) {
    const auto master = masterThere();
    std::filesystem::create_directories(folder / "work");
    const auto token = tokenFor(master);
    ASSERT_TRUE(token) << token.error().message;
    writeUserContext(master, *token);
    EXPECT_EQ(tokenFor(agent).value_or("none"), *token);
    agent.master = "127.0.0.1:6124";
    EXPECT_EQ(tokenFor(agent).value_or("none"), "") << "another master";
}

TEST_F(TokenOfAMasterHere, IsNotNeededWhereItDoesNotAuthenticate) {
    EXPECT_EQ(tokenFor(agent).value_or("none"), "");
    auto master = masterThere();
    master.authenticate = false;
    writeUserContext(master, "");
    EXPECT_EQ(tokenFor(agent).value_or("none"), "");
}

TEST_F(TokenOfAMasterHere, IsTheOneOfTheFileThatIsNamed) {
    agent.tokenFile = folder / "mine";
    const auto token = tokenFor(agent);
    ASSERT_FALSE(token);
    EXPECT_TRUE(token.error().message.starts_with("There is no token file " + agent.tokenFile));
}

TEST(Context, IsWrittenForTheUserAndKeepsTheOthers) {
    TempFolder folder;
    ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
    ::unsetenv("SUDO_UID"); // the tests may run under sudo
    auto options = optionsIn(folder);
    options.port = 6123;
    writeUserContext(options, "mst_token");
    const auto path = folder / "muster/contexts.toml";
    auto contexts = net::readContexts(path);
    ASSERT_TRUE(contexts) << contexts.error().message;
    EXPECT_EQ(contexts->current, "local");
    EXPECT_EQ(contexts->all.at("local").address, "127.0.0.1:6123");
    EXPECT_EQ(contexts->all.at("local").tokenFile, options.tokenFile);
    EXPECT_EQ(modeOf(path), 0600u);

    contexts->current = "lab";
    contexts->all["lab"] = {.address = "lab:5050"};
    ASSERT_TRUE(net::writeContexts(path, *contexts));
    options.port = 6124;
    writeUserContext(options, "mst_token");
    contexts = net::readContexts(path);
    EXPECT_EQ(contexts->current, "lab");
    EXPECT_EQ(contexts->all.at("local").address, "127.0.0.1:6124");
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST(Context, OfSomebodyElseStays) {
    TempFolder folder;
    ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
    ::unsetenv("SUDO_UID");
    auto options = optionsIn(folder);
    options.port = 6123;
    const auto path = folder / "muster/contexts.toml";
    const net::Context theirs{.address = "https://gpu.example.org:5050", .token = "mst_theirs"};
    net::Contexts contexts{.current = "local", .all = {{"local", theirs}}};
    std::filesystem::create_directories(folder / "muster");
    ASSERT_TRUE(net::writeContexts(path, contexts));
    writeUserContext(options, "mst_token");
    contexts = *net::readContexts(path);
    EXPECT_EQ(contexts.current, "local");
    EXPECT_EQ(contexts.all.at("local"), theirs);
    EXPECT_EQ(contexts.all.at("local-6123").address, "127.0.0.1:6123");

    contexts.all["local-6123"] = {.address = "other:1", .caFile = "/ca.pem"};
    ASSERT_TRUE(net::writeContexts(path, contexts));
    writeUserContext(options, "mst_token");
    EXPECT_EQ(*net::readContexts(path), contexts);

    contexts.all["local"] = {.address = "127.0.0.1:6123", .caFile = "/ca.pem", .colour = "#ff0000"};
    ASSERT_TRUE(net::writeContexts(path, contexts));
    writeUserContext(options, "mst_token");
    contexts = *net::readContexts(path);
    EXPECT_EQ(contexts.all.at("local").tokenFile, options.tokenFile);
    EXPECT_EQ(contexts.all.at("local").caFile, "/ca.pem") << "what people added stays";
    EXPECT_EQ(contexts.all.at("local").colour, "#ff0000");
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST(OwnAddress, IsThisMachineAlsoWhenListeningEverywhere) {
    Options options;
    options.port = 5050;
    EXPECT_EQ(ownAddress(options), "127.0.0.1:5050");
    options.ip = "::1";
    EXPECT_EQ(ownAddress(options), "[::1]:5050");
    options.ip = "::";
    options.tlsCert = "cert.pem";
    EXPECT_EQ(ownAddress(options), "https://127.0.0.1:5050");
}

} // namespace
} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>

#include <sched.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agentd/set_up.h"
#include "core/net/context.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

Options optionsIn(const test::TemporaryFolder& folder) {
    Options out;
    out.mode = Mode::Master;
    out.common.workDir = folder / "work";
    out.common.tokenFile = folder / "work/token";
    return out;
}

Result<std::string> tokenOf(const Options& options) {
    return tokenFor(options.mode, options.common, options.agent.master);
}

unsigned modeOf(const std::string& path) {
    struct stat info { };
    EXPECT_EQ(::stat(path.c_str(), &info), 0) << path;
    return info.st_mode & 0777;
}

TEST(WorkDir, IsMadeForItsOwnerOnly) {
    test::TemporaryFolder folder;
    auto options = optionsIn(folder);
    const auto lock = prepareWorkDir(options.mode, options.common);
    ASSERT_TRUE(lock) << lock.error().message;
    EXPECT_EQ(modeOf(options.common.workDir), 0700u);
}

TEST(WorkDir, IsForOneDaemonOfAKind) {
    test::TemporaryFolder folder;
    auto options = optionsIn(folder);
    {
        const auto first = prepareWorkDir(options.mode, options.common);
        ASSERT_TRUE(first);
        const auto second = prepareWorkDir(options.mode, options.common);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().message,
            "Another muster-agentd is using " + options.common.workDir
                + ": stop it, or choose another --work_dir");
        EXPECT_EQ(second.error().kind, Error::Kind::Conflict);
        auto agent = options;
        agent.mode = Mode::Agent;
        EXPECT_TRUE(prepareWorkDir(agent.mode, agent.common));
        auto both = options;
        both.mode = Mode::Standalone;
        EXPECT_FALSE(prepareWorkDir(both.mode, both.common));
    }
    EXPECT_TRUE(prepareWorkDir(options.mode, options.common));
}

// Another daemon of that mode in the work directory, until it is dropped. `inside`: what it becomes
// before that.
class OtherDaemon {
public:
    OtherDaemon(Options options, Mode mode, const std::function<bool()>& inside = {}) {
        options.mode = mode;
        int ends[2] = {-1, -1};
        EXPECT_EQ(::pipe(ends), 0);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            const auto lock = prepareWorkDir(options.mode, options.common);
            const bool isReady = lock && (!inside || inside());
            [[maybe_unused]] const auto written = ::write(ends[1], isReady ? "y" : "n", 1);
            for (;;) {
                ::pause();
            }
        }
        char ready = 0;
        EXPECT_EQ(::read(ends[0], &ready, 1), 1);
        EXPECT_EQ(ready, 'y');
        ::close(ends[0]);
        ::close(ends[1]);
    }
    OtherDaemon(const OtherDaemon&) = delete;
    OtherDaemon& operator=(const OtherDaemon&) = delete;
    ~OtherDaemon() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = 0;
};

struct RemovedWorkDir : testing::Test {
    void SetUp() override {
        if (::geteuid() != 0) {
            GTEST_SKIP() << "needs root";
        }
    }
    // Of the agent in the work directory, once it is removed.
    std::optional<pid_t> agent() {
        std::filesystem::remove_all(options.common.workDir);
        const auto agents = agentsWithoutWorkDir(parent);
        const auto found = agents.find(options.common.workDir);
        return found == agents.end() ? std::nullopt : std::optional(found->second);
    }

    test::TemporaryFolder folder;
    const Options options = optionsIn(folder);
    const std::string parent = "/muster-test-" + std::to_string(::getpid());
};

TEST_F(RemovedWorkDir, HasItsAgentWhileThatLives) {
    for (const auto mode : {Mode::Agent, Mode::Standalone}) {
        {
            const OtherDaemon other(options, mode);
            EXPECT_FALSE(agentsWithoutWorkDir(parent).contains(options.common.workDir))
                << "it is there";
            EXPECT_EQ(agent(), other.pid());
        }
        EXPECT_EQ(agent(), std::nullopt);
    }
}

TEST_F(RemovedWorkDir, IsNotItsMasters) {
    const OtherDaemon other(options, Mode::Master);
    EXPECT_EQ(agent(), std::nullopt);
}

TEST_F(RemovedWorkDir, IsNotThatOfANewAgentAtTheSamePlace) {
    { const OtherDaemon first(options, Mode::Agent); }
    std::filesystem::remove_all(options.common.workDir);
    const OtherDaemon second(options, Mode::Agent);
    EXPECT_FALSE(agentsWithoutWorkDir(parent).contains(options.common.workDir));
}

TEST_F(RemovedWorkDir, IsNotATasksWhoeverFakesTheLock) {
    const auto intoMountNamespace = [] { return ::unshare(CLONE_NEWNS) == 0; };
    const auto toUser = [] { return ::setresuid(65534, 65534, 65534) == 0; };
    {
        const OtherDaemon other(options, Mode::Agent, intoMountNamespace);
        EXPECT_EQ(agent(), std::nullopt);
    }
    {
        const OtherDaemon other(options, Mode::Agent, toUser);
        EXPECT_EQ(agent(), std::nullopt);
    }
    const bool isV2 = std::filesystem::exists("/sys/fs/cgroup/cgroup.procs");
    const auto group = (isV2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/pids") + parent;
    ASSERT_TRUE(std::filesystem::create_directories(group + "/task"));
    {
        const OtherDaemon other(options, Mode::Agent, [&] {
            return bool(std::ofstream(group + "/task/cgroup.procs") << ::getpid() << std::flush);
        });
        EXPECT_EQ(agent(), std::nullopt);
    }
    EXPECT_EQ(::rmdir((group + "/task").c_str()), 0);
    EXPECT_EQ(::rmdir(group.c_str()), 0);
}

TEST(WorkDir, ThatCannotBeMadeIsNamed) {
    test::TemporaryFolder folder;
    folder.write("file", "");
    auto options = optionsIn(folder);
    options.common.workDir = folder / "file/work";
    const auto lock = prepareWorkDir(options.mode, options.common);
    ASSERT_FALSE(lock);
    EXPECT_NE(lock.error().message.find(options.common.workDir), std::string::npos);
    EXPECT_NE(lock.error().message.find("--work_dir"), std::string::npos);
}

TEST(SetUp, RefusesAPublicAddressWithoutTlsAndToken) {
    test::TemporaryFolder folder;
    auto options = optionsIn(folder);
    options.common.ip = "0.0.0.0";
    ASSERT_FALSE(prepareWorkDir(options.mode, options.common));
    EXPECT_NE(prepareWorkDir(options.mode, options.common).error().message.find("0.0.0.0"),
        std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(options.common.workDir));
    options.common.tlsCert = "cert.pem";
    EXPECT_EQ(prepareWorkDir(options.mode, options.common).error().message,
        "TLS needs both --tls_certificate and --tls_key");
    options.common.tlsKey = "key.pem";
    EXPECT_TRUE(prepareWorkDir(options.mode, options.common));
    options.common.authenticate = false;
    EXPECT_FALSE(prepareWorkDir(options.mode, options.common));
}

TEST(Token, IsMadeOnceForItsOwnerOnly) {
    test::TemporaryFolder folder;
    auto options = optionsIn(folder);
    const auto lock = prepareWorkDir(options.mode, options.common);
    const auto first = tokenOf(options);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_GE(first->size(), 32u);
    EXPECT_EQ(modeOf(options.common.tokenFile), 0600u);
    EXPECT_EQ(tokenOf(options).value(), *first);
}

TEST(Token, OfAnAgentHasToBeThere) {
    test::TemporaryFolder folder;
    auto options = optionsIn(folder);
    options.mode = Mode::Agent;
    options.agent.master = "10.0.0.1:5050";
    const auto token = tokenOf(options);
    ASSERT_FALSE(token);
    EXPECT_EQ(token.error().message,
        "Token file " + options.common.tokenFile
            + " not found: copy the master's <work_dir>/token here, or specify it with "
              "--token_file");
}

class TokenOfAMasterHere : public testing::Test {
protected:
    void SetUp() override {
        ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
        ::unsetenv("SUDO_UID"); // the tests may run under sudo
        agent.mode = Mode::Agent;
        agent.common.workDir = folder / "agent";
        agent.common.tokenFile = folder / "agent/token";
        agent.agent.master = "localhost:6123";
    }
    void TearDown() override { ::unsetenv("XDG_CONFIG_HOME"); }
    Options masterThere() {
        auto options = optionsIn(folder);
        options.common.port = 6123;
        return options;
    }

    test::TemporaryFolder folder;
    Options agent;
};

TEST_F(TokenOfAMasterHere, IsFoundByAnAgent) {
    const auto master = masterThere();
    std::filesystem::create_directories(folder / "work");
    const auto token = tokenOf(master);
    ASSERT_TRUE(token) << token.error().message;
    writeUserContext(master.common, *token);
    EXPECT_EQ(tokenOf(agent).value_or("none"), *token);
    agent.agent.master = "127.0.0.1:6124";
    EXPECT_EQ(tokenOf(agent).value_or("none"), "") << "another master";
}

TEST_F(TokenOfAMasterHere, IsNotNeededWhereItDoesNotAuthenticate) {
    EXPECT_EQ(tokenOf(agent).value_or("none"), "");
    auto master = masterThere();
    master.common.authenticate = false;
    writeUserContext(master.common, "");
    EXPECT_EQ(tokenOf(agent).value_or("none"), "");
}

// The agent asks with each attempt to connect.
TEST_F(TokenOfAMasterHere, IsSpokenOfWhenItIsTaken) {
    std::ostringstream log;
    const auto former = spdlog::default_logger();
    spdlog::set_default_logger(std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_st>(log)));
    const auto master = masterThere();
    std::filesystem::create_directories(folder / "work");
    const auto token = tokenOf(master);
    writeUserContext(master.common, token.value_or(""));
    std::filesystem::remove(master.common.tokenFile);
    EXPECT_FALSE(tokenOf(agent));
    EXPECT_EQ(log.str(), "");
    const auto another = tokenOf(master);
    EXPECT_EQ(tokenOf(agent).value_or("none"), another.value_or(""));
    EXPECT_NE(log.str().find("Using the token of the master at localhost:6123"), std::string::npos)
        << log.str();
    spdlog::set_default_logger(former);
}

TEST_F(TokenOfAMasterHere, IsNotTakenForAFileThatCannotBeReached) {
    std::filesystem::create_directories(folder / "agent");
    std::filesystem::create_symlink("token", agent.common.tokenFile);
    EXPECT_FALSE(tokenOf(agent));
}

TEST_F(TokenOfAMasterHere, IsTheOneOfTheFileThatIsNamed) {
    agent.common.tokenFile = folder / "mine";
    const auto token = tokenOf(agent);
    ASSERT_FALSE(token);
    EXPECT_TRUE(token.error().message.starts_with("Token file " + agent.common.tokenFile));
}

TEST(Context, IsWrittenForTheUserAndKeepsTheOthers) {
    test::TemporaryFolder folder;
    ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
    ::unsetenv("SUDO_UID"); // the tests may run under sudo
    auto options = optionsIn(folder);
    options.common.port = 6123;
    writeUserContext(options.common, "mst_token");
    const auto path = folder / "muster/contexts.toml";
    auto contexts = net::readContexts(path);
    ASSERT_TRUE(contexts) << contexts.error().message;
    EXPECT_EQ(contexts->current, "local");
    EXPECT_EQ(contexts->all.at("local").address, "127.0.0.1:6123");
    EXPECT_EQ(contexts->all.at("local").tokenFile, options.common.tokenFile);
    EXPECT_EQ(modeOf(path), 0600u);

    contexts->current = "lab";
    contexts->all["lab"] = {.address = "lab:5050"};
    ASSERT_TRUE(net::writeContexts(path, *contexts));
    options.common.port = 6124;
    writeUserContext(options.common, "mst_token");
    contexts = net::readContexts(path);
    EXPECT_EQ(contexts->current, "lab");
    EXPECT_EQ(contexts->all.at("local").address, "127.0.0.1:6124");
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST(Context, OfSomebodyElseStays) {
    test::TemporaryFolder folder;
    ::setenv("XDG_CONFIG_HOME", folder.path().c_str(), 1);
    ::unsetenv("SUDO_UID");
    auto options = optionsIn(folder);
    options.common.port = 6123;
    const auto path = folder / "muster/contexts.toml";
    const net::Context theirs{.address = "https://gpu.example.org:5050", .token = "mst_theirs"};
    net::Contexts contexts{.current = "local", .all = {{"local", theirs}}};
    std::filesystem::create_directories(folder / "muster");
    ASSERT_TRUE(net::writeContexts(path, contexts));
    writeUserContext(options.common, "mst_token");
    contexts = *net::readContexts(path);
    EXPECT_EQ(contexts.current, "local");
    EXPECT_EQ(contexts.all.at("local"), theirs);
    EXPECT_EQ(contexts.all.at("local-6123").address, "127.0.0.1:6123");

    contexts.all["local-6123"] = {.address = "other:1", .caFile = "/ca.pem"};
    ASSERT_TRUE(net::writeContexts(path, contexts));
    writeUserContext(options.common, "mst_token");
    EXPECT_EQ(*net::readContexts(path), contexts);

    contexts.all["local"] = {.address = "127.0.0.1:6123", .caFile = "/ca.pem", .colour = "#ff0000"};
    ASSERT_TRUE(net::writeContexts(path, contexts));
    writeUserContext(options.common, "mst_token");
    contexts = *net::readContexts(path);
    EXPECT_EQ(contexts.all.at("local").tokenFile, options.common.tokenFile);
    EXPECT_EQ(contexts.all.at("local").caFile, "/ca.pem") << "what people added stays";
    EXPECT_EQ(contexts.all.at("local").colour, "#ff0000");
    ::unsetenv("XDG_CONFIG_HOME");
}

TEST(OwnAddress, IsThisMachineAlsoWhenListeningEverywhere) {
    Options options;
    options.common.port = 5050;
    EXPECT_EQ(ownAddress(options.common), "127.0.0.1:5050");
    options.common.ip = "::1";
    EXPECT_EQ(ownAddress(options.common), "[::1]:5050");
    options.common.ip = "::";
    options.common.tlsCert = "cert.pem";
    EXPECT_EQ(ownAddress(options.common), "https://127.0.0.1:5050");
}

} // namespace
} // namespace muster::agentd

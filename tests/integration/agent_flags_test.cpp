// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iterator>
#include <sstream>

#include <sys/stat.h>

#include "core/net/token.h"
#include "core/proto/states.h"
#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

struct FlagCase {
    std::vector<std::string> flags;
    std::string answer;
};

std::vector<FlagCase> recordedCases() {
    std::vector<FlagCase> out;
    std::ifstream in(MUSTER_SOURCE_DIR "/tests/data/agent_flags.txt");
    for (std::string flags, answer; std::getline(in, flags);) {
        if (flags.empty() || flags.front() == '#') {
            continue;
        }
        std::getline(in, answer);
        std::istringstream words(flags);
        out.push_back({{std::istream_iterator<std::string>(words), {}}, answer});
    }
    return out;
}

struct AgentFlags : World {
    std::vector<std::string> line(
        std::vector<std::string> flags, const std::string& mode = "agent") {
        const auto written = net::writeToken(m_base + "/token", net::createToken().value());
        EXPECT_TRUE(written) << written.error().message;
        flags.insert(flags.begin(),
            {mode, "--work_dir=" + m_base + "/work", "--token_file=" + m_base + "/token"});
        if (mode == "agent") {
            flags.insert(flags.end(), {"--simulate=m60x4", "--master=127.0.0.1:1"});
        } else {
            flags.push_back("--port=0");
        }
        return flags;
    }

    void expectRefusal(Process& process, const std::string& words) {
        EXPECT_EQ(process.wait(5s), 1) << process.err();
        EXPECT_NE(process.err().find(words), std::string::npos)
            << "said: " << process.err() << "wanted: " << words;
    }

    static std::string advertised(const std::string& log) {
        const auto begin = log.find("Agent resources: ");
        return begin == std::string::npos ? "" : log.substr(begin, log.find('\n', begin) - begin);
    }
};

TEST_F(AgentFlags, RefusesAndTakesWhatMesosRefusedAndTook) {
    const auto cases = recordedCases();
    ASSERT_EQ(cases.size(), 14u);
    for (const auto& [flags, answer] : cases) {
        SCOPED_TRACE(testing::PrintToString(flags));
        const auto process = spawn(line(flags));
        if (answer.rfind("gpus ", 0) != 0) {
            const bool parsing = answer.rfind("Failed to load flag", 0) == 0;
            expectRefusal(*process, parsing ? answer : "EXIT with status 1: " + answer + "\n");
            continue;
        }
        ASSERT_TRUE(process->saysErr("Agent resources: ")) << process->err();
        const auto text = advertised(process->err());
        const auto gpus = answer.substr(5);
        EXPECT_EQ(text.find("gpus(*):" + gpus + ";") != std::string::npos, gpus != "0") << text;
        EXPECT_EQ(text.find("gpus") == std::string::npos, gpus == "0") << text;
        EXPECT_TRUE(process->runs()) << process->err();
    }
}

TEST_F(AgentFlags, WithoutIsolationWatchesItsGpusAndRunsNothing) {
    auto& cluster = master();
    agent(cluster, {"--simulate=m60x4", "--isolation=none"});
    auto console = this->console(cluster);
    EXPECT_TRUE(console.until([&] { return console.gpus.size() == 4; }));
    const auto job = console.submit("any", "true", "cpus:0.1;mem:32");
    ASSERT_TRUE(console.jobIs(job, "queued"));
    EXPECT_FALSE(
        console.until([&] { return proto::word(console.job(job).state()) != "queued"; }, 1s))
        << console.job(job).ShortDebugString();
}

TEST_F(AgentFlags, RefusesASecondDaemonInTheSameWorkDirectory) {
    const auto& first = standalone();
    const auto second
        = spawn({"standalone", "--port=0", "--simulate=m60x4", "--work_dir=" + first.workDir});
    expectRefusal(*second,
        "EXIT with status 1: Another muster-agentd is using " + first.workDir
            + ": stop it, or choose another --work_dir\n");
}

TEST_F(AgentFlags, RefusesAPublicAddressWithoutTls) {
    const auto process = spawn(line({"--ip=0.0.0.0"}, "master"));
    expectRefusal(*process, "EXIT with status 1: ");
    EXPECT_NE(process->err().find("--tls_certificate"), std::string::npos) << process->err();
}

TEST_F(AgentFlags, RefusesToIsolateWithoutRoot) {
    ::chmod(m_base.c_str(), 01777);
    auto flags = line({"--isolation=filesystem/linux,cgroups/devices,gpu/nvidia"});
    ::chmod((m_base + "/token").c_str(), 0644);
    const auto process = spawn(flags, true);
    expectRefusal(*process, "root");
    EXPECT_EQ(process->err().find("Agent resources: "), std::string::npos) << process->err();
}

} // namespace
} // namespace muster::e2e

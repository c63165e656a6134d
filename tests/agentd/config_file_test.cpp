// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "agentd/config_file.h"
#include "agentd/flag_pages.h"
#include "agentd/flag_table.h"
#include "agentd/flags.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

class ConfigFile : public testing::Test {
protected:
    std::string write(const std::string& name, const std::string& text) {
        m_folder.write(name, text);
        return m_folder / name;
    }
    // With the folder as /etc/muster.
    tl::expected<Options, Words> parse(std::vector<std::string> words) {
        std::vector<const char*> argv{"muster-agentd"};
        for (const auto& word : words) {
            argv.push_back(word.c_str());
        }
        return parseOptions(static_cast<int>(argv.size()), argv.data(), m_folder.path().string());
    }
    void expectMistake(const std::string& text, const std::string& words) {
        write("agent.toml", text);
        const auto options = parse({"agent"});
        ASSERT_FALSE(options) << text;
        EXPECT_EQ(options.error().exitStatus, 1);
        EXPECT_NE(options.error().text.find(words), std::string::npos)
            << words << " is not in: " << options.error().text;
    }

    test::TemporaryFolder m_folder;
};

TEST_F(ConfigFile, OfTheModeIsReadWhereItExists) {
    EXPECT_EQ(parse({"agent"})->common.configFile, "");
    const auto path = write("agent.toml",
        "master = \"gpu1:5050\"\nmax_image_pulls = 7\ngc_disk_headroom = 0.25\n"
        "offer_occupied_gpus = true\nfetch_allow = [\"a\", \"b:80\"]\n");
    const auto options = parse({"agent"});
    ASSERT_TRUE(options) << options.error().text;
    EXPECT_EQ(options->common.configFile, path);
    EXPECT_EQ(options->agent.master, "gpu1:5050");
    EXPECT_EQ(options->agent.maxImagePulls, 7);
    EXPECT_EQ(options->agent.gcDiskHeadroom, 0.25);
    EXPECT_EQ(options->agent.offerOccupiedGpus, true);
    EXPECT_EQ(options->agent.fetchAllow, (std::vector<std::string>{"a", "b:80"}));
    EXPECT_EQ(options->values.at("master"), "gpu1:5050");
    EXPECT_TRUE(parse({"master"})->common.configFile.empty());
}

TEST_F(ConfigFile, IsTheOneThatIsNamed) {
    write("master.toml", "port = 1\n");
    const auto other = write("other.toml", "port = 2\n");
    EXPECT_EQ(parse({"master"})->common.port, 1);
    EXPECT_EQ(parse({"master", "--config=" + other})->common.port, 2);
    EXPECT_EQ(parse({"master", "--config=/dev/null"})->common.port, 5050);
    const auto missing = parse({"master", "--config=/none.toml"});
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().text.find("Cannot read the configuration file /none.toml: No such"),
        std::string::npos);
    ASSERT_EQ(::setenv("MUSTER_CONFIG", other.c_str(), 1), 0);
    EXPECT_EQ(parse({"master"})->common.port, 2);
    ::unsetenv("MUSTER_CONFIG");
}

TEST_F(ConfigFile, GivesWayToTheEnvironmentAndThatToTheCommandLine) {
    write("master.toml",
        "port = 1\ncluster = \"file\"\nlog_level = \"error\"\nauthenticate = false\n");
    EXPECT_EQ(parse({"master"})->common.port, 1);
    EXPECT_FALSE(parse({"master"})->common.authenticate);
    ASSERT_EQ(::setenv("MUSTER_PORT", "2", 1), 0);
    EXPECT_EQ(parse({"master"})->common.port, 2);
    EXPECT_EQ(parse({"master", "--port=3"})->common.port, 3);
    ::unsetenv("MUSTER_PORT");
    EXPECT_EQ(parse({"master", "--port=3"})->master.cluster, "file");
    EXPECT_TRUE(parse({"master", "--authenticate"})->common.authenticate);
    EXPECT_EQ(parse({"master", "--logging_level=INFO"})->common.logLevel, "info")
        << "the flag of Mesos' name is on the command line";
}

TEST_F(ConfigFile, IsNotAskedForWhatIsGivenOtherwise) {
    write("agent.toml", "docker_config = \"/none\"\n");
    EXPECT_FALSE(parse({"agent"}));
    const auto there = write("docker.json", "{}");
    EXPECT_TRUE(parse({"agent", "--docker_config=" + there}));
}

TEST_F(ConfigFile, MistakesNameFileLineAndRemedy) {
    const auto path = m_folder / "agent.toml";
    expectMistake(
        "\nwrok_dir = \"/w\"\n", path + ":2: unknown flag 'wrok_dir': did you mean 'work_dir'?");
    expectMistake("colour = 1\n", ":1: unknown flag 'colour'");
    expectMistake("cluster = \"a\"\n", ":1: 'cluster' is a flag of the master, not of the agent");
    expectMistake("[agent]\nport = 1\n", "'agent' is a table: use NAME = VALUE for flags");
    expectMistake("port = \n", path + ":1: ");
    expectMistake("port = 1\nport = 2\n", path + ":2: ");
    expectMistake("hostname = \"\"\n", "'hostname' has no value");
    expectMistake("hostname = 2026-11-20\n", "write it in quotes");
    expectMistake("fetch_allow = [\"a,b\"]\n", "list of strings without commas");
    expectMistake("authenticate = \"false\"\n", "'authenticate' is a switch: use true or false");
    expectMistake("hostname = true\n", "'hostname' is not a switch: add a value");
    expectMistake("config = \"/x\"\n", "cannot specify another one");
    expectMistake("max_log_files = 1000\n",
        path
            + ":1: Failed to load flag 'max_log_files': Failed to load value '1000': use a "
              "number");
    expectMistake("appc_store_dir = \"/a\"\n", "'appc_store_dir'");
}

TEST_F(ConfigFile, ThatEverybodyMayWriteToIsRefused) {
    const auto path = write("agent.toml", "port = 1\n");
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    const auto options = parse({"agent"});
    ASSERT_FALSE(options);
    EXPECT_NE(options.error().text.find("chmod o-w " + path), std::string::npos);
}

TEST_F(ConfigFile, TemplateNamesEveryFlagAndChangesNothing) {
    for (const auto mode : {Mode::Master, Mode::Agent}) {
        const auto text = configTemplate(mode);
        EXPECT_EQ(parseConfig(text, "t")->size(), 0U);
        for (const auto* flag : flagsOf(mode)) {
            const auto line = fmt::format("\n#{} = ", flag->name);
            EXPECT_EQ(
                text.find(line) != std::string::npos, std::string_view(flag->name) != "config")
                << flag->name;
        }
    }
}

// What an operator uncomments without another thought is the default.
TEST_F(ConfigFile, TemplateHasTheDefaults) {
    for (const auto mode : {Mode::Master, Mode::Agent}) {
        const auto before = parse({nameOf(mode), "--config=/dev/null", "--work_dir=/w"});
        ASSERT_TRUE(before);
        const std::regex comment("#([a-z_0-9]+ = .*)");
        std::istringstream lines(configTemplate(mode));
        std::string uncommented;
        for (std::string line; std::getline(lines, line);) {
            std::smatch match;
            if (!std::regex_match(line, match, comment)) {
                continue;
            }
            const auto entries = parseConfig(match[1].str(), "t");
            ASSERT_TRUE(entries) << line << ": " << entries.error().message;
            for (const auto* flag : flagsOf(mode)) {
                if (entries->front().name == flag->name && hasValueAsDefault(*flag)) {
                    uncommented += match[1].str() + '\n';
                }
            }
        }
        const auto path = write("uncommented.toml", uncommented);
        auto after = parse({nameOf(mode), "--config=" + path, "--work_dir=/w"});
        ASSERT_TRUE(after) << after.error().text;
        after->values.erase("config");
        auto values = before->values;
        values.erase("config");
        EXPECT_EQ(after->values, values);
        EXPECT_EQ(after->common.port, before->common.port);
        EXPECT_EQ(after->agent.isolation, before->agent.isolation);
    }
}

TEST(DaemonPage, NamesEveryFlag) {
    const auto page = daemonPage();
    EXPECT_EQ(page.fileName(), "muster-agentd.8");
    for (const auto* flag : flagsOf(Mode::Standalone)) {
        const auto tag = "\n\\fB" + manual::roff(fmt::format("--{}", flag->name));
        EXPECT_NE(page.text().find(tag), std::string::npos) << flag->name;
    }
}

TEST(WorkDir, IsSystemdsWhereItNamesOne) {
    const char* argv[] = {"muster-agentd", "agent", "--config=/dev/null"};
    ASSERT_EQ(::setenv("STATE_DIRECTORY", "/var/lib/muster-agent:/var/lib/other", 1), 0);
    EXPECT_EQ(parseOptions(3, argv)->common.workDir, "/var/lib/muster-agent");
    ::unsetenv("STATE_DIRECTORY");
    EXPECT_NE(parseOptions(3, argv)->common.workDir, "/var/lib/muster-agent");
}

} // namespace
} // namespace muster::agentd

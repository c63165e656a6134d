// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "app/cli/completion.h"
#include "app/cli/jobs/submit.h"
#include "tests/app/cli/world.h"

namespace muster::cli {
namespace {

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n') + 1);
}

TEST(Program, SuggestsTheNearestCommand) {
    World world;
    EXPECT_EQ(world.run({"gpsu"}), 2);
    EXPECT_EQ(firstLine(world.err.str()),
        "muster: there is no command 'gpsu'. Did you mean 'muster gpus'?\n");
    EXPECT_EQ(nearestCommand("xyzzyxyzzyxyzzy"), "");
    EXPECT_EQ(nearestCommand("execu"), "execute");
}

TEST(Program, EscapesAnUnknownCommand) {
    World world;
    EXPECT_EQ(world.run({"\x1b[2J"}), 2);
    EXPECT_EQ(world.err.str().find('\x1b'), std::string::npos);
}

TEST(Program, ShowsHelpWithAnExampleForEachCommand) {
    for (const auto& row : commandTable()) {
        if (row.hidden)
            continue;
        World world;
        std::vector<std::string> words;
        std::istringstream name{std::string(row.name)};
        for (std::string word; name >> word;)
            words.push_back(word);
        words.push_back("--help");
        EXPECT_EQ(world.run(words), 0) << row.name;
        EXPECT_NE(world.out.str().find("Examples:\n"), std::string::npos) << row.name;
    }
}

TEST(Program, PrintsMesosRefusalsOnStderr) {
    World noName;
    EXPECT_EQ(noName.run({"execute", "--master=127.0.0.1:5050", "--command=true"}), 1);
    EXPECT_EQ(firstLine(noName.err.str()), dataFile("execute_no_name.txt"));
    EXPECT_NE(noName.err.str().find("--kill_after"), std::string::npos);
    World noCommand;
    EXPECT_EQ(noCommand.run({"execute", "--master=127.0.0.1:5050", "--name=x"}), 1);
    EXPECT_EQ(firstLine(noCommand.err.str()), dataFile("execute_no_command.txt"));
    EXPECT_EQ(noCommand.out.str(), "");
}

TEST(Program, RefusesBadArguments) {
    const std::vector<std::vector<std::string>> bad = {{"gpus", "--nope"}, {"gpus", "-o", "xml"},
        {"gpus", "word"}, {"gpus", "--", "word"}, {"logs"}, {"kill"}, {"exec"}, {"exec", "t"},
        {"exec", "t", "--"}, {"exec", "-t", "t", "--", "sh"}, {"cp", "a"}, {"cp", "a", "b"},
        {"cp", "t:/etc/passwd", "b"}, {"cp", "t:../x", "b"}, {"gpu", "restrict"},
        {"submit", "--priority=high", "--", "true"}, {"submit"},
        {"gpu", "restrict", "GPU-1", "--master=127.0.0.1:1"},
        {"gpu", "restrict", "GPU-1", "--reason=x", "--for=soon"}, {"completion", "tcsh"},
        {"context", "set", "a", "ftp://x"}, {}};
    for (const auto& arguments : bad) {
        World world;
        EXPECT_EQ(world.run(arguments), 2) << testing::PrintToString(arguments);
        EXPECT_NE(world.err.str(), "") << testing::PrintToString(arguments);
    }
}

TEST(Program, SaysHowToNameAMaster) {
    World world;
    EXPECT_EQ(world.run({"gpus"}), 2);
    EXPECT_EQ(world.err.str(),
        "muster: No master is named: give --master=HOST:PORT, set MUSTER_MASTER, or choose one "
        "with 'muster context set NAME HOST:PORT'\n");
}

TEST(Program, KeepsContexts) {
    const std::string folder = testing::TempDir() + "muster-cli-contexts";
    std::filesystem::remove_all(folder);
    World set;
    set.variables["XDG_CONFIG_HOME"] = folder;
    EXPECT_EQ(set.run({"context", "set", "lab", "127.0.0.1:1"}), 0) << set.err.str();
    World show;
    show.variables["XDG_CONFIG_HOME"] = folder;
    EXPECT_EQ(show.run({"context"}), 0);
    EXPECT_NE(show.out.str().find("*        lab   127.0.0.1:1"), std::string::npos)
        << show.out.str();
    World use;
    use.variables["XDG_CONFIG_HOME"] = folder;
    EXPECT_EQ(use.run({"context", "use", "other"}), 3);
    World unreachable;
    unreachable.variables["XDG_CONFIG_HOME"] = folder;
    EXPECT_EQ(unreachable.run({"gpus"}), 5);
    EXPECT_NE(unreachable.err.str().find("No master answers at 127.0.0.1:1"), std::string::npos);
    std::filesystem::remove_all(folder);
}

TEST(Completion, CompletesCommandsAndFlags) {
    const auto of = [](std::vector<std::string> words) { return completions(words); };
    EXPECT_EQ(of({"gp"}), (std::vector<std::string>{"gpu", "gpus"}));
    EXPECT_EQ(of({"gpu", ""}), (std::vector<std::string>{"release", "restrict"}));
    EXPECT_EQ(of({"gpus", "--no"}), (std::vector<std::string>{"--no-header", "--node"}));
    EXPECT_EQ(of({"gpus", "--output="}),
        (std::vector<std::string>{"--output=json", "--output=table", "--output=wide"}));
    EXPECT_EQ(of({"execute", "--no-s"}), (std::vector<std::string>{"--no-shell"}));
    EXPECT_TRUE(of({"__"}).empty());
    EXPECT_TRUE(of({"nonsense", ""}).empty());
}

SubmitFlags training() {
    SubmitFlags flags;
    flags.argv = {"/usr/bin/python3", "train.py", "--lr", "3"};
    return flags;
}

TEST(Submit, RunsWordsWithoutAShell) {
    auto flags = training();
    flags.gpus = "2";
    flags.constraints = {"gpu:K40", "rack:a:b"};
    flags.env = {"A=b=c"};
    flags.uris = {"https://example.com/data.tar.gz#sha256=0"};
    const auto job = planSubmit(flags, "alice");
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->name(), "python3");
    EXPECT_EQ(job->user(), "alice");
    EXPECT_EQ(job->resources(), "cpus:1; mem:128; gpus:2");
    EXPECT_FALSE(job->command().shell());
    EXPECT_EQ(job->command().value(), "/usr/bin/python3");
    EXPECT_EQ(job->command().arguments_size(), 4);
    EXPECT_EQ(job->constraints(0).value(), "K40");
    EXPECT_EQ(job->constraints(1).value(), "a:b");
    EXPECT_EQ(job->command().environment().variables(0).value(), "b=c");
    EXPECT_EQ(job->command().uris(0).value(), flags.uris[0]);
}

TEST(Submit, AsksForATerminalOfTheCallersSize) {
    auto flags = training();
    EXPECT_FALSE(planSubmit(flags, "alice", {40, 120})->has_container());
    flags.terminal = true;
    flags.image = "busybox";
    const auto job = planSubmit(flags, "alice", {40, 120});
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->container().type(), mesos::v1::ContainerInfo::MESOS);
    EXPECT_FALSE(job->container().has_mesos()) << "the image has a field of its own";
    EXPECT_EQ(job->container().tty_info().window_size().rows(), 40u);
    EXPECT_EQ(job->container().tty_info().window_size().columns(), 120u);
    const auto unknown = planSubmit(flags, "alice");
    EXPECT_EQ(unknown->container().tty_info().window_size().rows(), 24u);
    EXPECT_EQ(unknown->container().tty_info().window_size().columns(), 80u);
}

TEST(Submit, NeedsNoCommandWhenTheImageHasOne) {
    SubmitFlags flags;
    flags.image = "registry:5000/team/train:v2@sha256:0";
    const auto job = planSubmit(flags, "alice");
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->name(), "train");
    EXPECT_EQ(job->image(), *flags.image);
    EXPECT_FALSE(job->command().shell());
    EXPECT_FALSE(job->command().has_value());
}

TEST(Submit, RefusesWhatCannotRun) {
    const auto refusal = [](const SubmitFlags& flags) {
        const auto job = planSubmit(flags, "alice");
        return job ? "accepted" : job.error().message;
    };
    EXPECT_TRUE(refusal({}).starts_with("Give the command either after '--'"));
    auto flags = training();
    flags.command = "true";
    EXPECT_TRUE(refusal(flags).starts_with("Give the command either after '--'"));
    flags = training();
    flags.gpus = "0.5";
    EXPECT_EQ(refusal(flags), "The 'gpus' resource must be an unsigned integer");
    flags = training();
    flags.gpus = "two";
    EXPECT_TRUE(refusal(flags).starts_with("The resources are wrong: ")) << refusal(flags);
    flags = training();
    flags.resources = "cpus:1";
    flags.cpus = "2";
    EXPECT_EQ(refusal(flags), "Give either --resources or --gpus, --cpus and --mem");
    flags = training();
    flags.constraints = {"gpu"};
    EXPECT_EQ(refusal(flags), "'--constraint=gpu' needs an attribute and a value, such as gpu:K40");
    flags = training();
    flags.env = {"=b"};
    EXPECT_EQ(refusal(flags), "'--env==b' must be NAME=VALUE");
}

} // namespace
} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program/program.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/cli/program/completion.h"
#include "app/cli/program/known_names.h"
#include "app/cli/text.h"
#include "core/net/context.h"
#include "core/net/token.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/temporary_folder.h"

namespace muster::cli {
namespace {

std::string firstLine(const std::string& text) {
    return text.substr(0, text.find('\n') + 1);
}

TEST(Program, SuggestsTheNearestCommand) {
    World world;
    EXPECT_EQ(world.run({"gpsu"}), 2);
    EXPECT_EQ(firstLine(world.err.str()),
        "muster: unknown command 'gpsu'. Did you mean 'muster gpus'?\n");
    EXPECT_EQ(nearestCommand("xyzzyxyzzyxyzzy"), "");
    EXPECT_EQ(nearestCommand("execu"), "execute");
}

TEST(Program, SuggestsTheNearestSecondWord) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> table{
        {{"jobs", "explian", "X"}, "jobs explain"}, {{"nodes", "drian", "n"}, "nodes drain"},
        {{"gpu", "restirct", "GPU-1"}, "gpu restrict"}, {{"images", "lst"}, "images list"}};
    for (const auto& [words, meant] : table) {
        World world;
        EXPECT_EQ(world.run(words), 2);
        EXPECT_EQ(firstLine(world.err.str()),
            "muster: unknown command '" + words[0] + " " + words[1] + "'. Did you mean 'muster "
                + meant + "'?\n");
    }
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

unsigned longestLine(const std::string& text) {
    unsigned longest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        longest = std::max(longest, width(line));
    return longest;
}

TEST(Program, KeepsEachLineOfItsHelpWithinAHundredColumns) {
    World all;
    EXPECT_EQ(all.run({"--help"}), 0);
    EXPECT_LE(longestLine(all.out.str()), 100U);
    for (const auto& row : commandTable()) {
        World world;
        EXPECT_EQ(world.run({"help", std::string(row.name)}), 0);
        EXPECT_LE(longestLine(world.out.str()), 100U) << world.out.str();
    }
}

TEST(Program, SeparatesEachCommandFromItsSummary) {
    World world;
    EXPECT_EQ(world.run({"--help"}), 0);
    for (const auto& row : commandTable()) {
        const auto name = "  " + std::string(row.name) + "  ";
        EXPECT_EQ(world.out.str().find(name) != std::string::npos, !row.hidden) << name;
    }
}

TEST(Program, HelpsWithOneCommandOrAGroupOfThem) {
    World command, flag, group, alone;
    EXPECT_EQ(command.run({"help", "nodes", "drain"}), 0);
    EXPECT_EQ(flag.run({"nodes", "drain", "--help"}), 0);
    EXPECT_EQ(command.out.str(), flag.out.str());
    EXPECT_EQ(group.run({"gpu", "--help"}), 0);
    EXPECT_NE(group.out.str().find("gpu restrict"), std::string::npos) << group.out.str();
    EXPECT_EQ(group.out.str().find("gpus"), std::string::npos);
    EXPECT_EQ(alone.run({"gpu"}), 2);
    EXPECT_EQ(alone.err.str(), group.out.str());
    World jobs;
    EXPECT_EQ(jobs.run({"jobs", "--help"}), 0);
    EXPECT_NE(jobs.out.str().find("See also:\n  jobs explain"), std::string::npos);
}

TEST(Program, SaysWhichValuesAFlagTakesAndWhatFollowsTheFlags) {
    const std::vector<std::pair<std::string, std::string>> table{
        {"gpus", "Output format: table, wide, json, csv\n"}, {"events", "--limit N (100)"},
        {"execute", "--shell,--no-shell     "}, {"submit", "[OPTIONS] [-- ARGS...]\n"},
        {"exec", " TASK_OR_JOB [-- ARGS...]\n"},
        {"offers", "--watch\n\n'muster offers refused' lists"}};
    for (const auto& [command, text] : table) {
        World world;
        EXPECT_EQ(world.run({command, "--help"}), 0);
        EXPECT_NE(world.out.str().find(text), std::string::npos) << world.out.str();
        EXPECT_EQ(world.out.str().find("\n\n\n"), std::string::npos) << command;
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
        {"context", "set", "a", "ftp://x"}, {"context", "set", "", "a:1"}, {"logs", ""},
        {"logs", "t", "--tail=-5"}, {"logs", "t", "--tail=99999999999999999999"}, {"kill", "a", ""},
        {}};
    for (const auto& arguments : bad) {
        World world;
        EXPECT_EQ(world.run(arguments), 2) << testing::PrintToString(arguments);
        EXPECT_NE(world.err.str(), "") << testing::PrintToString(arguments);
    }
}

TEST(Program, TakesNoOtherFlagForAValueThatIsMissing) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> table{
        {{"gpus", "--node=", "--state=free"}, "muster gpus: '--node' needs a value\n"},
        {{"gpus", "--node"}, "muster gpus: '--node' needs a value\n"},
        {{"logs", "t", "--tail=x"},
            "muster logs: Could not convert: --tail = x: write a whole number, 2147483647 at "
            "most\n"},
        {{""}, "muster: unknown command ''\n"}};
    for (const auto& [words, said] : table) {
        World world;
        EXPECT_EQ(world.run(words), 2);
        EXPECT_EQ(firstLine(world.err.str()), said);
    }
}

TEST(Program, SaysWhichFlagWasMeant) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> table{
        {{"submit", "--gpuss=2", "--", "true"},
            "muster submit: unknown flag '--gpuss': did you mean '--gpus'?\n"},
        {{"submit", "-gpus", "2", "--", "true"},
            "muster submit: unknown flag '-gpus': did you mean '--gpus'?\n"},
        {{"submit", "--memory", "4G", "--", "true"},
            "muster submit: unknown flag '--memory': did you mean '--mem'?\n"},
        {{"execute", "--no-shel"},
            "muster execute: unknown flag '--no-shel': did you mean "
            "'--no-shell'?\n"},
        {{"gpus", "--xyzzy"}, "muster gpus: unknown flag '--xyzzy'\n"},
        {{"gpus", "word"}, "muster gpus: 'muster gpus' takes no argument 'word'\n"}};
    for (const auto& [words, said] : table) {
        World world;
        EXPECT_EQ(world.run(words), 2);
        EXPECT_EQ(firstLine(world.err.str()), said);
    }
}

TEST(Program, SaysThatACommandGoesAfterTwoDashes) {
    World submit, exec;
    EXPECT_EQ(submit.run({"submit", "--gpus=1", "python", "train.py", "--lr", "3"}), 2);
    EXPECT_EQ(firstLine(submit.err.str()),
        "muster submit: put '--' before the command that is to run, as in 'muster submit -- python "
        "...'\n");
    EXPECT_EQ(exec.run({"exec", "job-1", "ls", "-l"}), 2);
    EXPECT_EQ(firstLine(exec.err.str()),
        "muster exec: put '--' before the command that is to run, as in 'muster exec TASK_OR_JOB "
        "-- "
        "ls ...'\n");
}

TEST(Program, SaysHowToNameAMaster) {
    World world;
    EXPECT_EQ(world.run({"gpus"}), 2);
    EXPECT_EQ(world.err.str(),
        "muster: No master is configured: use --master=HOST:PORT, set MUSTER_MASTER, or add one "
        "with 'muster context set NAME HOST:PORT'\n");
}

TEST(Program, ListsContextsWithTheirColoursAndWithoutTokens) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "muster-cli-colours";
    std::filesystem::remove_all(folder);
    ASSERT_TRUE(net::writeContexts(folder / "muster/contexts.toml",
        {.current = "lab",
            .all = {{"far", {.address = "far:1", .token = "s3cret"}},
                {"lab",
                    {.address = "lab:1",
                        .tokenFile = "/t",
                        .caFile = "/ca",
                        .colour = "#0072b2"}}}}));
    World table, json;
    table.variables["XDG_CONFIG_HOME"] = json.variables["XDG_CONFIG_HOME"] = folder;
    EXPECT_EQ(table.run({"context"}), 0) << table.err.str();
    EXPECT_EQ(table.out.str(),
        "CURRENT  NAME  ADDRESS  TOKEN               COLOUR\n"
        "         far   far:1    in the file itself  -\n"
        "*        lab   lab:1    /t                  #0072b2\n");
    EXPECT_EQ(json.run({"context", "-o", "json"}), 0);
    const nlohmann::json far{{"current", false}, {"name", "far"}, {"address", "far:1"},
        {"token_file", nullptr}, {"ca_file", nullptr}, {"colour", nullptr}};
    const nlohmann::json lab{{"current", true}, {"name", "lab"}, {"address", "lab:1"},
        {"token_file", "/t"}, {"ca_file", "/ca"}, {"colour", "#0072b2"}};
    EXPECT_EQ(nlohmann::json::parse(json.out.str()),
        (nlohmann::json{{"schema_version", 1}, {"contexts", nlohmann::json::array({far, lab})}}));
    std::filesystem::remove_all(folder);
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

struct Contexts : testing::Test {
    const test::TemporaryFolder folder;
    World last;

    int run(std::vector<std::string> words) {
        last.out.str("");
        last.err.str("");
        last.variables["XDG_CONFIG_HOME"] = folder.path().string();
        words.insert(words.begin(), "context");
        return last.run(std::move(words));
    }
    net::Contexts saved() const {
        return net::readContexts(folder / "muster/contexts.toml").value();
    }
};

TEST_F(Contexts, AreRemovedButNotTheCurrentOneOfSeveral) {
    ASSERT_EQ(run({"set", "far", "127.0.0.1:1"}), 0);
    ASSERT_EQ(run({"set", "lab", "127.0.0.1:2"}), 0);
    EXPECT_EQ(run({"remove", "nobody"}), 3);
    EXPECT_EQ(run({"remove", "lab"}), 1);
    EXPECT_EQ(last.err.str(),
        "muster: 'lab' is the current context: choose another one first, with 'muster context use "
        "NAME'\n");
    EXPECT_EQ(run({"remove", "far"}), 0);
    EXPECT_EQ(last.out.str(), "Removed the context 'far'\n");
    EXPECT_EQ(saved().current, "lab");
    EXPECT_EQ(run({"remove", "lab"}), 0) << "the last one: " << last.err.str();
    EXPECT_EQ(saved(), net::Contexts());
}

TEST_F(Contexts, AreNotSavedWithWhatCannotBeUsed) {
    ASSERT_EQ(run({"set", "lab", "127.0.0.1:1"}), 0);
    const auto before = saved();
    const auto wrong = folder / "wrong";
    std::ofstream(wrong) << "no token\n";
    EXPECT_EQ(run({"set", "lab", "gpu.example.org:port"}), 2);
    EXPECT_EQ(run({"set", "lab", "127.0.0.1:2", "--token_file=" + wrong + "x"}), 2);
    EXPECT_NE(last.err.str().find(wrong + "x"), std::string::npos) << last.err.str();
    EXPECT_EQ(run({"set", "lab", "127.0.0.1:2", "--token_file=" + wrong}), 2);
    EXPECT_NE(last.err.str().find("holds no valid token"), std::string::npos) << last.err.str();
    EXPECT_EQ(run({"set", "lab", "127.0.0.1:2", "--ca_file=" + wrong}), 2);
    EXPECT_NE(last.err.str().find(wrong), std::string::npos) << last.err.str();
    EXPECT_EQ(saved(), before);
    const auto token = folder / "token";
    ASSERT_TRUE(net::writeToken(token, net::createToken().value()));
    EXPECT_EQ(run({"set", "lab", "127.0.0.1:2", "--token_file=" + token}), 0) << last.err.str();
    EXPECT_EQ(saved().all.at("lab").tokenFile, token);
}

TEST(Completion, CompletesCommandsAndFlags) {
    const auto of = [](std::vector<std::string> words) { return completions(words); };
    EXPECT_EQ(of({"gp"}), (std::vector<std::string>{"gpu", "gpus"}));
    EXPECT_EQ(of({"gpu", ""}), (std::vector<std::string>{"release", "restrict"}));
    EXPECT_EQ(of({"offers", ""}), (std::vector<std::string>{"refused", "rescind"}));
    EXPECT_EQ(of({"nodes", "d"}), (std::vector<std::string>{"drain"}));
    EXPECT_EQ(of({"nodes", "drain", "--re"}), (std::vector<std::string>{"--reason"}));
    EXPECT_EQ(of({"jobs", ""}),
        (std::vector<std::string>{"clone", "explain", "hold", "release", "spec"}));
    EXPECT_EQ(of({"gpus", "--no"}), (std::vector<std::string>{"--no-header", "--node"}));
    EXPECT_EQ(of({"gpus", "--output="}),
        (std::vector<std::string>{
            "--output=csv", "--output=json", "--output=table", "--output=wide"}));
    EXPECT_EQ(of({"execute", "--no-s"}), (std::vector<std::string>{"--no-shell"}));
    EXPECT_TRUE(of({"__"}).empty());
    EXPECT_TRUE(of({"nonsense", ""}).empty());
}

TEST(Completion, OffersValuesOfFlagsAndArguments) {
    std::vector<Names> asked;
    const auto ask = [&](Names names) -> std::vector<std::string> {
        if (names == Names::None)
            return {};
        asked.push_back(names);
        return {"node-1", "node-2", "other"};
    };
    const auto of = [&](std::vector<std::string> words) { return completions(words, ask); };
    using Words = std::vector<std::string>;
    EXPECT_EQ(of({"gpus", "-o", ""}), (Words{"csv", "json", "table", "wide"}));
    EXPECT_EQ(of({"gpus", "--output", "j"}), Words{"json"});
    EXPECT_EQ(of({"jobs", "--state=f"}), (Words{"--state=failed", "--state=finished"}));
    EXPECT_EQ(of({"jobs", "--state", "p"}), Words{"pending"});
    EXPECT_EQ(of({"tasks", "--state", "run"}), Words{"running"});
    EXPECT_EQ(of({"completion", ""}), (Words{"bash", "fish", "zsh"}));
    EXPECT_TRUE(asked.empty()) << "nobody is asked for what is known";

    EXPECT_EQ(of({"gpus", "--node=node"}), (Words{"--node=node-1", "--node=node-2"}));
    EXPECT_EQ(of({"nodes", "drain", "--reason", "fan", "n"}), (Words{"node-1", "node-2"}));
    EXPECT_EQ(of({"kill", "a", "b", "--yes", "o"}), Words{"other"}) << "any number of them";
    EXPECT_EQ(of({"gpus", "--context", "o"}), Words{"other"});
    EXPECT_EQ(
        asked, (std::vector<Names>{Names::Nodes, Names::Nodes, Names::OpenTasks, Names::Contexts}));
    EXPECT_TRUE(of({"nodes", "drain", "node-1", "o"}).empty()) << "it takes one";
    EXPECT_TRUE(of({"exec", "t", "--", "o"}).empty()) << "a command's own words";
    EXPECT_TRUE(of({"submit", "--name", "o"}).empty());
}

TEST(Completion, JoinsTheWordsThatBashTakesApart) {
    using Words = std::vector<std::string>;
    const Words apart{"gpus", "--master", "=", "lab", ":", "5050", "--state", "="};
    EXPECT_EQ(joinedWords(apart), (Words{"gpus", "--master=lab:5050", "--state="}));
    World value, whole;
    EXPECT_EQ(value.run({"__complete", "--", "gpus", "--output", "=", "j"}), 0);
    EXPECT_EQ(value.out.str(), "json\n");
    EXPECT_EQ(whole.run({"__complete", "--", "gpus", "--output=j"}), 0);
    EXPECT_EQ(whole.out.str(), "--output=json\n");
}

TEST(Completion, AsksTheMasterAndSaysNothingIfItIsNotThere) {
    FakeMaster master;
    master.onRequest = [](const FakeMaster::Request&) {
        FakeMaster::Message message;
        auto& rows = *message.mutable_snapshot()->mutable_rows();
        rows.add_agents()->set_hostname("node-1");
        for (const auto* name : {"train", "$(reboot)", "-rf", ""}) {
            auto& job = *rows.add_jobs();
            job.set_id("job-" + std::to_string(rows.jobs_size()));
            job.set_name(name);
            job.set_ended_ms(rows.jobs_size() == 4 ? 5 : 0);
        }
        return std::vector{message};
    };
    const auto address = "--master=" + master.start();
    World nodes, jobs, all, nobody;
    EXPECT_EQ(nodes.run({"__complete", "--", "nodes", "drain", address, ""}), 0);
    EXPECT_EQ(nodes.out.str(), "node-1\n");
    EXPECT_EQ(jobs.run({"__complete", "--", "kill", address, ""}), 0);
    EXPECT_EQ(jobs.out.str(), "job-1\njob-2\njob-3\ntrain\n") << "no word that a shell would obey";
    EXPECT_EQ(all.run({"__complete", "--", "jobs", "spec", address, "job-"}), 0);
    EXPECT_EQ(all.out.str(), "job-1\njob-2\njob-3\njob-4\n") << "the ended one, too";
    master.stop();
    EXPECT_EQ(nobody.run({"__complete", "--", "nodes", "drain", "--master", "127.0.0.1:1", ""}), 0);
    EXPECT_EQ(nobody.out.str() + nobody.err.str(), "");
}

// As where a name server does not answer.
TEST(Completion, WaitsNoLongerThanItSays) {
    const auto before = std::chrono::steady_clock::now();
    const auto none = askFor(std::chrono::milliseconds(50), [] {
        std::this_thread::sleep_for(std::chrono::seconds(3));
        return FoundNames{"late"};
    });
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(2));
    EXPECT_EQ(none, FoundNames());
    const auto quick = askFor(std::chrono::seconds(10), [] { return FoundNames{"node-1"}; });
    EXPECT_EQ(quick, FoundNames{"node-1"});
}

} // namespace
} // namespace muster::cli

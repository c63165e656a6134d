// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/submit.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <random>
#include <thread>

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "app/cli/parse.h"
#include "app/cli/program/completion.h"
#include "core/spec/shell_words.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/bundle.h"

namespace muster::cli {
namespace {

namespace fs = std::filesystem;
using google::protobuf::util::MessageDifferencer;
using spec::JobText;

// The words that a shell makes of the line.
std::vector<std::string> wordsOf(const std::string& line) {
    const auto path = fs::temp_directory_path() / ("muster-words-" + std::to_string(::getpid()));
    std::ofstream(path) << "muster() { printf '%s\\0' \"$@\"; }\n" << line << '\n';
    std::vector<std::string> words;
    FILE* shell = ::popen(("/bin/sh " + path.string()).c_str(), "r");
    std::string word;
    for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell)) {
        if (c != 0) {
            word += static_cast<char>(c);
            continue;
        }
        words.push_back(word);
        word.clear();
    }
    ::pclose(shell);
    fs::remove(path);
    return words;
}

// As `muster` would read the line.
Result<muster::v1::SubmitJob> jobOfLine(const std::string& line) {
    const auto words = wordsOf(line);
    if (words.empty() || words.front() != "submit")
        return failure("no shell reads this: " + line);
    Submit submit;
    const auto parsed = parse("submit", "", submit.line(), std::span(words).subspan(1));
    if (!parsed)
        return tl::unexpected(parsed.error());
    World world;
    return submit.job({.out = world.out,
        .err = world.err,
        .variable = [](const char*) -> const char* { return nullptr; },
        .user = "alice",
        .hostname = "desk"});
}

void expectEqualLine(const JobText& text) {
    const auto wanted = spec::plan(text, "alice");
    ASSERT_TRUE(wanted) << wanted.error().message;
    for (const char* separator : {" ", " \\\n    "}) {
        const auto line = spec::commandLine(text, separator);
        const auto read = jobOfLine(line);
        ASSERT_TRUE(read) << read.error().message << "\n" << line;
        EXPECT_TRUE(MessageDifferencer::Equals(*read, *wanted))
            << line << "\n"
            << read->DebugString() << wanted->DebugString();
    }
}

TEST(SubmitLine, OfAJobIsReadAsTheSameJob) {
    expectEqualLine({.command = "nvidia-smi"});
    expectEqualLine({.image = "busybox"});
    expectEqualLine({.name = "it's \"quoted\"",
        .image = "nvcr.io/nvidia/pytorch:23.10-py3",
        .command = "for i in 1 2; do\n  echo \"$i\" 'x'\ndone # [ -f a ]",
        .gpus = "2",
        .cpus = "0.5",
        .memory = "1024",
        .constraints = {"gpu:Tesla M60", "rack:a:b"},
        .linked = true,
        .priority = "-5",
        .retries = "3",
        .killGrace = "90s",
        .user = "bob",
        .env = {"A=b=c", "EMPTY=", "TWO=a\nb", "HASH=#x", "GLOB=*"},
        .uris = {"https://example.com/a.tgz#sha256=0"},
        .terminal = true,
        .readOnly = true,
        .tmpfs = {"/tmp:size=64m,mode=1777,exec"},
        .volumes = {"/data sets:/sets:ro"},
        .shmSize = "1g",
        .ulimits = {"nofile=1024:4096", "memlock=-1"},
        .capAdd = {"IPC_LOCK"},
        .capDrop = {"ALL"}});
    expectEqualLine({.argv = {"python3", "-c", "print('a')\nprint(\"b\")", "", "--", "-x", "~"},
        .resources = "cpus:1;mem:64"});
}

TEST(SubmitLine, IsEqualForAnyWords) {
    std::mt19937 random(7);
    const std::string letters = "ab-=[]'\"\\ $`!#~*?{}();&|<>\n\t:,@%/é";
    const auto word = [&] {
        std::string out;
        for (auto left = random() % 8; left > 0; --left)
            out += letters[random() % letters.size()];
        return out;
    };
    for (int i = 0; i < 60; ++i) {
        JobText text{.name = "n" + word(), .constraints = {"a" + word() + ":b" + word()}};
        if (i % 2 == 0)
            text.command = "c" + word();
        else
            text.argv = {"w" + word(), word(), word()};
        text.env = {"E=" + word(), "F=" + word()};
        text.uris = {"u" + word()};
        SCOPED_TRACE(i);
        expectEqualLine(text);
    }
}

TEST(Submit, NamesThePartThatNeedsAnImage) {
    World world;
    EXPECT_EQ(world.run({"submit", "--read-only", "--master=127.0.0.1:1", "--", "true"}), 2);
    EXPECT_EQ(world.err.str(),
        "muster: --read-only needs an image: without one a task uses the host's file system\n");
}

TEST(Submit, HasAHeadingForTheContainerAndIsCompleted) {
    World world;
    EXPECT_EQ(world.run({"submit", "--help"}), 0);
    const auto help = world.out.str();
    const auto heading = help.find("Container:");
    ASSERT_NE(heading, std::string::npos) << help;
    EXPECT_GT(help.find("--cap-drop NAME"), heading);
    EXPECT_LT(help.find("--image IMAGE"), heading);
    const std::vector<std::string> words{"submit", "--cap"};
    EXPECT_EQ(completions(words), (std::vector<std::string>{"--cap-add", "--cap-drop"}));
}

class Files : public testing::Test {
protected:
    fs::path folder = fs::temp_directory_path() / ("muster-submit-" + std::to_string(::getpid()));
    FakeMaster master;
    std::vector<muster::v1::SubmitJob> submitted;
    muster::v1::SubmitJob old; // that jobs spec tells of

    void SetUp() override {
        fs::create_directories(folder / "muster/templates");
        old = *spec::plan({.name = "train", .command = "run 1", .gpus = "2", .user = "bob"}, "");
        master.onRequest = [this](const FakeMaster::Request& request) {
            auto message = FakeMaster::answerTo(request);
            auto& reply = *message.mutable_reply();
            if (request.has_submit_job()) {
                submitted.push_back(request.submit_job());
                reply.mutable_job_submitted()->set_job_id("job-1");
            } else if (request.query_job_spec().job_id() == "job-7") {
                *reply.mutable_job_spec() = old;
            } else {
                reply.mutable_error()->set_kind(muster::v1::Error::NOT_FOUND);
                reply.mutable_error()->set_message("No job: 'muster jobs' lists them");
            }
            return std::vector{message};
        };
    }
    void TearDown() override {
        master.stop();
        fs::remove_all(folder);
    }
    std::string put(const std::string& name, const std::string& text) {
        std::ofstream(folder / name) << text;
        return (folder / name).string();
    }
    int run(World& world, std::vector<std::string> words) {
        world.variables["XDG_CONFIG_HOME"] = folder.string();
        words.push_back("--master=" + address);
        return world.run(words);
    }
    std::string address = master.start();
};

TEST_F(Files, AreSubmittedWithWhatFlagsSayInPlace) {
    const auto file = put("job.yaml", "name: train\ncommand: run\ngpus: 1\nenv: {A: 1}\n");
    World world;
    EXPECT_EQ(run(world, {"submit", "--file=" + file, "--gpus=4", "--env=B=2"}), 0)
        << world.err.str();
    master.stop();
    ASSERT_EQ(submitted.size(), 1u);
    EXPECT_EQ(submitted[0].name(), "train");
    EXPECT_EQ(test::wordsOf(submitted[0].resources()), "cpus:1; mem:128; gpus:4");
    EXPECT_EQ(submitted[0].command().environment().variables_size(), 2);
}

TEST_F(Files, SayTheLineOfWhatIsWrong) {
    World unknown;
    EXPECT_EQ(run(unknown, {"submit", "-f", put("a.yaml", "name: x\ngpu: 1\n")}), 2);
    EXPECT_NE(
        unknown.err.str().find("a.yaml: line 2: 'gpu' is not known here: did you mean 'gpus'?"),
        std::string::npos)
        << unknown.err.str();
    const auto volume = put("b.yaml", "image: busybox\n\nvolumes:\n  - /a\n");
    World wrong;
    EXPECT_EQ(run(wrong, {"submit", "-f", volume}), 2);
    EXPECT_NE(wrong.err.str().find("line 3: volumes: '/a' must be HOST:PATH"), std::string::npos)
        << wrong.err.str();
    World ofFlag;
    EXPECT_EQ(run(ofFlag, {"submit", "-f", put("c.yaml", "image: b\n"), "--retries=x"}), 2);
    EXPECT_NE(ofFlag.err.str().find("'--retries=x' must be"), std::string::npos);
    World missing;
    EXPECT_EQ(run(missing, {"submit", "--file=/nonexistent/x"}), 2);
    EXPECT_NE(missing.err.str().find("/nonexistent/x: No such file"), std::string::npos);
    World both;
    EXPECT_EQ(run(both, {"submit", "--file=x", "--template=y"}), 2);
}

constexpr const char* kTemplate = R"(template: Train a model
fields:
  - name: epochs
    type: integer
    default: 10
    min: 1
job:
  name: train
  command: run --epochs ${{ epochs }}
)";

TEST_F(Files, OfTemplatesAreListedShownAndFilled) {
    put("muster/templates/train.yaml", kTemplate);
    put("muster/templates/broken.yaml", "job: [");
    World list;
    list.variables["XDG_CONFIG_HOME"] = folder.string();
    EXPECT_EQ(list.run({"templates"}), 0) << list.err.str();
    EXPECT_NE(list.out.str().find("train   Train a model "), std::string::npos) << list.out.str();
    EXPECT_NE(list.out.str().find("! line 1: "), std::string::npos) << "the broken one too";
    World show;
    show.variables = list.variables;
    EXPECT_EQ(show.run({"templates", "show", "train"}), 0);
    EXPECT_NE(show.out.str().find("epochs  integer  10"), std::string::npos) << show.out.str();
    World absent;
    absent.variables = list.variables;
    EXPECT_EQ(absent.run({"templates", "show", "trian"}), 3);
    EXPECT_NE(absent.err.str().find("did you mean 'train'?"), std::string::npos);
    World submit;
    EXPECT_EQ(run(submit, {"submit", "--template=train", "--set=epochs=20", "--gpus=2"}), 0)
        << submit.err.str();
    for (const char* set : {"epochs=0", "epochs=many", "epoch=2", "epochs"}) {
        World wrong;
        EXPECT_EQ(run(wrong, {"submit", "--template=train", std::string("--set=") + set}), 2)
            << set;
    }
    World useless;
    EXPECT_EQ(run(useless, {"submit", "--set=a=b", "--", "true"}), 2);
    master.stop();
    ASSERT_EQ(submitted.size(), 1u);
    EXPECT_EQ(submitted[0].command().value(), "run --epochs 20");
    EXPECT_EQ(test::wordsOf(submitted[0].resources()), "cpus:1; mem:128; gpus:2");
}

TEST_F(Files, AreWhatJobsSpecPrints) {
    World spec;
    EXPECT_EQ(run(spec, {"jobs", "spec", "job-7"}), 0) << spec.err.str();
    EXPECT_EQ(
        spec.out.str(), "name: train\ncommand: run 1\ngpus: 2\ncpus: 1\nmem: 128\nuser: bob\n");
    World line;
    EXPECT_EQ(run(line, {"jobs", "spec", "job-7", "-o", "command"}), 0);
    EXPECT_EQ(line.out.str(),
        "muster submit --name=train --command='run 1' --gpus=2 --cpus=1 --mem=128 --user=bob\n");
    World none;
    EXPECT_EQ(run(none, {"jobs", "spec", "job-8"}), 3);
}

TEST_F(Files, AreNotNeededToCloneAJob) {
    World world;
    EXPECT_EQ(run(world, {"jobs", "clone", "job-7", "--gpus=4"}), 0) << world.err.str();
    master.stop();
    ASSERT_EQ(submitted.size(), 1u);
    EXPECT_EQ(submitted[0].name(), "train");
    EXPECT_EQ(submitted[0].user(), "alice") << "who clones it runs it";
    EXPECT_EQ(submitted[0].author(), "alice@desk");
    EXPECT_EQ(submitted[0].command().value(), "run 1");
    EXPECT_EQ(test::wordsOf(submitted[0].resources()), "cpus:1; mem:128; gpus:4");
}

// A master that has a memory for keys, as the real one.
struct CutSubmissions : testing::Test {
    FakeMaster master;
    World world;
    std::map<std::string, std::string> taken;

    CutSubmissions() {
        master.onRequest = [this](const muster::v1::Request& request) {
            if (!request.has_submit_job())
                return std::vector{FakeMaster::answerTo(request)};
            const auto [job, isNew] = taken.try_emplace(
                request.submit_job().key(), "job-" + std::to_string(taken.size() + 1));
            auto answer = FakeMaster::answerTo(request);
            answer.mutable_reply()->mutable_job_submitted()->set_job_id(job->second);
            answer.mutable_reply()->mutable_job_submitted()->set_again(!isNew);
            return std::vector{answer};
        };
    }
    std::ptrdiff_t submissions() const {
        return std::ranges::count_if(
            master.requests, [](const auto& request) { return request.has_submit_job(); });
    }
    int submit(std::vector<std::string> more = {}) {
        std::vector<std::string> words{"submit", "--master=" + master.start()};
        words.insert(words.end(), more.begin(), more.end());
        words.insert(words.end(), {"--", "true"});
        const int code = world.run(std::move(words));
        master.stop();
        return code;
    }
};

TEST_F(CutSubmissions, AreRepeatedOnceAndRunOnce) {
    master.cuts = 1;
    EXPECT_EQ(submit(), 0) << world.err.str();
    EXPECT_EQ(taken.size(), 1u);
    EXPECT_EQ(submissions(), 2);
    EXPECT_EQ(taken.begin()->first.size(), 32u) << "128 bits";
    EXPECT_NE(
        world.out.str().find("Submitted job-1 earlier: it runs only once\n"), std::string::npos)
        << world.out.str();
    EXPECT_NE(world.err.str().find("before the master answered: trying again"), std::string::npos)
        << world.err.str();
}

TEST_F(CutSubmissions, SayHowToRepeatThemAfterASecondCut) {
    master.cuts = 2;
    EXPECT_NE(submit({"--key=mine"}), 0);
    EXPECT_EQ(submissions(), 2);
    EXPECT_EQ(taken.size(), 1u);
    EXPECT_NE(world.err.str().find("repeat the command with --key=mine to run it at most once"),
        std::string::npos)
        << world.err.str();
}

TEST_F(CutSubmissions, GiveScriptsOnlyTheId) {
    master.cuts = 1;
    EXPECT_EQ(submit({"--parsable"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), "job-1\n") << "again, too";
    for (const auto* other : {"--check", "--follow"}) {
        World both;
        EXPECT_EQ(both.run({"submit", "-q", other, "--master=127.0.0.1:1", "--", "true"}), 2);
        EXPECT_EQ(both.err.str(),
            std::string("muster: '--parsable' cannot be combined with '") + other + "'\n");
    }
}

TEST_F(CutSubmissions, HaveKeysOfTheirOwn) {
    EXPECT_EQ(submit(), 0);
    EXPECT_EQ(world.out.str().find("before"), std::string::npos);
    FakeMaster second;
    second.onRequest = master.onRequest;
    EXPECT_EQ(world.run({"submit", "--master=" + second.start(), "--", "true"}), 0);
    second.stop();
    EXPECT_EQ(taken.size(), 2u);
}

TEST_F(CutSubmissions, OfWhatNoNodeCanEverRunAreTakenWithAWarning) {
    const auto take = master.onRequest;
    bool couldServe = false;
    bool isRefused = false;
    master.onRequest = [&](const muster::v1::Request& request) {
        auto messages = take(request);
        if (request.has_explain()) {
            EXPECT_EQ(request.explain().job_id(), "job-1");
            auto& reply = *messages[0].mutable_reply();
            auto& explanation = *reply.mutable_explanation();
            explanation.set_sentence("Needs 16 GPUs: no node has more than 8");
            explanation.add_machines()->set_could_serve(couldServe);
            explanation.add_would_start("on node-2, with 8 GPUs");
            if (isRefused) {
                reply.clear_explanation();
                reply.mutable_error()->set_kind(muster::v1::Error::DENIED);
            }
        }
        return messages;
    };
    EXPECT_EQ(submit({"--parsable", "--gpus=16"}), 0);
    EXPECT_EQ(world.out.str(), "job-1\n");
    EXPECT_EQ(world.err.str(),
        "muster: warning: no node can ever run job-1: Needs 16 GPUs: no node has more than 8. It "
        "would start on node-2, with 8 GPUs. 'muster jobs explain job-1' compares the nodes, "
        "'muster kill job-1' removes it\n");
    for (const bool refuses : {false, true}) {
        couldServe = !(isRefused = refuses);
        FakeMaster second;
        second.onRequest = master.onRequest;
        taken.clear();
        World quiet;
        EXPECT_EQ(quiet.run({"submit", "--master=" + second.start(), "--", "true"}), 0);
        second.stop();
        EXPECT_EQ(quiet.err.str(), "") << "it only is pending, or nobody knows";
    }
}

TEST(JobsClone, SaysWhatStaysAsItWas) {
    World world;
    EXPECT_EQ(world.run({"jobs", "clone", "--help"}), 0);
    EXPECT_NE(world.out.str().find("Number of CPUs; default: that of the job"), std::string::npos)
        << world.out.str();
}

// A job that runs on a master which is lost meanwhile.
struct LostMasters : testing::Test {
    FakeMaster master;
    World world;
    muster::v1::Job job;
    std::map<std::string, std::string> logs{{"stdout", "one\n"}, {"stderr", ""}};
    bool isOver = false; // the logs have their ends
    std::optional<int> status; // of its task, which has ended
    bool isForgotten = false; // the job is known to the journal only
    int withoutAgent = 0; // so many times a log cannot be read yet
    std::vector<std::int64_t> offsets; // of stdout
    std::function<void()> onRead; // of stderr, which is read last

    LostMasters() {
        job.set_id("job-1");
        job.set_name("train");
        job.set_framework_id("F");
        job.set_task_id("job-1-1");
        job.set_started_ms(1);
        job.set_state(muster::v1::Job::RUNNING);
        master.onRequest = [this](const muster::v1::Request& request) { return answer(request); };
    }
    std::vector<muster::v1::Message> answer(const muster::v1::Request& request) {
        muster::v1::Message out;
        out.mutable_reply()->set_id(request.id());
        if (request.has_submit_job()) {
            out.mutable_reply()->mutable_job_submitted()->set_job_id(job.id());
        } else if (request.has_subscribe()) {
            auto& rows = *out.mutable_snapshot()->mutable_rows();
            if (!isForgotten)
                *rows.add_jobs() = job;
        } else if (request.has_query_ended()) {
            auto& rows = *out.mutable_reply()->mutable_ended();
            *rows.add_jobs() = job;
            if (status) {
                auto& task = *rows.add_tasks();
                task.set_framework_id(job.framework_id());
                task.set_id(job.task_id());
                task.set_ended_ms(2);
                task.set_exit_code(*status);
            }
        } else if (request.has_explain()) {
            out.mutable_reply()->mutable_explanation();
        } else if (withoutAgent > 0) {
            --withoutAgent;
            out.mutable_reply()->mutable_error()->set_kind(muster::v1::Error::UNAVAILABLE);
            out.mutable_reply()->mutable_error()->set_message("the agent is not connected");
        } else {
            const auto& read = request.read_log();
            if (read.file() == "stdout")
                offsets.push_back(read.offset());
            else if (onRead)
                onRead();
            auto& chunk = *out.mutable_reply()->mutable_log();
            chunk.set_offset(read.offset());
            chunk.set_data(logs[read.file()].substr(static_cast<std::size_t>(read.offset())));
            chunk.set_end(isOver);
        }
        return {out};
    }
    // As a new life of the master finds it.
    void finish() {
        isOver = true;
        logs["stdout"] += "two\n";
        job.set_state(muster::v1::Job::FINISHED);
    }
    int submit(const char* how) {
        return world.run({"submit", "--master=" + master.start(), how, "--", "true"});
    }
};

TEST_F(LostMasters, AreFoundAgainAndTheLogGoesOnWhereItWas) {
    onRead = [this] {
        onRead = {};
        master.cuts = 3; // this one, and two that subscribe
        finish();
    };
    EXPECT_EQ(submit("--follow"), 0) << world.err.str();
    master.stop();
    EXPECT_EQ(world.out.str(), "one\ntwo\n") << "nothing twice";
    EXPECT_EQ(offsets, (std::vector<std::int64_t>{0, 4}));
    const auto said = world.err.str();
    const auto lost = said.find("muster: Connection lost, reconnecting... (");
    ASSERT_NE(lost, std::string::npos) << said;
    EXPECT_EQ(said.find("Connection lost", lost + 20), std::string::npos) << "said once: " << said;
    EXPECT_EQ(std::ranges::count_if(
                  master.requests, [](const auto& request) { return request.has_submit_job(); }),
        1)
        << "the same job";
}

TEST_F(LostMasters, MayBeBackBeforeTheAgent) {
    onRead = [this] {
        onRead = {};
        master.cuts = 1;
        finish();
        withoutAgent = 3;
    };
    EXPECT_EQ(submit("--follow"), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), "one\ntwo\n");
}

TEST_F(LostMasters, MayHaveSeenTheEndOfTheJob) {
    onRead = [this] {
        onRead = {};
        master.cuts = 1;
        finish();
        isForgotten = true;
        job.set_state(muster::v1::Job::FAILED);
        job.set_message("exit status 3");
    };
    EXPECT_EQ(submit("--follow"), 1);
    EXPECT_EQ(world.out.str(), "one\ntwo\n");
    EXPECT_NE(world.err.str().find("train failed: exit status 3"), std::string::npos)
        << world.err.str();
}

TEST_F(LostMasters, KnowTheExitStatusOfTheCommand) {
    const auto address = master.start();
    job.set_state(muster::v1::Job::FAILED);
    using Codes = std::vector<std::pair<std::optional<int>, int>>;
    for (const auto& [ended, expected] : Codes{{3, 3}, {125, 125}, {126, 1}, {{}, 1}}) {
        status = ended;
        EXPECT_EQ(world.run({"submit", "--master=" + address, "--wait", "--", "true"}), expected);
    }
}

TEST_F(LostMasters, StillKnowTheExitStatus) {
    onRead = [this] {
        onRead = {};
        master.cuts = 1;
        finish();
        isForgotten = true;
        status = 3;
        job.set_state(muster::v1::Job::FAILED);
    };
    EXPECT_EQ(submit("--follow"), 3) << world.err.str();
}

TEST_F(LostMasters, AreFoundAgainByALogThatIsFollowed) {
    int reads = 0;
    master.onRequest = [&](const muster::v1::Request& request) {
        reads += request.has_read_log() ? 1 : 0;
        if (request.has_read_log() && reads == 1)
            master.lateCuts = 1;
        if (request.has_read_log() && reads == 2) {
            finish();
            master.cuts = 1; // back, and lost again before it has answered
            withoutAgent = 2; // this one counts
        }
        return answer(request);
    };
    EXPECT_EQ(world.run({"logs", "-f", "job-1", "--master=" + master.start()}), 0)
        << world.err.str();
    master.stop();
    EXPECT_EQ(world.out.str(), "one\ntwo\n") << "nothing twice";
    EXPECT_EQ(offsets, (std::vector<std::int64_t>{0, 4}));
    EXPECT_EQ(reads, 4) << "once more, when the agent is back";
    const auto said = world.err.str();
    EXPECT_TRUE(said.starts_with("muster: Connection lost, reconnecting... (")) << said;
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << "said once: " << said;
}

TEST_F(LostMasters, EndALogThatIsNotFollowed) {
    master.onRequest = [&](const muster::v1::Request& request) {
        master.lateCuts = request.has_read_log() ? 1 : 0;
        return answer(request);
    };
    EXPECT_EQ(world.run({"logs", "job-1", "--master=" + master.start()}), 5);
    EXPECT_EQ(world.out.str(), "one\n");
}

// It really ends and starts again, on the same port.
TEST_F(LostMasters, AreWaitedForWhileTheyAreDown) {
    std::promise<void> subscribed;
    auto first = std::make_unique<FakeMaster>();
    first->onRequest = [&](const muster::v1::Request& request) {
        if (request.has_subscribe())
            subscribed.set_value();
        return answer(request);
    };
    const auto address = first->start();
    auto code = std::async(std::launch::async, [&] {
        return world.run({"submit", "--master=" + address, "--wait", "--", "true"});
    });
    subscribed.get_future().wait();
    first->stop();
    master.port = first->port;
    first.reset(); // with its connections
    finish();
    std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // an attempt finds nobody
    master.start();
    EXPECT_EQ(code.get(), 0) << world.err.str();
    master.stop();
    EXPECT_NE(world.err.str().find("Connection lost, reconnecting"), std::string::npos)
        << world.err.str();
}

} // namespace
} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What a task may do to the files of its output, as root even: init has the same rights then.
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include "core/container/init/output_mark.h"
#include "tests/core/container/init_run.h"

namespace muster::container {
namespace {

struct Trick {
    const char* name;
    const char* script; // BASE/canary is what it is after
};

void PrintTo(const Trick& trick, std::ostream* out) {
    *out << trick.name;
}

class InitTricked : public InitRun, public testing::WithParamInterface<Trick> {
protected:
    void SetUp() override {
        InitRun::SetUp();
        std::filesystem::create_directory(m_base + "/tree");
        for (const char* name : {"/canary", "/tree/canary"})
            std::ofstream(m_base + name) << "intact";
    }
    std::string at(const char* name) const {
        std::ifstream in(m_base + name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

TEST_P(InitTricked, WritesToNothingButFilesOfItsOwn) {
    const std::string script = std::string("echo first; ") + GetParam().script
        + "; seq 1 5000; sleep 0.05; seq 1 5000; exit 5";
    EXPECT_EQ(run(script, 4096, 3), "exit 5");
    EXPECT_EQ(at("/canary"), "intact");
    EXPECT_EQ(at("/tree/canary"), "intact");
    const std::filesystem::directory_iterator tree(m_base + "/tree");
    EXPECT_EQ(std::distance(tree, std::filesystem::directory_iterator()), 1);
}

TEST_P(InitTricked, IsNotTrickedByWhatIsThereAtTheStart) {
    InitRun::run(GetParam().script, 4096, 3);
    EXPECT_EQ(run("seq 1 5000; exit 5", 4096, 3), "exit 5");
    EXPECT_EQ(at("/canary"), "intact");
    EXPECT_EQ(at("/tree/canary"), "intact");
}

INSTANTIATE_TEST_SUITE_P(Tricks, InitTricked,
    testing::Values(Trick{"Link", "rm stdout; ln -s $BASE/canary stdout"},
        Trick{"HardLink", "rm stdout; ln $BASE/canary stdout"},
        Trick{"ReplacedByAnother", "ln $BASE/canary x; mv x stdout"},
        Trick{"Fifo", "rm stdout; mkfifo stdout"}, Trick{"Folder", "rm stdout; mkdir stdout"},
        Trick{"FullFolder", "rm stdout; mkdir -p stdout/x"},
        Trick{"LinkToAFolder", "rm stdout; ln -s $BASE/tree stdout"},
        Trick{"OlderIsALink", "for i in 1 2 3; do ln -sf $BASE/canary stdout.$i; done"},
        Trick{"OlderIsAHardLink", "for i in 1 2 3; do ln -f $BASE/canary stdout.$i; done"},
        Trick{"OlderIsAFifo", "mkfifo stdout.1 stdout.2 stdout.3"},
        Trick{"OlderIsAFolder", "mkdir -p stdout.1/x stdout.3/x"},
        Trick{"FreshIsALink", "ln -s $BASE/canary .stdout.new"},
        Trick{"FreshIsAFolder", "mkdir .stdout.new"},
        Trick{
            "MarkIsALink", "ln -sf $BASE/canary .stdout.base; ln -s $BASE/canary .stdout.base.new"},
        Trick{"MarkIsAFifo", "rm -f .stdout.base; mkfifo .stdout.base .stdout.base.new"},
        Trick{"MarkIsAFolder", "rm -f .stdout.base; mkdir .stdout.base .stdout.base.new"}),
    [](const auto& info) { return info.param.name; });

// The script goes on once its first line is in the file.
class InitMeddled : public InitRun {
protected:
    std::string afterOne(const std::string& script) {
        return run("echo one; until grep -qs one stdout; do sleep 0.01; done; " + script);
    }
};

TEST_F(InitMeddled, OutputGoesToAFreshFileWhenItsOwnIsRemoved) {
    EXPECT_EQ(afterOne("rm stdout; echo two"), "exit 0");
    EXPECT_EQ(file("stdout"), "two\n");
    EXPECT_EQ(gone(), 4U) << "offsets stay what they were";
}

TEST_F(InitMeddled, ACutFileKeepsTheOffsets) {
    EXPECT_EQ(afterOne(": > stdout; echo two"), "exit 0");
    EXPECT_EQ(file("stdout"), "two\n");
    EXPECT_EQ(gone(), 4U);
}

TEST_F(InitMeddled, WhatTheTaskAddsItselfStays) {
    EXPECT_EQ(afterOne("echo two >> stdout; echo three"), "exit 0");
    EXPECT_EQ(file("stdout"), "one\ntwo\nthree\n");
}

TEST_F(InitMeddled, AMovedSandboxKeepsItsOutput) {
    std::filesystem::create_directory(m_base + "/tree");
    EXPECT_EQ(afterOne("mv $BASE/sandbox $BASE/away; ln -s $BASE/tree $BASE/sandbox; echo two"),
        "exit 0");
    EXPECT_TRUE(std::filesystem::is_empty(m_base + "/tree"));
    std::filesystem::remove(m_folder);
    std::filesystem::rename(m_base + "/away", m_folder);
    EXPECT_EQ(file("stdout"), "one\ntwo\n");
}

TEST_F(InitMeddled, AForgedMarkIsNoMoreThanAWrongNumber) {
    run("echo one");
    for (const char* mark : {"1 4611686018427387903\n", "0 0\n", "1 2\n", "garbage"}) {
        std::ofstream(m_folder + "/.stdout.base") << mark;
        EXPECT_EQ(run("seq 1 5000", 4096, 2), "exit 0") << mark;
        EXPECT_TRUE(output(2).ends_with("5000\n")) << mark;
    }
}

} // namespace
} // namespace muster::container

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// muster exec, attach, cp and files against the real daemon, with pipes and with a terminal.
#include <csignal>

#include <unistd.h>

#include "tests/integration/command_line.h"
#include "tests/integration/nested_world.h"

namespace muster::e2e {
namespace {

using CommandLineIn = WithCommandLine<NestedContainers>;

TEST_F(CommandLineIn, ACommandExitsLikeItself) {
    const auto good = muster("exec living -- sh -c 'cat file; echo oops >&2; exit 7'");
    EXPECT_EQ(good.status, 7);
    EXPECT_EQ(good.out, "hello\n");
    EXPECT_EQ(good.err, "oops\n");
    EXPECT_EQ(muster("exec living -- sh -c 'kill -TERM $$'").status, 128 + SIGTERM);
    EXPECT_EQ(muster("exec -e COLOUR=green living -- sh -c 'echo $COLOUR'").out, "green\n");
    EXPECT_EQ(muster("exec living -- cat").out, "") << "its input has ended";
}

TEST_F(CommandLineIn, AProgramThatIsNotThereIsSaidSo) {
    const auto gone = muster("exec living -- nosuch --flag");
    EXPECT_EQ(gone.status, 127);
    EXPECT_EQ(gone.err, "'nosuch' was not found in the container\n");
    const auto data = muster("exec living -- ./file");
    EXPECT_EQ(data.status, 126);
    EXPECT_TRUE(data.err.starts_with("'./file' cannot be executed in the container")) << data.err;
    EXPECT_EQ(data.out + gone.out, "");
}

TEST_F(CommandLineIn, WhatIsTypedGoesThroughWholeAndEnds) {
    const auto words = line("exec -i living -- sh -c 'md5sum; echo over'");
    const auto large = run("head -c 3000000 /dev/zero | " + words);
    EXPECT_EQ(large.status, 0) << large.err;
    EXPECT_EQ(large.out, run("head -c 3000000 /dev/zero | md5sum").out + "over\n");
    const auto file = run("echo from a file > " + m_base + "/in; " + line("exec -i living -- cat")
        + " < " + m_base + "/in");
    EXPECT_EQ(file.out, "from a file\n");
}

TEST_F(CommandLineIn, TheFirstInterruptGoesToTheCommand) {
    const auto process = command({"exec", "living", "--", "sh", "-c",
        "trap 'echo caught; exit 9' INT; echo ready; while :; do sleep 0.1; done"});
    ASSERT_TRUE(eventually([&] { return process->out() == "ready\n"; })) << process->err();
    process->signal(SIGINT);
    EXPECT_EQ(process->wait(15s), 9);
    EXPECT_EQ(process->out(), "ready\ncaught\n");
}

TEST_F(CommandLineIn, ATerminalIsTheCallersAndIsGivenBack) {
    OnTerminal terminal(
        line("exec -it living -- sh -c \"trap 'stty size' WINCH; trap 'echo INT' INT; "
             "stty size; echo ready; while :; do read x && echo got \\$x "
             "&& test \\$x = end && exit 5; done\"; echo status $?; sleep 60"),
        33, 101);
    ASSERT_TRUE(terminal.shows("ready")) << terminal.shown;
    EXPECT_NE(terminal.shown.find("33 101"), std::string::npos) << terminal.shown;
    EXPECT_FALSE(terminal.isCooked());
    terminal.resize(44, 122);
    EXPECT_TRUE(terminal.shows("44 122")) << terminal.shown;
    terminal.type("\x03");
    EXPECT_TRUE(terminal.shows("INT")) << terminal.shown;
    terminal.type("abc\r");
    EXPECT_TRUE(terminal.shows("got abc")) << terminal.shown;
    terminal.type("end\r");
    EXPECT_TRUE(terminal.shows("status 5")) << terminal.shown;
    EXPECT_TRUE(terminal.isCooked());
}

TEST_F(CommandLineIn, ATerminalIsGivenBackAfterASignalAndALostMaster) {
    writeText(m_base + "/run",
        "echo $$ > " + m_base + "/pid; exec "
            + line("exec -it living -- sh -c 'echo ready; exec sleep 1000'"));
    OnTerminal killed("sh " + m_base + "/run; echo status $?; sleep 60", 24, 80);
    ASSERT_TRUE(killed.shows("ready")) << killed.shown;
    ::kill(std::stoi(fileText(m_base + "/pid")), SIGTERM);
    EXPECT_TRUE(killed.shows("status 143")) << killed.shown;
    EXPECT_TRUE(killed.isCooked());
    OnTerminal lost(line("exec -it living -- sh -c 'echo ready; exec sleep 1000'; "
                         "echo status $?; sleep 60"),
        24, 80);
    ASSERT_TRUE(lost.shows("ready")) << lost.shown;
    EXPECT_FALSE(lost.isCooked());
    m_daemon->process->signal(SIGKILL);
    EXPECT_TRUE(lost.shows("status 5")) << lost.shown;
    EXPECT_NE(lost.shown.find("was lost"), std::string::npos) << lost.shown;
    EXPECT_TRUE(lost.isCooked());
}

TEST_F(CommandLineIn, ADetachedCommandIsComeBackTo) {
    const auto none = muster("attach living --session=nosuch");
    EXPECT_EQ(none.status, 3);
    EXPECT_EQ(none.err, "muster: No command 'nosuch' is running in 'living': there is none\n");
    const auto started
        = muster("exec -dt living -- sh -c 'echo ready; while read x; do echo got $x; "
                 "test $x = end && exit 6; done'");
    ASSERT_EQ(started.status, 0) << started.err;
    {
        OnTerminal first(line("attach living; echo status $?; sleep 60"), 24, 80);
        ASSERT_TRUE(first.shows("ready")) << first.shown;
        first.type("one\r");
        EXPECT_TRUE(first.shows("got one")) << first.shown;
        first.type("\x10\x11");
        EXPECT_TRUE(first.shows("status 0")) << first.shown;
        EXPECT_TRUE(first.isCooked());
    }
    const auto session = started.out.substr(0, started.out.find('\n'));
    OnTerminal second(
        line("attach living --session=" + session + "; echo status $?; sleep 60"), 24, 80);
    // The first one's end may still be on its way to the agent.
    for (int tries = 0; tries < 50 && !second.shows("got again", 200ms); ++tries) {
        second.type("again\r");
    }
    second.type("end\r");
    EXPECT_TRUE(second.shows("status 6")) << second.shown;
}

TEST_F(CommandLineIn, ASessionIsInTheAuditLogOnceWithWhoTypedIt) {
    ASSERT_EQ(muster("exec living -- sh -c 'echo audited'").status, 0);
    auto console = this->console(*m_daemon);
    ::muster::v1::Request request;
    request.mutable_query_audit()->set_limit(100);
    std::vector<::muster::v1::AuditRow> found;
    EXPECT_TRUE(eventually([&] {
        found.clear();
        const auto reply = console.ask(request);
        for (const auto& row : reply.audit().rows()) {
            if (row.action() == "exec" || row.action() == "attach") {
                found.push_back(row);
            }
        }
        return !found.empty();
    }));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].detail().ends_with(": sh -c echo audited")) << found[0].detail();
    EXPECT_NE(found[0].author().find('@'), std::string::npos) << found[0].author();
}

TEST_F(CommandLineIn, RefusalsAreInPlainWords) {
    const auto noTerminal = muster("exec -it living -- sh < /dev/null");
    EXPECT_EQ(noTerminal.status, 2);
    EXPECT_EQ(noTerminal.err, "muster: The input is not a terminal: omit -t\n");
    const auto unknown = muster("exec livnig -- true");
    EXPECT_EQ(unknown.status, 3);
    EXPECT_EQ(unknown.err, "muster: No job or task 'livnig'. Did you mean 'living'?\n");
    ASSERT_EQ(muster("submit --wait --name=short --command='exit 4'").status, 4);
    const auto ended = muster("exec short -- true");
    EXPECT_EQ(ended.status, 1);
    EXPECT_NE(ended.err.find("ended"), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("status 4"), std::string::npos) << ended.err;
}

TEST_F(CommandLineIn, FilesAreCopiedOut) {
    ASSERT_EQ(muster("exec living -- sh -c 'mkdir -p a/b; head -c 300000 /dev/zero > a/large; "
                     "echo deep > a/b/deep; chmod 755 a/b/deep; ln -s /etc/passwd a/link'")
                  .status,
        0);
    const auto to = m_base + "/copy";
    std::filesystem::create_directory(to);
    EXPECT_EQ(muster("cp living:file -").out, "hello\n");
    EXPECT_EQ(muster("cp living:file " + to + "/new").status, 0);
    EXPECT_EQ(fileText(to + "/new"), "hello\n");
    EXPECT_EQ(muster("cp living:file " + to).status, 0);
    EXPECT_EQ(fileText(to + "/file"), "hello\n");
    const auto tree = muster("cp living:a " + to);
    EXPECT_EQ(tree.status, 0) << tree.err;
    EXPECT_EQ(tree.err, "Copied 2 files, 300005 bytes; skipped 1 link: 'a/link'\n");
    EXPECT_EQ(fileText(to + "/a/large"), std::string(300000, '\0'));
    EXPECT_EQ(fileText(to + "/a/b/deep"), "deep\n");
    EXPECT_EQ(::access((to + "/a/b/deep").c_str(), X_OK), 0);
    EXPECT_EQ(muster("cp living:a -").status, 2);
    EXPECT_EQ(muster("cp living:a/link " + to).status, 3);
    EXPECT_EQ(muster("cp living:nothing " + to).status, 3);
    const auto listing = muster("files living a").out;
    EXPECT_NE(listing.find("b/"), std::string::npos) << listing;
    EXPECT_NE(listing.find("300000"), std::string::npos) << listing;
}

TEST_F(CommandLineIn, FilesOfAnEndedJobAreStillThere) {
    ASSERT_EQ(muster("submit --wait --name=short --command='echo kept > result'").status, 0);
    EXPECT_EQ(muster("cp short:result -").out, "kept\n");
    EXPECT_EQ(muster("cp job-1:result -").out, "kept\n");
}

} // namespace
} // namespace muster::e2e

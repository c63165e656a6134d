// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sys/stat.h>

#include "agentd/agent/log_reader.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

// Plays the master: notes what is sent. All state is public.
struct MasterOfALogReader {
    test::TemporaryFolder folder;
    boost::asio::io_context io;
    std::vector<muster::v1::AgentMessage::LogData> sent;
    std::size_t queued = 0;
    bool lives = false;
    int askedWhoLives = 0;
    LogReader reader{io, folder.path().string(),
        {.send = [this](muster::v1::AgentMessage message) { sent.push_back(message.log()); },
            .queued = [this] { return queued; },
            .lives =
                [this](const cluster::TaskKey&) {
                    ++askedWhoLives;
                    return lives;
                }}};

    void read(std::int64_t offset = 0, bool follow = false, const char* file = "stdout",
        std::uint64_t stream = 7) {
        muster::v1::AgentCommand::ReadLog request;
        request.set_stream(stream);
        request.set_framework_id("F");
        request.set_task_id("t");
        request.set_file(file);
        request.set_offset(offset);
        request.set_follow(follow);
        reader.start(request);
    }
    void readWithWindow(std::uint64_t window) {
        muster::v1::AgentCommand::ReadLog request;
        request.set_stream(7);
        request.set_framework_id("F");
        request.set_task_id("t");
        request.set_file("stdout");
        request.set_window(window);
        reader.start(request);
    }
    void run(std::chrono::milliseconds time) {
        io.restart();
        io.run_for(time);
    }
    std::string text() const {
        std::string out;
        for (const auto& data : sent) {
            out += data.data();
        }
        return out;
    }
};

TEST(LogReader, SaysWhatBecameOfTheSandbox) {
    MasterOfALogReader world;
    world.read();
    world.lives = true;
    world.read();
    ASSERT_EQ(world.sent.size(), 2u);
    EXPECT_EQ(world.sent[0].error(),
        "Cannot read stdout of task 't': its sandbox does not exist (any more): sandboxes of ended "
        "tasks are removed to free space (--gc_delay)");
    EXPECT_EQ(
        world.sent[1].error(), "Cannot read stdout of task 't': its sandbox does not exist yet");
}

TEST(LogReader, AwaitsTheOutputOfATaskThatIsBeingLaunched) {
    MasterOfALogReader world;
    world.lives = true;
    world.read(-1000, true);
    ASSERT_EQ(world.sent.size(), 1u);
    EXPECT_EQ(world.sent[0].error(), "");
    EXPECT_FALSE(world.sent[0].end()) << "nothing stood there";
    world.folder.write("F/t/other", "");
    world.run(std::chrono::milliseconds(150));
    EXPECT_EQ(world.sent.size(), 1u) << "its sandbox is there, its output is not";
    world.folder.write("F/t/stdout", "hello\n");
    world.run(std::chrono::milliseconds(150));
    EXPECT_EQ(world.text(), "hello\n");
    world.lives = false;
    world.run(std::chrono::milliseconds(150));
    EXPECT_TRUE(world.sent.back().end());
    EXPECT_EQ(world.sent.back().error(), "");
}

TEST(LogReader, AwaitsNoOutputOfATaskThatHasEndedMeanwhile) {
    MasterOfALogReader world;
    world.lives = true;
    world.read(0, true);
    world.read(0, true, "model.bin", 8);
    world.folder.write("F/t/other", "");
    world.run(std::chrono::milliseconds(150));
    ASSERT_EQ(world.sent.size(), 3u);
    EXPECT_EQ(world.sent[2].stream(), 8u);
    EXPECT_TRUE(world.sent[2].end()) << "what a task writes itself may never be there";
    world.lives = false;
    world.run(std::chrono::milliseconds(150));
    ASSERT_EQ(world.sent.size(), 4u);
    EXPECT_TRUE(world.sent[3].end());
    EXPECT_NE(world.sent[3].error(), "");
}

TEST(LogReader, SendsTheFileAndItsEnd) {
    MasterOfALogReader world;
    world.folder.write("F/t/stdout", "hello\n");
    world.read();
    ASSERT_EQ(world.sent.size(), 2u);
    EXPECT_EQ(world.sent[0].stream(), 7u);
    EXPECT_EQ(world.sent[0].offset(), 0);
    EXPECT_EQ(world.sent[0].data(), "hello\n");
    EXPECT_FALSE(world.sent[0].end());
    EXPECT_EQ(world.sent[1].offset(), 6);
    EXPECT_TRUE(world.sent[1].end());
}

TEST(LogReader, BeginsAtTheOffsetOrSoManyBytesBeforeTheEnd) {
    for (const auto& [offset, text] : std::vector<std::pair<int, std::string>>{
             {2, "cdef"}, {-2, "ef"}, {-100, "abcdef"}, {100, ""}}) {
        MasterOfALogReader world;
        world.folder.write("F/t/stdout", "abcdef");
        world.read(offset);
        EXPECT_EQ(world.text(), text) << offset;
        EXPECT_TRUE(world.sent.back().end()) << offset;
    }
}

TEST(LogReader, FollowsUntilTheTaskHasEnded) {
    MasterOfALogReader world;
    world.folder.write("F/t/stdout", "one\n");
    world.lives = true;
    world.read(0, true);
    world.run(std::chrono::milliseconds(150));
    EXPECT_EQ(world.text(), "one\n");
    EXPECT_FALSE(world.sent.back().end());
    world.folder.write("F/t/stdout", "one\ntwo\n");
    world.lives = false;
    world.run(std::chrono::seconds(2));
    EXPECT_EQ(world.text(), "one\ntwo\n");
    EXPECT_TRUE(world.sent.back().end());
}

TEST(LogReader, SaysByAnEmptyPieceWhereWhatStoodInAFollowedFileEnds) {
    MasterOfALogReader world;
    world.folder.write("F/t/stdout", "one\n");
    world.folder.write("F/t/stderr", "");
    world.lives = true;
    for (const auto* file : {"stdout", "stderr"}) {
        world.sent.clear();
        world.read(-2, true, file);
        world.folder.write(std::string("F/t/") + file, "one\ntwo\n");
        world.run(std::chrono::milliseconds(250));
        std::vector<std::string> pieces;
        for (const auto& data : world.sent) {
            EXPECT_FALSE(data.end());
            pieces.push_back(data.data());
        }
        using Pieces = std::vector<std::string>;
        EXPECT_EQ(pieces,
            file == std::string("stdout") ? (Pieces{"e\n", "", "two\n"})
                                          : (Pieces{"", "one\ntwo\n"}));
        world.reader.cancel(7);
    }
}

TEST(LogReader, SaysByTheOffsetHowMuchIsGone) {
    MasterOfALogReader world;
    const auto rotated = [&] {
        world.folder.write("F/t/stdout.1", "older ");
        world.folder.write("F/t/stdout", "newer");
        struct stat facts { };
        ASSERT_EQ(::stat((world.folder / "F/t/stdout").c_str(), &facts), 0);
        world.folder.write("F/t/.stdout.base", fmt::format("{} 1006\n", facts.st_ino));
    };
    ASSERT_NO_FATAL_FAILURE(rotated());
    world.read();
    EXPECT_EQ(world.text(), "older newer");
    EXPECT_EQ(world.sent.front().offset(), 1000);
    EXPECT_EQ(world.sent.back().offset(), 1011);
    world.sent.clear();
    world.read(-8);
    EXPECT_EQ(world.text(), "er newer");
    world.sent.clear();
    world.read(-100);
    EXPECT_EQ(world.text(), "older newer");
    EXPECT_EQ(world.sent.front().offset(), 1000);
}

TEST(LogReader, ACancelledStreamIsSilent) {
    MasterOfALogReader world;
    world.folder.write("F/t/stdout", "one\n");
    world.lives = true;
    world.read(0, true);
    world.reader.cancel(7);
    world.sent.clear();
    world.folder.write("F/t/stdout", "one\ntwo\n");
    world.run(std::chrono::milliseconds(250));
    EXPECT_TRUE(world.sent.empty());
}

TEST(LogReader, RefusesWhatIsNoPlainFile) {
    MasterOfALogReader world;
    world.folder.write("secret", "s3cret");
    world.folder.write("F/t/stdout", "");
    const auto sandbox = world.folder / "F/t/";
    std::filesystem::create_symlink(world.folder / "secret", sandbox + "link");
    std::filesystem::create_directory_symlink(world.folder.path(), world.folder / "F/u");
    ASSERT_EQ(::mkfifo((sandbox + "fifo").c_str(), 0600), 0);
    std::filesystem::create_directory(sandbox + "folder");
    for (const char* file :
        {"link", "fifo", "folder", "missing", "../../secret", "../u/secret", "/etc/passwd"}) {
        world.sent.clear();
        world.read(0, true, file);
        ASSERT_EQ(world.sent.size(), 1u) << file;
        EXPECT_NE(world.sent[0].error(), "") << file;
        EXPECT_TRUE(world.sent[0].end()) << file;
        EXPECT_EQ(world.sent[0].data(), "") << file;
    }
    world.sent.clear();
    world.read(0, false, "missing");
    EXPECT_EQ(
        world.sent[0].error(), "Cannot read missing of task 't': no such file in the sandbox");
    world.sent.clear();
    world.read(0, false, "fifo");
    EXPECT_EQ(world.sent[0].error(), "fifo of task 't' is not a regular file");
}

TEST(LogReader, SendsAMebibyteInChunksThatJoin) {
    MasterOfALogReader world;
    std::string big(1 << 20, '\0');
    for (std::size_t i = 0; i < big.size(); ++i) {
        big[i] = static_cast<char>(i * 31 + (i >> 8));
    }
    world.folder.write("F/t/stdout", big);
    world.read();
    EXPECT_EQ(world.text(), big);
    EXPECT_EQ(world.sent.size(), 17u); // 16 of 64 KiB and the end
    std::int64_t offset = 0;
    for (const auto& data : world.sent) {
        EXPECT_EQ(data.offset(), offset);
        EXPECT_LE(data.data().size(), 64u << 10);
        offset += static_cast<std::int64_t>(data.data().size());
    }
}

TEST(LogReader, SendsNoMoreThanTheWindowUntilItsReaderHasTakenIt) {
    constexpr std::size_t kPiece = 64 << 10;
    MasterOfALogReader world;
    const std::string big(5 * kPiece, 'x');
    world.folder.write("F/t/stdout", big);
    world.readWithWindow(2 * kPiece);
    world.run(std::chrono::milliseconds(250));
    EXPECT_EQ(world.text().size(), 2 * kPiece);
    world.reader.taken(8, kPiece); // another stream
    EXPECT_EQ(world.text().size(), 2 * kPiece);
    world.reader.taken(7, kPiece);
    EXPECT_EQ(world.text().size(), 3 * kPiece) << "at once";
    world.reader.taken(7, 2 * kPiece);
    EXPECT_EQ(world.text(), big);
    EXPECT_FALSE(world.sent.back().end());
    world.reader.taken(7, 100 * kPiece);
    EXPECT_EQ(world.text(), big);
    EXPECT_TRUE(world.sent.back().end());
}

TEST(LogReader, LooksOnlyAtTheStreamOfWhichSomethingWasTaken) {
    MasterOfALogReader world;
    world.folder.write("F/t/stdout", "one\n");
    world.lives = true;
    for (std::uint64_t stream = 7; stream < 17; ++stream) {
        world.read(0, true, "stdout", stream);
    }
    EXPECT_EQ(world.askedWhoLives, 10);
    world.askedWhoLives = 0;
    world.reader.taken(7, 0);
    EXPECT_EQ(world.askedWhoLives, 0) << "nothing was";
    world.reader.taken(7, 4);
    EXPECT_EQ(world.askedWhoLives, 1);
    world.sent.clear();
    world.folder.write("F/t/stdout", "one\ntwo\n");
    world.run(std::chrono::milliseconds(150));
    EXPECT_EQ(world.sent.size(), 10u) << "all are followed";
}

TEST(LogReader, PausesWhileTheConnectionIsSlow) {
    MasterOfALogReader world;
    world.folder.write("F/t/stdout", "hello");
    world.queued = 2 << 20;
    world.read();
    world.run(std::chrono::milliseconds(150));
    EXPECT_TRUE(world.sent.empty());
    world.queued = 0;
    world.run(std::chrono::milliseconds(250));
    EXPECT_EQ(world.text(), "hello");
    EXPECT_TRUE(world.sent.back().end());
}

} // namespace
} // namespace muster::agentd

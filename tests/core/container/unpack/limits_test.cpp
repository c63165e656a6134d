// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What is too much is stopped where the limit is; some of these inputs have no end.
#include <atomic>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "tests/core/container/unpack/tar_writer.h"
#include "tests/core/container/unpack/unpack_world.h"

namespace muster::unpack {
namespace {

using container::Fd;

bool writeAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = write(fd, bytes.data(), bytes.size());
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// Writes `first`, then `rest` for as long as somebody reads.
class EndlessInput {
public:
    EndlessInput(std::string first, std::string rest) {
        signal(SIGPIPE, SIG_IGN);
        int ends[2] = {-1, -1};
        EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
        m_reader = Fd(ends[0]);
        m_writer
            = std::thread([writer = ends[1], first = std::move(first), rest = std::move(rest)] {
                  for (bool read = writeAll(writer, first); read; read = writeAll(writer, rest)) { }
                  close(writer);
              });
    }
    ~EndlessInput() {
        m_reader = Fd();
        m_writer.join();
    }

    int number() const { return m_reader.number(); }

private:
    Fd m_reader;
    std::thread m_writer;
};

std::vector<std::string> withLimits(int mebibytes, int entries, int seconds) {
    return {"layer", fmt::format("--max-bytes={}", mebibytes << 20),
        fmt::format("--max-entries={}", entries), fmt::format("--max-seconds={}", seconds)};
}

const std::string& zeros() {
    static const std::string bytes(16U << 20, '\0');
    return bytes;
}

using Limits = UnpackWorld;

TEST_F(Limits, EntriesAreCountedWhateverTheyAre) {
    Tar tar;
    for (int i = 0; i < 10; ++i)
        tar.file(fmt::format("f{}", i))
            .file(fmt::format(".wh.{}", i))
            .folder("same")
            .entry({.name = "device", .type = '3'});
    EXPECT_EQ(run(tar.end(), withLimits(1, 40, 60)).status, 0);
    clear();
    EXPECT_TRUE(run(tar.end(), withLimits(1, 39, 60)).refused("layer holds more than 39 entries"));
}

TEST_F(Limits, AsManyBytesAsAllowedAreUnpacked) {
    const auto layer = Tar().file("a", std::string(1 << 20, 'x')).end();
    EXPECT_EQ(run(layer, withLimits(1, 10, 60)).status, 0);
    clear();
    EXPECT_TRUE(run(Tar().file("a", std::string((1 << 20) + 1, 'x')).end(), withLimits(1, 10, 60))
                    .refused("unpacked size exceeds 1 MiB"));
}

TEST_F(Limits, ABombThatSaysItsSizeIsNotEvenBegun) {
    const EndlessInput bomb(
        compressed(Tar().entry({.name = "a", .size = std::int64_t{100} << 30}).cut(), "gzip"),
        compressed(zeros(), "gzip"));
    EXPECT_TRUE(run(bomb.number(), layerFlags()).refused("unpacked size exceeds 64 MiB"));
    EXPECT_EQ(tree(), "");
}

TEST_F(Limits, ABombOfManyFilesStopsAtTheLimit) {
    const auto files = Tar().entry({.name = "a", .size = 16 << 20}, zeros()).cut();
    for (const auto* filter : {"gzip", "zstd", "xz"}) {
        const EndlessInput bomb("", compressed(files, filter));
        EXPECT_TRUE(run(bomb.number(), layerFlags()).refused("unpacked size exceeds 64 MiB"))
            << filter;
        EXPECT_LE(diskUse(), 65 << 20);
        clear();
    }
}

TEST_F(Limits, ABombBehindTheEndOfTheArchiveStops) {
    for (const auto* filter : {"gzip", "zstd", "bzip2"}) {
        const EndlessInput bomb(
            compressed(Tar().file(filter).end(), filter), compressed(zeros(), filter));
        EXPECT_TRUE(run(bomb.number(), layerFlags()).refused("unpacked size exceeds 64 MiB"))
            << filter;
        clear();
    }
}

TEST_F(Limits, ABombOfHeadersStops) {
    const auto name = std::string(900'000, 'x');
    const EndlessInput bomb(
        "", compressed(Tar().pax({{"comment", name}}).folder("a").cut(), "gzip"));
    EXPECT_TRUE(run(bomb.number(), layerFlags()).refused("unpacked size exceeds 64 MiB"));
}

TEST_F(Limits, EmptyPiecesWithoutEndEndWithTheTime) {
    const EndlessInput bomb(compressed(Tar().file("a").end(), "gzip"), compressed("", "gzip"));
    EXPECT_TRUE(
        run(bomb.number(), withLimits(1, 10, 1)).refused("unpacking takes longer than 1 s"));
}

TEST_F(Limits, AnInputThatStandsStillEndsWithTheTime) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const Fd reader(ends[0]);
    const Fd writer(ends[1]);
    ASSERT_TRUE(writeAll(writer.number(), Tar().file("a").cut()));
    EXPECT_TRUE(
        run(reader.number(), withLimits(1, 10, 1)).refused("unpacking takes longer than 1 s"));
}

TEST_F(Limits, AWindowOfTwoGibibytesIsRefused) {
    // A zstd frame's head: window descriptor 21 << 3, and a last block of one repeated byte.
    const std::string frame("\x28\xb5\x2f\xfd\x00\xa8\x03\x10\x00\x00", 10);
    const auto outcome = run(frame);
    EXPECT_TRUE(outcome.refused("the layer cannot be read: Zstd decompression failed: Frame "
                                "requires too much memory for decoding"))
        << testing::PrintToString(outcome);
}

} // namespace
} // namespace muster::unpack

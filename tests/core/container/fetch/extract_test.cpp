// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <thread>

#include <unistd.h>
#include <zlib.h>

#include "tests/core/container/fetch/world.h"

namespace muster::container::fetch {
namespace {

namespace fs = std::filesystem;

std::string gzip(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string result(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<unsigned>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(result.data());
    stream.avail_out = static_cast<unsigned>(result.size());
    deflate(&stream, Z_FINISH);
    result.resize(stream.total_out);
    deflateEnd(&stream);
    return result;
}

// One entry of a tar file, with its content padded to whole blocks.
std::string tarEntry(const std::string& name, char type, const std::string& content,
    const std::string& target = "") {
    std::string header(512, '\0');
    const auto put
        = [&](std::size_t at, const std::string& text) { header.replace(at, text.size(), text); };
    put(0, name);
    put(100, "0000644");
    put(108, "0000000");
    put(116, "0000000");
    put(124, fmt::format("{:011o}", content.size()));
    put(136, "00000000000");
    put(148, "        ");
    header[156] = type;
    put(157, target);
    put(257,
        std::string("ustar\0"
                    "00",
            8));
    unsigned sum = 0;
    for (const char c : header)
        sum += static_cast<unsigned char>(c);
    put(148, fmt::format("{:06o}", sum) + '\0' + ' ');
    return header + content + std::string((512 - content.size() % 512) % 512, '\0');
}

const std::string tarEnd(1024, '\0');

class ExtractWorld : public FetchWorld {
protected:
    // In place of muster-unpack: says what it was given.
    void useRecorder(const std::string& end) {
        m_options.unpackProgram = m_base + "/unpack";
        write(m_options.unpackProgram,
            "#!/bin/sh\necho \"$@\" > /proc/self/fd/3/arguments\n"
            "cat > /proc/self/fd/3/input\n"
                + end + "\n",
            0755);
    }
    bool hasUnpack() const { return fs::exists(m_options.unpackProgram); }
};
class Archives : public ExtractWorld { };
class SingleFiles : public ExtractWorld { };

TEST_F(Archives, AreGivenToMusterUnpackWithTheLimitsAndTheOwner) {
    useRecorder("exit 0");
    m_options.maxEntries = 77;
    m_site.serve("/a.tar", "the archive");
    auto limited = job({{.value = m_site.url("/a.tar")}});
    limited.maxBytes = {1000};
    const auto fetched = fetcher().fetch(limited);
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("arguments"),
        fmt::format("archive --max-bytes=989 --max-entries=77 --max-seconds=60 --owner={}:{}\n",
            m_owner.uid, m_owner.gid));
    EXPECT_EQ(inSandbox("input"), "the archive");
    EXPECT_EQ(inSandbox("a.tar"), "the archive");
}

TEST_F(Archives, OfTheCacheAreNotCopiedIntoTheSandbox) {
    useRecorder("exit 0");
    m_site.serve("/a.zip", "the archive");
    for (int i = 0; i < 2; ++i) {
        const auto fetched = fetch({{.value = m_site.url("/a.zip"), .cache = true}});
        ASSERT_TRUE(fetched) << fetched.error().message;
        EXPECT_EQ(inSandbox("input"), "the archive");
    }
    EXPECT_FALSE(isInSandbox("a.zip"));
    EXPECT_EQ(m_site.requests("/a.zip"), 1);
}

TEST_F(Archives, TheReasonOfARefusalIsPassedOn) {
    useRecorder("echo 'the archive leads out of the sandbox' >&2; exit 1");
    m_site.serve("/a.tgz", "x");
    EXPECT_EQ(errorOf({{.value = m_site.url("/a.tgz")}}),
        "Failed to fetch " + m_site.url("/a.tgz")
            + ": Failed to extract it: the archive leads out of the sandbox");
}

TEST_F(Archives, ACrashOfTheirReaderIsAnError) {
    useRecorder("kill -SEGV $$");
    m_site.serve("/a.tgz", "x");
    EXPECT_HAS(errorOf({{.value = m_site.url("/a.tgz")}}), "muster-unpack died of signal 11");
}

TEST_F(Archives, AStopEndsTheirReader) {
    useRecorder("sleep 600");
    m_site.serve("/a.tgz", "x");
    std::stop_source source;
    auto stopped = job({{.value = m_site.url("/a.tgz")}});
    stopped.stop = source.get_token();
    std::thread stopper([&] {
        for (int i = 0; i < 2000 && !isInSandbox("input"); ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        source.request_stop();
    });
    const auto fetched = fetcher().fetch(stopped);
    stopper.join();
    ASSERT_FALSE(fetched);
    EXPECT_HAS(fetched.error().message, "it was cancelled");
}

TEST_F(Archives, AreExtractedForTheTasksUser) {
    if (!hasUnpack())
        GTEST_SKIP() << "muster-unpack is not built";
    m_site.serve("/a.tar.gz",
        gzip(tarEntry("folder/", '5', "") + tarEntry("folder/file", '0', "inside") + tarEnd));
    const auto fetched = fetch({{.value = m_site.url("/a.tar.gz")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("folder/file"), "inside");
    EXPECT_EQ(ownerOf("folder/file"), m_owner.uid);
    EXPECT_EQ(ownerOf("folder"), m_owner.uid);
}

TEST_F(Archives, HostileOnesLeaveNothingOutside) {
    if (!hasUnpack())
        GTEST_SKIP() << "muster-unpack is not built";
    const std::vector<std::string> archives{
        tarEntry("../outside", '0', "evil") + tarEnd,
        tarEntry(m_base + "/outside", '0', "evil") + tarEnd,
        tarEntry("link", '2', "", m_base) + tarEntry("link/outside", '0', "evil") + tarEnd,
        tarEntry("up", '2', "", "..") + tarEntry("up/outside", '0', "evil") + tarEnd,
        tarEntry("hard", '1', "", "../canary") + tarEntry("hard", '0', "evil") + tarEnd,
    };
    write(m_base + "/canary", "untouched");
    for (std::size_t i = 0; i < archives.size(); ++i) {
        const auto path = fmt::format("/{}.tar", i);
        m_site.serve(path, archives[i]);
        const auto fetched = fetch({{.value = m_site.url(path)}}); // refused or harmless
        EXPECT_FALSE(fs::exists(m_base + "/outside")) << path << (fetched ? " was taken" : "");
        EXPECT_EQ(inSandbox("../canary"), "untouched") << path;
    }
}

TEST_F(Archives, LargerThanTheLimitGiveTheDiskBack) {
    if (!hasUnpack())
        GTEST_SKIP() << "muster-unpack is not built";
    m_options.maxBytes = Bytes::mebi(1);
    write(m_sandbox + "/stdout", "");
    const auto large = tarEntry("folder/first", '0', std::string(600 << 10, 'a'))
        + tarEntry("second", '0', std::string(600 << 10, 'b')) + tarEnd;
    m_site.serve("/bomb.tar.gz", gzip(large));
    const auto error = errorOf({{.value = m_site.url("/bomb.tar.gz")}});
    EXPECT_HAS(error, "unpacked size exceeds") << error;
    EXPECT_HAS(error, ": this agent gives the URIs of a task 1 MB of its disk (--max_fetch_size)")
        << error;
    std::vector<std::string> left;
    for (const auto& entry : fs::directory_iterator(m_sandbox))
        left.push_back(entry.path().filename().string());
    EXPECT_EQ(left, std::vector<std::string>{"stdout"});
}

TEST_F(Archives, CountTogetherAgainstTheLimit) {
    if (!hasUnpack())
        GTEST_SKIP() << "muster-unpack is not built";
    m_options.maxBytes = Bytes::mebi(1);
    const auto archive = gzip(tarEntry("a", '0', std::string(600 << 10, 'a')) + tarEnd);
    m_site.serve("/1.tgz", archive);
    m_site.serve("/2.tgz", archive);
    EXPECT_HAS(errorOf({{.value = m_site.url("/1.tgz")}, {.value = m_site.url("/2.tgz")}}),
        "unpacked size exceeds");
}

TEST_F(SingleFiles, AreDecompressedBesideTheirGzFile) {
    m_site.serve("/data.json.gz", gzip("{\"a\":") + gzip(" 1}"));
    const auto fetched = fetch({{.value = m_site.url("/data.json.gz")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("data.json"), "{\"a\": 1}");
    EXPECT_EQ(ownerOf("data.json"), m_owner.uid);
    EXPECT_TRUE(isInSandbox("data.json.gz"));
}

TEST_F(SingleFiles, ABombStopsAtTheLimit) {
    m_options.maxBytes = Bytes::mebi(1);
    const auto bomb = gzip(std::string(4U << 20, '\0'));
    m_site.serve("/bomb.gz", bomb);
    const auto error = errorOf({{.value = m_site.url("/bomb.gz")}});
    EXPECT_HAS(error,
        fmt::format("decompresses to more than {} bytes: this agent gives the URIs of a task 1 MB "
                    "of its disk (--max_fetch_size)",
            m_options.maxBytes.value - bomb.size()))
        << error;
    EXPECT_FALSE(isInSandbox("bomb"));
}

TEST_F(SingleFiles, ABrokenGzFileIsAnError) {
    const auto whole = gzip("some text that is long enough to be cut");
    m_site.serve("/cut.gz", whole.substr(0, whole.size() - 5));
    m_site.serve("/none.gz", "no gzip at all");
    m_site.serve("/empty.gz", "");
    EXPECT_HAS(errorOf({{.value = m_site.url("/cut.gz")}}), "ends before its content does");
    EXPECT_HAS(errorOf({{.value = m_site.url("/none.gz")}}), "no intact .gz file");
    EXPECT_HAS(errorOf({{.value = m_site.url("/empty.gz")}}), "ends before its content does");
    for (const char* name : {"cut", "none", "empty"})
        EXPECT_FALSE(isInSandbox(name)) << name;
}

} // namespace
} // namespace muster::container::fetch

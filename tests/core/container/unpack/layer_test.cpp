// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Layers as registries have them.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "tests/core/container/unpack/tar_writer.h"
#include "tests/core/container/unpack/unpack_world.h"

namespace muster::unpack {
namespace {

namespace fs = std::filesystem;

std::string digestOf(const std::string& bytes) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha256(), nullptr);
    return fmt::format("sha256:{:02x}", fmt::join(digest, digest + size, ""));
}

using LayerTest = UnpackWorld;

TEST_F(LayerTest, SaysItsSizeAndTheDigestOfTheUncompressedStream) {
    const auto layer = Tar().folder("a").file("a/b", "12345").file("c", "678").end();
    for (const std::string filter : {"", "gzip", "zstd", "xz", "bzip2"}) {
        clear();
        const auto outcome = run(filter.empty() ? layer : compressed(layer, filter));
        EXPECT_EQ(outcome.output,
            fmt::format(R"({{"bytes":8,"entries":3,"diffId":"{}"}})", digestOf(layer)))
            << filter << outcome.error;
        EXPECT_EQ(outcome.status, 0);
        EXPECT_EQ(tree(), "a/\na/b '12345'\nc '678'");
    }
}

TEST_F(LayerTest, FoldersThatNoEntryNamesAreMarked) {
    EXPECT_EQ(run(Tar().folder("a").file("a/b/c").file("d/e").folder("d").end()).error, "");
    EXPECT_EQ(tree(), "a/\na/b/\na/b/c ''\nd/\nd/e ''");
    EXPECT_FALSE(isImplied(m_target + "/a"));
    EXPECT_TRUE(isImplied(m_target + "/a/b"));
    EXPECT_FALSE(isImplied(m_target + "/d")) << "named after what is in it";
    EXPECT_TRUE(isImplied(m_target)) << "there is one";
    clear();
    EXPECT_EQ(run(Tar().file(".wh.a").file("a/b").file("c/d").file(".wh.c").end()).error, "");
    EXPECT_FALSE(isImplied(m_target + "/a")) << "what was there is removed";
    EXPECT_FALSE(isImplied(m_target + "/c"));
}

TEST_F(LayerTest, TheRootIsNotMarkedWhereEveryFolderIsNamed) {
    EXPECT_EQ(run(Tar().folder("a").file("a/b").end()).error, "");
    EXPECT_FALSE(isImplied(m_target));
}

TEST_F(LayerTest, WhatFollowsTheEndOfTheArchiveBelongsToTheDigest) {
    const auto layer = Tar().file("a").end() + std::string(100'000, '\0') + "and more";
    EXPECT_NE(run(compressed(layer, "gzip")).output.find(digestOf(layer)), std::string::npos);
    EXPECT_EQ(tree(), "a ''");
}

TEST_F(LayerTest, PiecesOfGzipAreOneStream) {
    const auto layer = Tar().file("a", "text").end();
    const auto outcome
        = run(compressed(layer.substr(0, 700), "gzip") + compressed(layer.substr(700), "gzip"));
    EXPECT_NE(outcome.output.find(digestOf(layer)), std::string::npos) << outcome.error;
}

TEST_F(LayerTest, LongNamesOfEveryFormatAreWhole) {
    const std::string name(150, 'n');
    const std::string link(150, 'l');
    EXPECT_EQ(run(Tar()
                      .entry({.name = name.substr(0, 99), .prefix = "ustar"})
                      .pax({{"path", "pax/" + name}, {"linkpath", link}})
                      .link("x", "x")
                      .gnuLong('K', link)
                      .gnuLong('L', "gnu/" + name)
                      .link("x", "x")
                      .end())
                  .error,
        "");
    EXPECT_EQ(tree(),
        fmt::format("gnu/\ngnu/{0} -> {1}\npax/\npax/{0} -> {1}\nustar/\nustar/{2} ''", name, link,
            name.substr(0, 99)));
}

TEST_F(LayerTest, TimesAreKeptThoughFilesComeIntoTheFolderLater) {
    EXPECT_EQ(run(Tar()
                      .pax({{"mtime", "1234567890.123456789"}})
                      .folder("a")
                      .link("l", "x")
                      .file("a/b")
                      .file("c/d")
                      .entry({.name = "a/old", .modified = -5})
                      .end())
                  .error,
        "");
    const auto modified = [&](const char* name) {
        struct stat found { };
        lstat((m_target + '/' + name).c_str(), &found);
        return fmt::format("{}.{:09}", found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
    };
    EXPECT_EQ(modified("a"), "1234567890.123456789");
    EXPECT_EQ(modified("l"), "1000000000.000000000");
    EXPECT_EQ(modified("a/b"), "1000000000.000000000");
    EXPECT_EQ(modified("a/old"), "-5.000000000");
}

TEST_F(LayerTest, AFileLargerThanAnyBufferIsWhole) {
    std::string content(3'000'001, '\0');
    for (std::size_t i = 0; i < content.size(); ++i)
        content[i] = static_cast<char>(i * i >> 7);
    EXPECT_EQ(run(compressed(Tar().file("a", content).file("b").end(), "zstd")).error, "");
    std::ifstream in(m_target + "/a", std::ios::binary);
    EXPECT_TRUE(std::string(std::istreambuf_iterator<char>(in), {}) == content);
}

TEST_F(LayerTest, HolesStayHoles) {
    EXPECT_EQ(run(Tar()
                      .pax({{"GNU.sparse.major", "1"}, {"GNU.sparse.minor", "0"},
                          {"GNU.sparse.name", "a"}, {"GNU.sparse.realsize", "50000000"}})
                      .entry({.name = "a", .size = 1024},
                          "1\n40000000\n3\n" + std::string(499, '\0') + "abc")
                      .end())
                  .error,
        "");
    EXPECT_EQ(fs::file_size(m_target + "/a"), 50'000'000);
    EXPECT_LT(diskUse(), 1 << 20);
    std::ifstream in(m_target + "/a", std::ios::binary);
    in.seekg(39'999'999);
    std::string text(5, '?');
    in.read(text.data(), 5);
    EXPECT_EQ(text, std::string("\0abc\0", 5));
}

// The kernel's own word on whiteouts.
TEST_F(LayerTest, OverlayfsShowsTheLayersOneAboveTheOther) {
    const auto top = m_target;
    const auto layer = [&](const char* name, const Tar& tar) {
        m_target = top + '/' + name;
        fs::create_directory(m_target);
        EXPECT_EQ(run(tar.end()).error, "");
        m_target = top;
    };
    layer("one",
        Tar()
            .file("kept/a")
            .file("gone")
            .file("folder/gone")
            .file("hidden/old")
            .file("new/old")
            .file("replaced/old")
            .file("again", "one")
            .link("lib", "kept"));
    layer("two",
        Tar()
            .file(".wh.gone")
            .file(".wh.folder")
            .file("hidden/.wh..wh..opq")
            .file("hidden/b")
            .file(".wh.new")
            .file("new/c")
            .file("replaced/d")
            .file(".wh.replaced")
            .file("again", "two"));
    layer("three", Tar().file("kept/e").file("again", "three").file(".wh.again"));
    const auto merged = top + "/merged";
    fs::create_directory(merged);
    const auto options = fmt::format("lowerdir={0}/three:{0}/two:{0}/one", top);
    if (mount("overlay", merged.c_str(), "overlay", MS_RDONLY, options.c_str()) != 0)
        GTEST_SKIP() << "No overlay can be mounted here: " << std::strerror(errno);
    EXPECT_EQ(treeOf(merged),
        "again 'three'\nhidden/\nhidden/b ''\nkept/\nkept/a ''\nkept/e ''\nlib -> kept\n"
        "new/\nnew/c ''\nreplaced/\nreplaced/d ''");
    EXPECT_EQ(umount(merged.c_str()), 0);
}

} // namespace
} // namespace muster::unpack

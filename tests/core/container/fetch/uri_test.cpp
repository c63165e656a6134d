// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/uri.h"

#include <gtest/gtest.h>

#include "core/container/fetch/fetcher.h"

namespace muster::container::fetch {
namespace {

const std::string sum(64, 'a');

Source read(const std::string& value) {
    const auto source = parseUri({.value = value});
    EXPECT_TRUE(source) << value << ": " << source.error().message;
    return source.value_or(Source());
}

std::string refused(const std::string& value, const std::string& outputFile = "") {
    const auto source = parseUri({.value = value, .outputFile = outputFile});
    EXPECT_FALSE(source) << value << " was taken";
    return source ? std::string() : source.error().message;
}

TEST(Uris, AnHttpUrlNamesItsFile) {
    const auto source = read("HTTP://Repo.Example.com:8080/a/model.bin?version=3");
    EXPECT_EQ(source.kind, Source::Kind::Http);
    EXPECT_EQ(source.location, "http://repo.example.com:8080/a/model.bin?version=3");
    EXPECT_EQ(source.fileName, "model.bin");
    EXPECT_EQ(source.extraction, Extraction::None);
}

TEST(Uris, APasswordIsInNoMessageAndNotInTheUrl) {
    const auto source = read("https://alice:s%40crit@repo.example.com/x?signature=abc");
    EXPECT_EQ(source.location, "https://repo.example.com/x?signature=abc");
    EXPECT_EQ(source.credentials, "alice:s@crit");
    EXPECT_EQ(source.shown, "https://repo.example.com/x?...");
    EXPECT_EQ(
        refused("https://alice:secret@repo.example.com:port/x").find("secret"), std::string::npos);
    EXPECT_EQ(refused("https://alice:secret@repo.example.com/").find("secret"), std::string::npos);
}

TEST(Uris, APathIsAFileOfTheAgentsMachine) {
    for (const char* text :
        {"/data/a b.txt", "file:///data/a%20b.txt", "file://localhost/data/a%20b.txt"}) {
        const auto source = read(text);
        EXPECT_EQ(source.kind, Source::Kind::File);
        EXPECT_EQ(source.location, "/data/a b.txt") << text;
        EXPECT_EQ(source.fileName, "a b.txt") << text;
    }
}

TEST(Uris, OtherKindsAreRefusedWithWhatWorks) {
    for (const char* text :
        {"ftp://host/x", "hdfs://host/x", "s3://bucket/x", "model.bin", "./x", "",
            "data:text/plain,x", "javascript://x", "file:/etc/passwd", "http:/x", "httpx://h/x"})
        EXPECT_NE(refused(text).find("http or https URL, or file:// or an absolute path"),
            std::string::npos)
            << text << ": " << refused(text);
    EXPECT_NE(refused("file://otherhost/x").find("absolute path"), std::string::npos);
}

TEST(Uris, AnUrlThatTwoParsersCouldReadDifferentlyIsRefused) {
    for (const char* text :
        {"http://", "http:///x", "http://h:0/x", "http://h:65536/x", "http://h:/x",
            "http://h:80x/x", "http://h/a b", "http://h/a\nb", "http://h\\@x/y", "http://[::1/x",
            "http://[::1]x/y", "http://[fe80::1%25eth0]/x", "http://[h]/x", "http://a%2fb/x",
            "http://u:%zz@h/x", "http://u:%0d%0aX@h/x", "http://h/\xc3\xa4", "http://h/{x}"})
        EXPECT_NE(refused(text), "") << text;
    EXPECT_NE(refused("http://h/" + std::string(9000, 'x')), "");
}

TEST(Uris, TheHostIsWhatFollowsTheLastAt) {
    EXPECT_EQ(HttpUrl::parse("http://127.0.0.1@other@host/x")->host, "host");
    EXPECT_EQ(HttpUrl::parse("http://host?@127.0.0.1/")->host, "host");
    EXPECT_EQ(HttpUrl::parse("https://[2001:DB8::1]:8443")->text(), "https://[2001:db8::1]:8443/");
}

TEST(Uris, AChecksumIsTakenFromTheEnd) {
    const auto source = read("http://h/x#sha256=" + std::string(64, 'A'));
    EXPECT_EQ(source.sha256, sum);
    EXPECT_EQ(source.location, "http://h/x");
    EXPECT_EQ(read("/data/x#sha256=" + sum).sha256, sum);
}

TEST(Uris, AWrongFragmentIsNoMissingChecksum) {
    for (const char* end : {"#sha256=", "#sha256=abc", "#sha1=abc", "#part", "#"})
        EXPECT_NE(refused(std::string("http://h/x") + end).find("sha256= and 64 hex digits"),
            std::string::npos)
            << end;
    EXPECT_NE(refused("http://h/x#sha256=" + std::string(64, 'g')), "");
}

TEST(Uris, TheFileStaysInTheSandbox) {
    for (const char* name :
        {"..", ".", "../x", "a/../x", "/etc/passwd", "a//x", "a/", "stdout", "stderr"})
        EXPECT_NE(refused("http://h/x", name).find("output_file"), std::string::npos) << name;
    EXPECT_NE(refused("http://h/x", std::string("a\0b", 3)), "");
    EXPECT_NE(refused("http://h/x", std::string(256, 'a')), "");
    EXPECT_NE(refused("http://h").find("set output_file"), std::string::npos);
    EXPECT_NE(refused("http://h/a/?x=y").find("set output_file"), std::string::npos);
    EXPECT_NE(refused("file:///data/.."), "");
    EXPECT_NE(refused("http://h/stdout"), "");
    EXPECT_EQ(
        parseUri({.value = "http://h/", .outputFile = "models/a.bin"})->fileName, "models/a.bin");
}

TEST(Uris, TheSuffixDecidesHowAFileIsExtracted) {
    for (const char* name : {"a.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.tbz2", "a.tar.xz",
             "a.txz", "a.tar.zst", "a.zip", "A.ZIP", "b/a.tar"})
        EXPECT_EQ(extractionOf(name), Extraction::Archive) << name;
    EXPECT_EQ(extractionOf("a.json.gz"), Extraction::Gunzip);
    for (const char* name : {"a", "tar", "a.tar.txt", "a.zst", ".gz", "b/.gz", "a.gzip"})
        EXPECT_EQ(extractionOf(name), Extraction::None) << name;
}

TEST(Uris, AnExecutableOrUnwantedArchiveIsNotExtracted) {
    EXPECT_EQ(parseUri({.value = "http://h/a.tgz"})->extraction, Extraction::Archive);
    EXPECT_EQ(
        parseUri({.value = "http://h/a.tgz", .extract = false})->extraction, Extraction::None);
    EXPECT_EQ(
        parseUri({.value = "http://h/a.tgz", .executable = true})->extraction, Extraction::None);
    EXPECT_EQ(
        parseUri({.value = "http://h/a.tgz", .outputFile = "a"})->extraction, Extraction::None);
    EXPECT_EQ(parseUri({.value = "http://h/get", .outputFile = "a.zip"})->extraction,
        Extraction::Archive);
}

TEST(Uris, TwoForOneFileAreRefusedBeforeAnythingIsFetched) {
    const auto checked = checkUris({{.value = "http://h/a/x"}, {.value = "http://h/b/x"}});
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message,
        "http://h/b/x: another URI already gives the file 'x'; set output_file");
    EXPECT_TRUE(
        checkUris({{.value = "http://h/a/x"}, {.value = "http://h/b/x", .outputFile = "y"}}));
    EXPECT_FALSE(checkUris(std::vector<Uri>(257, Uri{.value = "http://h/x"})));
}

} // namespace
} // namespace muster::container::fetch

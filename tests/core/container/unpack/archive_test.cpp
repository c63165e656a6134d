// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Archives fetched for a task, hostile and not, into its sandbox.
#include <fcntl.h>
#include <unistd.h>

#include "tests/core/container/unpack/tar_writer.h"
#include "tests/core/container/unpack/unpack_world.h"

namespace muster::unpack {
namespace {

class RefusedArchives : public UnpackWorld, public testing::WithParamInterface<Case> { };

TEST_P(RefusedArchives, SayWhy) {
    const auto outcome = run(GetParam().archive, archiveFlags());
    EXPECT_TRUE(outcome.refused(GetParam().expected)) << testing::PrintToString(outcome);
}

INSTANTIATE_TEST_SUITE_P(Hostile, RefusedArchives,
    testing::ValuesIn<std::vector<Case>>({
        {"AbsoluteName", Tar().file("/etc/passwd").end(),
            "entry '/etc/passwd' has an absolute name"},
        {"ParentFolder", Tar().file("../canary/secret").end(),
            "entry '../canary/secret' leads out of the archive"},
        {"AbsoluteNameInAZip", zip({{.name = "/etc/passwd"}}),
            "entry '/etc/passwd' has an absolute name"},
        {"ParentFolderInAZip", zip({{.name = "a/../../canary/secret"}}),
            "entry 'a/../../canary/secret' leads out of the archive"},
        {"BelowALink", Tar().folder("a").link("l", "a").file("l/x").end(),
            "entry 'l/x' lies below 'l', which is no folder"},
        {"BelowALinkThatLeadsOut", Tar().link("l", "../canary").file("l/secret").end(),
            "entry 'l/secret' lies below 'l', which is no folder"},
        {"BelowALinkInAZip",
            zip({{.name = "l", .mode = 0120777, .content = "../canary"}, {.name = "l/secret"}}),
            "entry 'l/secret' lies below 'l', which is no folder"},
        {"HardLinkOut", Tar().hardLink("h", "../canary/secret").end(),
            "entry 'h' is a hard link: entry '../canary/secret' leads out of the archive"},
        {"HardLinkToTheHost", Tar().hardLink("h", "/etc/passwd").end(),
            "entry 'h' is a hard link: entry '/etc/passwd' has an absolute name"},
        {"HardLinkThroughALink", Tar().link("l", "../canary").hardLink("h", "l/secret").end(),
            "entry 'h' is a hard link to 'l/secret', which is no file here"},
        {"RootIsALink", Tar().link(".", "../canary").end(),
            "entry '.' would replace the root folder"},
        {"Bomb", compressed(Tar().entry({.name = "a", .size = 1 << 30}).end(), "xz"),
            "unpacked size exceeds 64 MiB"},
        {"ManyEntries",
            [] {
                std::vector<ZipEntry> entries;
                for (int i = 0; i <= 1000; ++i)
                    entries.push_back({.name = fmt::format("{}", i)});
                return zip(entries);
            }(),
            "archive holds more than 1000 entries"},
        {"BombInAZip", zip({{.name = "a", .content = std::string(65 << 20, '\0')}}),
            "unpacked size exceeds 64 MiB"},
        {"NoArchive", "#!/bin/sh\nrm -rf /\n",
            "the archive cannot be read: Unrecognized archive format"},
        {"TruncatedZip", zip({{.name = "a", .content = std::string(9000, 'x')}}).substr(0, 60),
            "the archive cannot be read: Unrecognized archive format"},
        {"CompressedTwice", compressed(compressed(Tar().file("a").end(), "xz"), "gzip"),
            "the archive is compressed more than once"},
    }),
    nameOf);

class Archives : public UnpackWorld, public testing::WithParamInterface<Case> { };

TEST_P(Archives, BelongToTheTask) {
    const auto outcome = run(GetParam().archive, archiveFlags());
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(tree(), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Harmless, Archives,
    testing::ValuesIn<std::vector<Case>>({
        {"SpecialBitsAreTaken",
            Tar().file("a", "", 04755).file("b", "", 02755).folder("c", 07777).end(),
            "a '' 755 1000:1001\nb '' 755 1000:1001\nc/ 1777 1000:1001"},
        {"OwnersDoNotMatter", Tar().entry({.name = "a/b", .user = -1, .group = 0xFFFFFFFF}).end(),
            "a/ 1000:1001\na/b '' 1000:1001"},
        {"NoDevicesNoFifos",
            Tar()
                .entry({.name = "a", .type = '3', .major = 1, .minor = 3})
                .entry({.name = "b", .type = '6'})
                .link("l", "/etc/shadow")
                .end(),
            "l -> /etc/shadow 1000:1001"},
        {"NoAttributes", Tar().pax({{"SCHILY.xattr.user.a", "1"}}).file("a").end(),
            "a '' 1000:1001"},
        {"WhiteoutsAreFiles", Tar().file(".wh.a").file("b/.wh..wh..opq").end(),
            ".wh.a '' 1000:1001\nb/ 1000:1001\nb/.wh..wh..opq '' 1000:1001"},
        {"LinkReplacedByAFile", Tar().link("a", "../canary/secret").file("a", "mine").end(),
            "a 'mine' 1000:1001"},
        {"Xz", compressed(Tar().file("a", "x").end(), "xz"), "a 'x' 1000:1001"},
        {"Bzip2", compressed(Tar().file("a", "x").end(), "bzip2"), "a 'x' 1000:1001"},
        {"Gzip", compressed(Tar().file("a", "x").end(), "gzip"), "a 'x' 1000:1001"},
        {"Zstd", compressed(Tar().file("a", "x").end(), "zstd"), "a 'x' 1000:1001"},
        {"Zip",
            zip({{.name = "bin/", .mode = 040755},
                {.name = "bin/run", .mode = 0104755, .content = "#!"},
                {.name = "l", .mode = 0120777, .content = "bin/run"}, {.name = "\u00e9"}}),
            "bin/ 1000:1001\nbin/run '#!' 755 1000:1001\nl -> bin/run 1000:1001\n\u00e9 '' "
            "1000:1001"},
    }),
    nameOf);

using ArchiveTest = UnpackWorld;

TEST_F(ArchiveTest, SaysItsSizeButNoDigest) {
    EXPECT_EQ(run(Tar().file("a", "123").file("b").end(), archiveFlags()).output,
        R"({"bytes":3,"entries":2})");
}

TEST_F(ArchiveTest, ASecondOneComesOnTopAndFollowsNoLinkOfTheFirst) {
    EXPECT_EQ(
        run(Tar().folder("a").file("a/b").link("l", "../canary").end(), archiveFlags()).status, 0);
    EXPECT_EQ(run(Tar().file("a/c").link("l", "a").end(), archiveFlags()).status, 0);
    EXPECT_EQ(tree(), "a/ 1000:1001\na/b '' 1000:1001\na/c '' 1000:1001\nl -> a 1000:1001");
    EXPECT_EQ(run(Tar().file("l/secret").end(), archiveFlags()).error,
        "entry 'l/secret' lies below 'l', which is no folder");
}

TEST_F(ArchiveTest, AZipInAPipeIsRefusedForItsModesAreAtItsEnd) {
    int ends[2] = {-1, -1};
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const container::Fd reader(ends[0]);
    const auto bytes = zip({{.name = "a"}});
    ASSERT_EQ(write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    close(ends[1]);
    EXPECT_TRUE(run(reader.number(), archiveFlags())
                    .refused("the archive cannot be read: Unrecognized archive format"));
}

} // namespace
} // namespace muster::unpack

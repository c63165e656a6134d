// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Layers that nobody who means well would make, and why they are refused.
#include <limits>

#include "tests/core/container/unpack/tar_writer.h"
#include "tests/core/container/unpack/unpack_world.h"

namespace muster::unpack {
namespace {

constexpr auto eightExa = std::numeric_limits<std::int64_t>::max();

class RefusedLayers : public UnpackWorld, public testing::WithParamInterface<Case> { };

TEST_P(RefusedLayers, SayWhy) {
    const auto outcome = run(GetParam().archive);
    EXPECT_TRUE(outcome.refused(GetParam().expected)) << testing::PrintToString(outcome);
}

INSTANTIATE_TEST_SUITE_P(Names, RefusedLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"ParentFolder", Tar().file("../canary/secret", "x").end(),
            "entry '../canary/secret' leads out of the image"},
        {"ParentFolderInTheMiddle", Tar().file("a/b/../../../canary/secret", "x").end(),
            "entry 'a/b/../../../canary/secret' leads out of the image"},
        {"ParentFolderAtTheEnd", Tar().folder("a/..").end(), "entry 'a/..' leads out of the image"},
        {"ParentFolderBehindTheRoot", Tar().file("/../canary/secret", "x").end(),
            "entry '/../canary/secret' leads out of the image"},
        {"ParentFolderByPrefix", Tar().entry({.name = "secret", .prefix = "../canary"}).end(),
            "entry '../canary/secret' leads out of the image"},
        {"ParentFolderByPax", Tar().pax({{"path", "../canary/secret"}}).file("a").end(),
            "entry '../canary/secret' leads out of the image"},
        {"ParentFolderByGnuName", Tar().gnuLong('L', "../canary/secret").file("a").end(),
            "entry '../canary/secret' leads out of the image"},
        {"ControlCharactersInTheReason", Tar().file("../\x1b[2J\nall is well\xff'").end(),
            R"(entry '../\x1b[2J\x0aall is well\xff\x27' leads out of the image)"},
        {"LongNameInTheReason",
            Tar().pax({{"path", "../" + std::string(300, 'n')}}).file("a").end(),
            "entry '../" + std::string(194, 'n') + "...' leads out of the image"},
        {"TenKilobyteName", Tar().pax({{"path", times(1000, "folder/xy/")}}).file("a").end(),
            "entry '" + times(19, "folder/xy/")
                + "folder/...' has a name of 10000 bytes, at most 4096 are taken"},
        {"LongComponent", Tar().pax({{"path", "a/" + std::string(256, 'c')}}).file("a").end(),
            "entry 'a/" + std::string(195, 'c')
                + "...' has a component of 256 bytes, at most 255 are taken"},
        {"NoName", Tar().file("").file("a").end(), "an entry has no name"},
    }),
    nameOf);

INSTANTIATE_TEST_SUITE_P(Links, RefusedLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"RootIsALink", Tar().link(".", "../canary").file("secret", "x").end(),
            "entry '.' would replace the root folder"}, // umoci, CVE-2021-29136
        {"RootIsALinkByAnotherName", Tar().link("./", "../canary").end(),
            "entry './' would replace the root folder"},
        {"RootIsAFile", Tar().file("/.").end(), "entry '/.' would replace the root folder"},
        {"RootIsAHardLink", Tar().file("a").hardLink(".", "a").end(),
            "entry '' is a hard link to or from the root folder"},
        {"BelowALinkThatLeadsOut", Tar().link("l", "../canary").file("l/secret", "x").end(),
            "entry 'l/secret' lies below 'l', which is no folder"},
        {"BelowALinkThatLeadsOutInSteps",
            Tar()
                .folder("a")
                .link("a/up", "..")
                .link("l", "a/up/../../canary")
                .file("l/secret", "x")
                .end(),
            "entry 'l/secret' lies below 'l', which is no folder"},
        {"BelowALinkToProc", Tar().link("l", "/proc/self/root").file("l/x").end(),
            "entry 'l/x' lies below 'l', which is no folder"},
        {"BelowALinkToItself", Tar().link("a", "b").link("b", "a").file("a/x").end(),
            "entry 'a/x' lies below 'a', which is no folder"},
        {"BelowAFile", Tar().file("a").file("a/b").end(),
            "entry 'a/b' lies below 'a', which is no folder"},
        {"BelowAFifo", Tar().entry({.name = "a", .type = '6'}).file("a/b").end(),
            "entry 'a/b' lies below 'a', which is no folder"},
        {"HardLinkOut", Tar().hardLink("h", "../canary/secret").end(),
            "entry 'h' is a hard link: entry '../canary/secret' leads out of the image"},
        {"HardLinkOutByPax", Tar().pax({{"linkpath", "../canary/secret"}}).hardLink("h", "x").end(),
            "entry 'h' is a hard link: entry '../canary/secret' leads out of the image"},
        {"HardLinkOutByGnuLink", Tar().gnuLong('K', "../../x").hardLink("h", "x").end(),
            "entry 'h' is a hard link: entry '../../x' leads out of the image"},
        {"HardLinkToTheHost", Tar().hardLink("h", "/etc/passwd").end(),
            "entry 'h' is a hard link to 'etc/passwd', which is no file here"},
        {"HardLinkThroughALink", Tar().link("l", "../canary").hardLink("h", "l/secret").end(),
            "entry 'h' is a hard link to 'l/secret', which is no file here"},
        {"HardLinkToWhatComesLater", Tar().hardLink("h", "a").file("a").end(),
            "entry 'h' is a hard link to 'a', which is no file here"},
        {"HardLinkToAFolder", Tar().folder("a").hardLink("h", "a").end(),
            "entry 'h' is a hard link to 'a', which is no file here"},
        {"HardLinkToAWhiteout", Tar().file(".wh.a").hardLink("h", "a").end(),
            "entry 'h' is a hard link to 'a', which is no file here"},
        {"HardLinkToItself", Tar().file("a", "x").hardLink("a", "./a").end(),
            "entry 'a' is a hard link to itself"},
        {"LinkToNowhere", Tar().link("l", "").end(),
            "entry 'l' is a link to a name of 0 bytes, 1 to 4095 are taken"},
        {"LinkToALongName", Tar().pax({{"linkpath", std::string(5000, 'x')}}).link("l", "x").end(),
            "entry 'l' is a link to a name of 5000 bytes, 1 to 4095 are taken"},
        {"FileInsteadOfAFullFolder", Tar().file("a/b").file("a").end(),
            "entry 'a' would replace a folder that is not empty"},
        {"LinkInsteadOfAFullFolder", Tar().file("a/b").link("a", "../canary").end(),
            "entry 'a' would replace a folder that is not empty"},
    }),
    nameOf);

INSTANTIATE_TEST_SUITE_P(Values, RefusedLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"UserOf33Bits", Tar().entry({.name = "a", .user = std::int64_t{1} << 32}).end(),
            "entry 'a' belongs to 4294967296:0, ids go up to 2147483647"}, // containerd,
                                                                           // CVE-2024-40635
        {"GroupOf32Bits", Tar().entry({.name = "a", .group = 0xFFFFFFFF}).end(),
            "entry 'a' belongs to 0:4294967295, ids go up to 2147483647"},
        {"NegativeUser", Tar().entry({.name = "a", .user = -1}).end(),
            "entry 'a' belongs to -1:0, ids go up to 2147483647"},
        {"UserOf33BitsByPax", Tar().pax({{"uid", "4294967296"}}).file("a").end(),
            "entry 'a' belongs to 4294967296:0, ids go up to 2147483647"},
        {"LargeAttribute",
            Tar().pax({{"SCHILY.xattr.user.large", std::string(70000, 'x')}}).file("a").end(),
            "Failed to set user.large of 'a': Argument list too long"},
        {"WrongCapability",
            Tar().pax({{"SCHILY.xattr.security.capability", "junk"}}).file("a").end(),
            "Failed to set security.capability of 'a': Invalid argument"},
        {"EightExabytes", Tar().entry({.name = "a", .size = eightExa}).end(),
            "the layer cannot be read: Tar entry size overflow"},
        {"FourExabytes", Tar().entry({.name = "a", .size = eightExa / 2}).end(),
            "unpacked size exceeds 64 MiB"},
        {"EightExabytesOfHole",
            Tar()
                .pax({{"GNU.sparse.major", "1"}, {"GNU.sparse.minor", "0"},
                    {"GNU.sparse.name", "a"}, {"GNU.sparse.realsize", fmt::format("{}", eightExa)}})
                .entry({.name = "a", .size = 512}, "1\n0\n0\n" + std::string(506, '\0'))
                .end(),
            "unpacked size exceeds 64 MiB"},
        {"EightExabytesOfHoleByGnu",
            Tar()
                .entry({.name = "a",
                    .type = 'S',
                    .patches = {{257, std::string("ustar  \0", 8)},
                        {483, std::string("\x80\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff", 12)}}})
                .end(),
            "unpacked size exceeds 64 MiB"},
        {"SizesThatAddUp",
            Tar()
                .file("b", std::string(1 << 20, 'b'))
                .entry({.name = "c", .size = 63 << 20 | 1})
                .end(),
            "unpacked size exceeds 64 MiB"},
        {"NegativeSize", Tar().entry({.name = "a", .size = -512}).end(),
            "the layer cannot be read: Tar entry has negative size"},
        {"HugePaxHeader", Tar().pax({{"comment", std::string(2 << 20, 'x')}}).file("a").end(),
            "the layer cannot be read: Special header too large"},
        {"EndlessPaxHeader",
            Tar().entry({.name = "x", .type = 'x', .size = eightExa}, "10 a=b").end(),
            "the layer cannot be read: Special header too large"},
    }),
    nameOf);

INSTANTIATE_TEST_SUITE_P(Whiteouts, RefusedLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"OfNothing", Tar().file(".wh.").end(), "entry '.wh.' removes no file"},
        {"OfTheFolder", Tar().file("a/.wh..").end(), "entry 'a/.wh..' removes no file"},
        {"OfTheParentFolder", Tar().file("a/.wh...").end(), "entry 'a/.wh...' removes no file"},
        {"WithSomethingBelow", Tar().file(".wh.a/b").end(),
            "entry '.wh.a/b' lies below a whiteout"},
        {"BelowALinkThatLeadsOut", Tar().link("l", "../canary").file("l/.wh.secret").end(),
            "entry 'l/secret' lies below 'l', which is no folder"},
        {"OpaqueBelowALinkThatLeadsOut", Tar().link("l", "../canary").file("l/.wh..wh..opq").end(),
            "entry 'l/.wh..wh..opq' lies below 'l', which is no folder"},
    }),
    nameOf);

INSTANTIATE_TEST_SUITE_P(Streams, RefusedLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"Empty", "", "the layer cannot be read: Unrecognized archive format"},
        {"Garbage", times(300, "no archive "),
            "the layer cannot be read: Unrecognized archive format"},
        {"WrongChecksum", Tar().entry({.name = "a", .checksumError = 1}).end(),
            "the layer cannot be read: Unrecognized archive format"},
        {"WrongChecksumLater", Tar().file("a").entry({.name = "b", .checksumError = 1}).end(),
            "the layer cannot be read: Damaged tar archive"},
        {"GarbageLater", Tar().file("a").raw(times(300, "no archive ")).end(),
            "the layer cannot be read: Damaged tar archive"},
        {"TruncatedHeader", Tar().file("a").file("b").cut().substr(0, 700),
            "the layer cannot be read: Truncated tar archive"},
        {"TruncatedContent", Tar().file("a", std::string(5000, 'x')).cut().substr(0, 2000),
            "the layer cannot be read: Truncated tar archive"},
        {"TruncatedGzip", compressed(Tar().file("a").end(), "gzip").substr(0, 60),
            "the layer cannot be read: truncated gzip input"},
        {"TruncatedZstd", compressed(Tar().file("a").end(), "zstd").substr(0, 30),
            "the layer cannot be read: Truncated zstd input"},
        {"CompressedTwice", compressed(compressed(Tar().file("a").end(), "gzip"), "gzip"),
            "the layer is compressed more than once"},
        {"ZipIsNoLayer", zip({{.name = "a"}}),
            "the layer cannot be read: Unrecognized archive format"},
    }),
    nameOf);

} // namespace
} // namespace muster::unpack

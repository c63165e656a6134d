// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Layers that nobody who means well would make: each is refused with its reason, or harmless.
#include <limits>

#include "tests/core/container/unpack/tar_writer.h"
#include "tests/core/container/unpack/unpack_world.h"

namespace muster::unpack {
namespace {

struct Case {
    std::string name;
    std::string layer;
    std::string expected; // the reason, or the tree
};

void PrintTo(const Case& hostile, std::ostream* out) {
    *out << hostile.name;
}

std::string nameOf(const testing::TestParamInfo<Case>& info) {
    return info.param.name;
}

std::string times(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i)
        all += text;
    return all;
}

constexpr auto eightExa = std::numeric_limits<std::int64_t>::max();

class RefusedLayers : public UnpackWorld, public testing::WithParamInterface<Case> { };

TEST_P(RefusedLayers, SayWhy) {
    const auto outcome = run(GetParam().layer);
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

class HarmlessLayers : public UnpackWorld, public testing::WithParamInterface<Case> { };

TEST_P(HarmlessLayers, AreUnpacked) {
    const auto outcome = run(GetParam().layer);
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(tree(), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Names, HarmlessLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"AbsoluteIsFromTheRoot", Tar().file("/etc/passwd", "x").file("//a").end(),
            "a ''\netc/\netc/passwd 'x'"},
        {"DotsAndSlashes", Tar().folder("./a/.//").file("././a///b").end(), "a/\na/b ''"},
        {"NoUtf8", Tar().file("\xff\xfe").pax({{"path", "\xfe\xff"}}).file("a").end(),
            "\xfe\xff ''\n\xff\xfe ''"},
        // libarchive composes what it converts; here two names have to stay two.
        {"ComposedAndDecomposed",
            Tar().pax({{"path", "\u00e9"}}).file("a").pax({{"path", "e\u0301"}}).file("a").end(),
            "e\u0301 ''\n\u00e9 ''"},
        {"Newline", Tar().file("a\nb").end(), "a\nb ''"},
        {"GlobalHeader", Tar().pax({{"path", "../canary/secret"}}, 'g').file("a").end(), "a ''"},
        {"NulInAName",
            Tar().pax({{"path", std::string("a\0/../../canary/secret", 22)}}).file("b").end(),
            "a ''"},
    }),
    nameOf);

INSTANTIATE_TEST_SUITE_P(Links, HarmlessLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"KeptWhereverTheyLead", Tar().link("a", "/etc/shadow").link("b", "../canary/secret").end(),
            "a -> /etc/shadow\nb -> ../canary/secret"},
        {"FollowedWithinTheLayer",
            Tar()
                .folder("usr/lib")
                .link("lib", "usr/lib")
                .link("abs", "/usr/lib")
                .link("up", "../../usr")
                .file("lib/a")
                .file("abs/b")
                .file("up/c")
                .end(),
            "abs -> /usr/lib\nlib -> usr/lib\nup -> ../../usr\nusr/\nusr/c ''\nusr/lib/\nusr/lib/a "
            "''\nusr/lib/b ''"},
        {"ReplacedByAFile", Tar().link("a", "../canary/secret").file("a", "mine").end(),
            "a 'mine'"},
        {"ReplacedByAFolder",
            Tar().link("a", "../canary").folder("a").file("a/secret", "mine").end(),
            "a/\na/secret 'mine'"},
        {"ReplacedByAFifo",
            Tar().link("a", "../canary/secret").entry({.name = "a", .type = '6'}).end(), "a|"},
        {"HardLinkToALink",
            Tar().link("l", "../canary/secret").hardLink("h", "l").file("h", "x").end(),
            "h 'x'\nl -> ../canary/secret"},
        {"HardLinkReplacedByAFile",
            Tar().file("a", "old").hardLink("h", "a").file("h", "new").end(), "a 'old'\nh 'new'"},
        {"HardLinkInsteadOfAFile", Tar().file("a", "1").file("h", "2").hardLink("h", "a").end(),
            "a '1' 2 names\nh '1' 2 names"},
        {"HardLinkWithContent",
            Tar()
                .file("a", "old")
                .pax({{"comment", "x"}})
                .entry({.name = "h", .type = '1', .link = "a", .size = 3}, "new")
                .end(),
            "a 'old' 2 names\nh 'old' 2 names"},
    }),
    nameOf);

INSTANTIATE_TEST_SUITE_P(Values, HarmlessLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"Nothing", Tar().end(), ""},
        {"SetUserIdIsKept",
            Tar()
                .file("a", "", 04755)
                .file("b", "", 02755)
                .folder("c", 01777)
                .entry({.name = "d", .mode = 04711, .user = 1000, .group = 1001})
                .end(),
            "a '' 4755\nb '' 2755\nc/ 1777\nd '' 4711 1000:1001"},
        {"ModeBeyondTwelveBits", Tar().entry({.name = "a", .mode = 0177644}).end(), "a '' 7644"},
        {"LargestIds", Tar().entry({.name = "a", .user = 0x7FFFFFFF, .group = 0x7FFFFFFF}).end(),
            "a '' 2147483647:2147483647"},
        {"DevicesAreLeftOut",
            Tar()
                .entry({.name = "null", .type = '3', .mode = 0666, .major = 1, .minor = 3})
                .entry({.name = "sda", .type = '4', .mode = 0666, .major = 8})
                .entry({.name = "whiteout", .type = '3'})
                .entry({.name = "pipe", .type = '6', .mode = 0600})
                .end(),
            "pipe| 600"},
        {"UnknownTypeIsAFile", Tar().entry({.name = "a", .type = 'Z', .size = 1}, "x").end(),
            "a 'x'"},
        {"LaterOneWins",
            Tar()
                .file("a", "long before")
                .file("a", "after")
                .folder("b", 0700)
                .folder("b", 0711)
                .end(),
            "a 'after'\nb/ 711"},
        {"EmptyFolderReplacedByAFile", Tar().folder("a").file("a", "x").end(), "a 'x'"},
        {"FolderInsteadOfAFile", Tar().file("a").file("c").folder("a").file("a/b").end(),
            "a/\na/b ''\nc ''"},
        {"NoEnd", Tar().file("a").cut(), "a ''"},
        {"HoleAtTheEnd",
            Tar()
                .pax({{"GNU.sparse.major", "1"}, {"GNU.sparse.minor", "0"},
                    {"GNU.sparse.name", "a"}, {"GNU.sparse.realsize", "1000000"}})
                .entry({.name = "a", .size = 1024},
                    "1\n0\n3\n" + std::string(506, '\0') + "abc" + std::string(509, '\0'))
                .end(),
            "a 1000000 bytes"},
    }),
    nameOf);

INSTANTIATE_TEST_SUITE_P(Whiteouts, HarmlessLayers,
    testing::ValuesIn<std::vector<Case>>({
        {"OfAFile", Tar().file(".wh.a").file("b/.wh.c").end(), "a removed\nb/\nb/c removed"},
        {"OfWhatTheLayerHasItself", Tar().file("a", "mine").file(".wh.a").end(), "a 'mine'"},
        {"ThenTheFile", Tar().file(".wh.a").file("a", "mine").end(), "a 'mine'"},
        {"ThenTheFolder", Tar().file(".wh.a").folder("a").end(), "a/ trusted.overlay.opaque=y"},
        {"ThenAFileInTheFolder", Tar().file(".wh.a").file("a/b").end(),
            "a/ trusted.overlay.opaque=y\na/b ''"},
        {"AfterTheFolder", Tar().file("a/b").file(".wh.a").end(),
            "a/ trusted.overlay.opaque=y\na/b ''"},
        {"Twice", Tar().file(".wh.a").file(".wh.a").end(), "a removed"},
        {"Opaque",
            Tar().folder("a").file("a/.wh..wh..opq").file("a/b").file("c/.wh..wh..opq").end(),
            "a/ trusted.overlay.opaque=y\na/b ''\nc/ trusted.overlay.opaque=y"},
        {"OfAnotherSystem",
            Tar().file(".wh..wh.aufs").folder(".wh..wh.plnk").file(".wh..wh.plnk/9.8").end(), ""},
    }),
    nameOf);

using LayerTest = UnpackWorld;

TEST_F(LayerTest, ALinkToAnAbsolutePathLeadsInsideTheLayer) {
    const auto folder = m_base.substr(1) + "/canary";
    EXPECT_EQ(run(Tar().folder(folder).link("l", m_base + "/canary").file("l/secret", "mine").end())
                  .error,
        "");
    EXPECT_NE(tree().find(folder + "/secret 'mine'"), std::string::npos) << tree();
}

TEST_F(LayerTest, OnlyUsersAttributesAndCapabilitiesAreKept) {
    if (!keepsUserAttributes(m_target))
        GTEST_SKIP() << m_target << " keeps no user attributes";
    const std::string capability("\1\0\0\2\0\4\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20);
    const auto outcome = run(
        Tar()
            .pax({{"SCHILY.xattr.user.a", "1"}, {"SCHILY.xattr.trusted.overlay.opaque", "y"},
                {"SCHILY.xattr.trusted.overlay.redirect", "/etc"},
                {"SCHILY.xattr.user.overlay.redirect", "/etc"},
                {"SCHILY.xattr.system.posix_acl_access", "junk"}, {"SCHILY.xattr.", "junk"},
                {"SCHILY.xattr.security.ima", "junk"}, {"LIBARCHIVE.xattr.trusted.b", "eA"},
                {"SCHILY.acl.access", "user::rwx,user:1000:rwx"}, {"SCHILY.fflags", "immutable"}})
            .folder("a")
            .pax({{"SCHILY.xattr.security.capability", capability}})
            .entry({.name = "b", .user = 1000})
            .end());
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(tree(), "a/ user.a=1\nb '' 1000:0 security.capability of 20 bytes");
}

TEST_F(LayerTest, AFolderTwoThousandDeepIsUnpacked) {
    const auto deep = times(2000, "a/");
    EXPECT_EQ(run(Tar().pax({{"path", deep + "file"}}).file("x", "deep").end()).error, "");
    EXPECT_NE(tree().find(deep + "file 'deep'"), std::string::npos);
}

TEST_F(LayerTest, MarksOfTheRootStandOnTheFolderItself) {
    EXPECT_EQ(run(Tar()
                      .entry({.name = "./", .type = '5', .mode = 0711, .user = 5})
                      .file(".wh..wh..opq")
                      .end())
                  .error,
        "");
    EXPECT_EQ(attributesOf(m_target), std::vector<std::string>{"trusted.overlay.opaque=y"});
}

TEST_F(LayerTest, AFullFolderIsNotFilledAgain) {
    EXPECT_EQ(run(Tar().file("a").end()).status, 0);
    EXPECT_TRUE(run(Tar().file("b").end()).refused("the folder to fill is not empty"));
    EXPECT_EQ(tree(), "a ''");
}

} // namespace
} // namespace muster::unpack

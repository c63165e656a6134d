// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Layers that look worse than they are, and what remains of them.
#include "tests/core/container/unpack/tar_writer.h"
#include "tests/core/container/unpack/unpack_world.h"

namespace muster::unpack {
namespace {

class HarmlessLayers : public UnpackWorld, public testing::WithParamInterface<Case> { };

TEST_P(HarmlessLayers, AreUnpacked) {
    const auto outcome = run(GetParam().archive);
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

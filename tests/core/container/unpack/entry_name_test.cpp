// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/entry_name.h"

#include <gtest/gtest.h>

namespace muster::unpack {
namespace {

Place place(const std::string& entry) {
    return placeOf(entry, Absolute::FromRoot).value_or(Place{"error", entry});
}

TEST(EntryName, IsAFolderAndANameInIt) {
    EXPECT_EQ(place("a"), (Place{"", "a"}));
    EXPECT_EQ(place("a/b/c"), (Place{"a/b", "c"}));
    EXPECT_EQ(place("./a//./b/"), (Place{"a", "b"}));
    EXPECT_EQ(place("/a/b"), (Place{"a", "b"}));
    EXPECT_EQ(place("a/b/c").path(), "a/b/c");
}

TEST(EntryName, OfTheRootIsEmpty) {
    for (const auto* name : {".", "/", "./", "/./.", "//"})
        EXPECT_TRUE(place(name).isRoot()) << name;
}

TEST(EntryName, WithMoreThanTwoDotsIsAName) {
    EXPECT_EQ(place("..."), (Place{"", "..."}));
    EXPECT_EQ(place("..a/b.."), (Place{"..a", "b.."}));
}

TEST(EntryName, HasLimits) {
    EXPECT_TRUE(placeOf(std::string(255, 'a'), Absolute::FromRoot));
    EXPECT_FALSE(placeOf(std::string(256, 'a'), Absolute::FromRoot));
    std::string deep;
    for (int i = 0; i < 2048; ++i)
        deep += "a/";
    EXPECT_TRUE(placeOf(deep, Absolute::FromRoot));
    EXPECT_FALSE(placeOf(deep + 'a', Absolute::FromRoot));
}

Result<Whiteout> whiteout(const std::string& entry) {
    auto where = place(entry);
    return takeWhiteout(where);
}

TEST(EntryName, SaysWhatALayerTakesAway) {
    EXPECT_EQ(whiteout("a/b"), Whiteout::None);
    EXPECT_EQ(whiteout("a/.wh.b"), Whiteout::Removed);
    EXPECT_EQ(whiteout("a/.wh..wh..opq"), Whiteout::Opaque);
    EXPECT_EQ(whiteout(".wh..wh.aufs"), Whiteout::Ignored);
    EXPECT_EQ(whiteout(".wh..wh.plnk/12.34"), Whiteout::Ignored);
    EXPECT_EQ(whiteout("a.wh.b"), Whiteout::None);
    auto removed = place("a/.wh..hidden");
    EXPECT_EQ(takeWhiteout(removed), Whiteout::Removed);
    EXPECT_EQ(removed, (Place{"a", ".hidden"}));
}

TEST(Printable, KeepsWhatCanBeRead) {
    EXPECT_EQ(printable("a b/\u00fc\u4e2d\U0001F600"), "a b/\u00fc\u4e2d\U0001F600");
}

TEST(Printable, EscapesWhatMisleads) {
    EXPECT_EQ(printable("a\n\x1b[0m\x7f"), "a\\x0a\\x1b[0m\\x7f");
    EXPECT_EQ(printable("it's \\"), "it\\x27s \\x5c");
    EXPECT_EQ(printable("\u202etxt.exe"), "\\xe2\\x80\\xaetxt.exe");
    EXPECT_EQ(printable("\u0085"), "\\xc2\\x85");
}

TEST(Printable, EscapesWhatIsNoUtf8) {
    EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf"); // overlong
    EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80"); // a surrogate
    EXPECT_EQ(printable("\xe4\xb8"), "\\xe4\\xb8"); // cut
    EXPECT_EQ(printable("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
}

TEST(Printable, IsAtMost200BytesLong) {
    EXPECT_EQ(printable(std::string(201, 'a')), std::string(197, 'a') + "...");
    EXPECT_EQ(printable(std::string(5000, '\1')).size(), 199);
    EXPECT_EQ(printable(std::string(197, 'a')), std::string(197, 'a'));
}

TEST(SizeText, IsInTheLargestUnitThatSaysItExactly) {
    EXPECT_EQ(sizeText(std::uint64_t{20} << 30), "20 GiB");
    EXPECT_EQ(sizeText(1536 << 10), "1536 KiB");
    EXPECT_EQ(sizeText(1), "1 byte");
    EXPECT_EQ(sizeText(0), "0 bytes");
    EXPECT_EQ(sizeText(1025), "1025 bytes");
}

} // namespace
} // namespace muster::unpack

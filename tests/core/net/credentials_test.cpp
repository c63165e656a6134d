// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/credentials.h"

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "core/net/private_file.h"
#include "tests/core/net/world.h"
#include "tests/support/temporary_folder.h"

namespace muster::net {

namespace {

TEST(Credentials, AreReadInBothFormsOfMesos) {
    for (const auto* text : {R"({"credentials":[{"principal":"ann","secret":"s1"},
                                 {"principal":"bob","secret":"s 2"}]})",
             "\nann s1\r\n\n  bob\t\"s2\"  "}) {
        const auto all = Credentials::parse(text, "file");
        ASSERT_TRUE(all.has_value()) << all.error().message;
        EXPECT_EQ(all->size(), 2U);
        EXPECT_EQ(all->principalOf({"ann", "s1"}), "ann");
        EXPECT_EQ(all->principalOf({"ann", "s"}), std::nullopt);
        EXPECT_EQ(all->principalOf({"bob", "s1"}), std::nullopt);
        EXPECT_EQ(all->principalOf({"", ""}), std::nullopt);
    }
    EXPECT_EQ(Credentials::parse("", "file")->size(), 0U);
}

TEST(Credentials, SayWhatIsWrongWhereAndWhatToDoButNoSecret) {
    struct {
        const char* text;
        const char* message;
    } const rows[] = {
        {"ann s3cret\nbob\n", "f:2: 1 words instead of two: use "},
        {"ann s3cret extra", "f:1: 3 words instead of two: use "},
        {"ann s3cret\nann s3cret", "f:2: the principal 'ann' is defined twice: keep one"},
        {"a:b s3cret", "f:1: the principal 'a:b' has a colon, which HTTP cannot carry"},
        {"{\"credentials\":\n[{\"principal\":\"a\",\n\"secret\":s3cret}]}",
            "f:3: this is not JSON: "},
        {"{}", "f: the array 'credentials' is missing: use "},
        {"{\"credentials\":{}}", "f: the array 'credentials' is missing: use "},
        {"{\"credentials\":[1]}", "f: credentials[0] has no principal: use "},
        {"{\"credentials\":[{\"secret\":\"s3cret\"}]}", "f: credentials[0] has no principal: "},
        {"{\"credentials\":[{\"principal\":\"a\",\"secret\":1}]}",
            "f: credentials[0] has no secret"},
        {"{\"credentials\":[{\"principal\":\"\",\"secret\":\"s3cret\"}]}",
            "f: credentials[0]: principal and secret must not be empty"},
        {"{\"credentials\":[{\"principal\":\"a\\u0000\",\"secret\":\"s3cret\"}]}",
            "f: credentials[0]: control characters are not allowed"},
    };
    for (const auto& row : rows) {
        const auto all = Credentials::parse(row.text, "f");
        ASSERT_FALSE(all.has_value()) << row.text;
        EXPECT_TRUE(all.error().message.starts_with(row.message)) << all.error().message;
        EXPECT_EQ(all.error().message.find("s3cret"), std::string::npos) << all.error().message;
    }
}

TEST(Credentials, AreNotReadFromAFileThatOthersCanRead) {
    const test::TemporaryFolder folder;
    const auto path = folder.path() / "credentials";
    ASSERT_TRUE(writePrivateFile(path, "ann s1\n").has_value());
    EXPECT_EQ(Credentials::read(path)->principalOf({"ann", "s1"}), "ann");
    ::chmod(path.c_str(), 0640);
    EXPECT_EQ(Credentials::read(path).error().message,
        fmt::format("No credentials: {0} has mode 0640 and others can use it: run chmod 0600 {0}",
            path.string()));
    EXPECT_EQ(Credentials::read(folder.path() / "none").error().kind, Error::Kind::NotFound);
}

TEST(DecodePassword, TakesANameAColonAndASecret) {
    EXPECT_EQ(decodePassword("YTpi"), (Password{"a", "b"}));
    EXPECT_EQ(decodePassword("YTpiOmM="), (Password{"a", "b:c"}));
    EXPECT_EQ(decodePassword("Og=="), (Password{"", ""}));
    for (const auto* text : {"", "YTp", "YTpi=", "====", "YWI=", "Y=Tpi", "a:b!", "YQA6Yg=="})
        EXPECT_EQ(decodePassword(text), std::nullopt) << text;
}

} // namespace

} // namespace muster::net

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/deep_link.h"

#include <gtest/gtest.h>

using muster::console::DeepLink;

TEST(DeepLink, NamesProfilePageAndObject) {
    const auto link = DeepLink::parse(QStringLiteral("muster://lab/jobs/job-42"));
    ASSERT_TRUE(link) << link.error().message;
    EXPECT_EQ(link->profile, QStringLiteral("lab"));
    EXPECT_EQ(link->page, QStringLiteral("jobs"));
    EXPECT_EQ(link->object, QStringLiteral("job-42"));
    EXPECT_EQ(link->text(), QStringLiteral("muster://lab/jobs/job-42"));
}

TEST(DeepLink, KeepsTheCapitalLettersOfTheProfile) {
    const auto link = DeepLink::parse(QStringLiteral("muster://Lab-A_1/jobs/job-42"));
    ASSERT_TRUE(link) << link.error().message;
    EXPECT_EQ(link->profile, QStringLiteral("Lab-A_1"));
    EXPECT_EQ(DeepLink::parse(link->text())->profile, QStringLiteral("Lab-A_1"));
}

TEST(DeepLink, MayNameThePageOfTheOpenClusterOnly) {
    const auto link = DeepLink::parse(QStringLiteral("muster:///gpus"));
    ASSERT_TRUE(link) << link.error().message;
    EXPECT_EQ(link->profile, QString());
    EXPECT_EQ(link->page, QStringLiteral("gpus"));
    EXPECT_EQ(link->object, QString());
    EXPECT_EQ(link->text(), QStringLiteral("muster:///gpus"));
}

TEST(DeepLink, RefusesWhatIsNone) {
    for (const auto* text : {"", "muster:", "muster://lab", "muster://lab/", "http://lab/jobs/1",
             "muster://lab/jobs/1/2", "muster://lab/jobs/a b", "muster://lab/jobs/%00",
             "muster://lab/jobs/$(reboot)"}) {
        const auto link = DeepLink::parse(QString::fromLatin1(text));
        ASSERT_FALSE(link) << text;
        EXPECT_NE(link.error().message.find("muster://lab/jobs/job-42"), std::string::npos) << text;
    }
    EXPECT_FALSE(
        DeepLink::parse(QStringLiteral("muster://lab/jobs/") + QString(600, QLatin1Char('a'))));
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/i18n/language.h"

#include <gtest/gtest.h>

using namespace muster::console;

TEST(Language, ThereAreEnglishItalianAndSimplifiedChinese) {
    EXPECT_EQ(languages(),
        (QStringList{QStringLiteral("en"), QStringLiteral("it"), QStringLiteral("zh_CN")}));
    EXPECT_EQ(languageName(QStringLiteral("it")), QStringLiteral("italiano"));
}

TEST(Language, IsTheOneThatServesALocaleBest) {
    const auto of = [](const char* locale) {
        return languageFor(QLocale(QString::fromLatin1(locale))).toStdString();
    };
    EXPECT_EQ(of("it_IT"), "it");
    EXPECT_EQ(of("it_CH"), "it");
    EXPECT_EQ(of("zh_CN"), "zh_CN");
    EXPECT_EQ(of("zh_TW"), "zh_CN");
    EXPECT_EQ(of("en_GB"), "en");
    EXPECT_EQ(of("C"), "en");
    EXPECT_EQ(of("sw_KE"), "en");
}

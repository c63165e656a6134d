// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Every page as people see it: no text without room, no control without a name, and pictures
// that are compared with golden ones.
#include <QApplication>
#include <QFontDatabase>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/i18n/language.h"
#include "tests/app/console/looks/clipped.h"
#include "tests/app/console/looks/golden.h"
#include "tests/app/console/looks/pseudo_translator.h"
#include "tests/app/console/looks/scene.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::test;

namespace {

class Looks : public testing::Test {
protected:
    void TearDown() override {
        console::useLanguage(QStringLiteral("en"));
        QApplication::setPalette(widgets::lightPalette());
    }

    // One line for each finding, with its page.
    static std::string overPages(
        Scene& scene, const std::function<QStringList(const QWidget&)>& look) {
        std::string found;
        for (const auto& page : scene.pages()) {
            EXPECT_TRUE(scene.show(page));
            for (const auto& line : look(*scene.window)) {
                found += page.toStdString() + ": " + line.toStdString() + '\n';
            }
        }
        return found;
    }

    static void compare(const QString& suffix) {
        Scene scene;
        ASSERT_TRUE(scene.open());
        for (const auto& page : scene.pages()) {
            ASSERT_TRUE(scene.show(page));
            const auto differs = compareGolden(page + suffix, scene.window->grab().toImage());
            EXPECT_TRUE(differs.isEmpty()) << differs.toStdString();
        }
    }
};

} // namespace

// Those of scripts/deps, and Qt's three names for some of them. Others that are installed would be
// in every picture with Chinese.
TEST_F(Looks, KnowNoFontsButTheirOwn) {
    EXPECT_EQ(QFontDatabase().families().join(QStringLiteral(", ")).toStdString(),
        "DejaVu Sans, DejaVu Sans Mono, Droid Sans Fallback, Monospace, Sans Serif, Serif");
}

TEST_F(Looks, ClipNoTextInALanguageThatIsFortyPercentLonger) {
    PseudoTranslator longer;
    QCoreApplication::installTranslator(&longer);
    Scene scene;
    ASSERT_TRUE(scene.open());
    EXPECT_EQ(overPages(scene, clippedTexts), "");
    for (const auto& page : scene.pages()) {
        ASSERT_TRUE(scene.show(page));
        EXPECT_TRUE(keep(page + QStringLiteral("-longer"), scene.window->grab().toImage()));
    }
}

TEST_F(Looks, ClipNoTextInAnyLanguage) {
    for (const auto& language : console::languages()) {
        console::useLanguage(language);
        Scene scene;
        ASSERT_TRUE(scene.open());
        EXPECT_EQ(overPages(scene, clippedTexts), "") << language.toStdString();
    }
}

TEST_F(Looks, GiveEveryControlANameForScreenReaders) {
    Scene scene;
    ASSERT_TRUE(scene.open());
    EXPECT_EQ(overPages(scene, namelessControls), "");
}

TEST_F(Looks, AreAsTheyWereInLight) {
    compare(QStringLiteral("-light"));
}

TEST_F(Looks, AreAsTheyWereInDark) {
    QApplication::setPalette(widgets::darkPalette());
    compare(QStringLiteral("-dark"));
}

TEST_F(Looks, AreAsTheyWereInChinese) {
    console::useLanguage(QStringLiteral("zh_CN"));
    compare(QStringLiteral("-zh_CN"));
}

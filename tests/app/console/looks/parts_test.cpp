// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Dialogs, panels and empty pages, as looks_test.cpp looks at the pages.
#include <QApplication>
#include <QWidget>
#include <gtest/gtest.h>

#include "app/console/i18n/language.h"
#include "tests/app/console/looks/clipped.h"
#include "tests/app/console/looks/golden.h"
#include "tests/app/console/looks/parts.h"
#include "tests/app/console/looks/pseudo_translator.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::test;

namespace {

class PartsLook : public testing::Test {
protected:
    void TearDown() override {
        console::useLanguage(QStringLiteral("en"));
        QApplication::setPalette(widgets::lightPalette());
    }
    static void all(const Look& look) {
        lookAtDialogs(look);
        lookAtPanels(look);
        lookAtEmptyPages(look);
    }
    // No text without room, no control without a name: one line for each finding, with its part.
    static void expectWhole(const QString& name, QWidget& widget) {
        for (const auto& line : clippedTexts(widget) + namelessControls(widget)) {
            ADD_FAILURE() << name.toStdString() << ": " << line.toStdString();
        }
    }
    static void compare(const QString& suffix) {
        all([&](const QString& name, QWidget& widget) {
            expectWhole(name, widget);
            const auto differs = compareGolden(name + suffix, widget.grab().toImage());
            EXPECT_TRUE(differs.isEmpty()) << differs.toStdString();
        });
    }
};

} // namespace

TEST_F(PartsLook, HaveRoomInALanguageThatIsFortyPercentLonger) {
    PseudoTranslator longer;
    QCoreApplication::installTranslator(&longer);
    all([](const QString& name, QWidget& widget) {
        expectWhole(name, widget);
        EXPECT_TRUE(keep(name + QStringLiteral("-longer"), widget.grab().toImage()));
    });
}

TEST_F(PartsLook, HaveRoomInItalian) {
    console::useLanguage(QStringLiteral("it"));
    all(expectWhole);
}

TEST_F(PartsLook, AreAsTheyWereInLight) {
    compare(QStringLiteral("-light"));
}

TEST_F(PartsLook, AreAsTheyWereInDark) {
    QApplication::setPalette(widgets::darkPalette());
    compare(QStringLiteral("-dark"));
}

TEST_F(PartsLook, AreAsTheyWereInChinese) {
    console::useLanguage(QStringLiteral("zh_CN"));
    compare(QStringLiteral("-zh_CN"));
}

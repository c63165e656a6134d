// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/style.h"

#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <gtest/gtest.h>

namespace {

// How many columns of the label, when it is so wide, have ink in them.
int inkedColumns(QLabel& label, int width) {
    label.resize(width, label.sizeHint().height());
    const auto image = label.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const auto ground = image.pixel(image.width() - 1, 0);
    int columns = 0;
    for (int x = 0; x < image.width(); ++x) {
        bool inked = false;
        for (int y = 0; y < image.height(); ++y) {
            inked = inked || image.pixel(x, y) != ground;
        }
        columns += inked ? 1 : 0;
    }
    return columns;
}

} // namespace

TEST(StyledLabel, HasRoomForItsLastLetterWhereOneIsUnderlined) {
    QWidget window;
    QLineEdit field(&window);
    for (const auto* words : {"T&oken", "&Type 9 to confirm", "&Values", "W&AVE"}) {
        QLabel label(QString::fromLatin1(words), &window);
        label.setBuddy(&field);
        window.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
        label.show();
        const int hint = label.sizeHint().width();
        EXPECT_EQ(inkedColumns(label, hint), inkedColumns(label, hint + 30)) << words;
    }
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/splitter.h"

#include <QPushButton>
#include <QTest>
#include <gtest/gtest.h>

using namespace muster::widgets;

namespace {

class Split : public testing::TestWithParam<Qt::Orientation> {
protected:
    Splitter splitter{GetParam()};
    QPushButton* first = new QPushButton(&splitter);
    QPushButton* second = new QPushButton(&splitter);

    void SetUp() override {
        for (auto* part : {first, second}) {
            part->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
            splitter.addWidget(part);
        }
        splitter.resize(600, 600);
        splitter.setSizes({300, 288});
        splitter.show();
        splitter.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&splitter));
    }
    int size() const { return splitter.sizes().first(); }
};

} // namespace

TEST_P(Split, IsReachedByTabAndMovedByTheArrowKeysOfItsDirection) {
    const bool sideways = GetParam() == Qt::Horizontal;
    auto* handle = splitter.handle(1);
    second->setFocus();
    QTest::keyClick(second, Qt::Key_Tab);
    ASSERT_TRUE(handle->hasFocus());
    EXPECT_FALSE(handle->accessibleName().isEmpty());
    const int before = size();
    QTest::keyClick(handle, sideways ? Qt::Key_Right : Qt::Key_Down);
    EXPECT_EQ(size(), before + Splitter::kStep);
    QTest::keyClick(handle, sideways ? Qt::Key_Left : Qt::Key_Up);
    EXPECT_EQ(size(), before);
    QTest::keyClick(handle, sideways ? Qt::Key_Down : Qt::Key_Right);
    EXPECT_EQ(size(), before) << "the keys of the other direction";
    for (int i = 0; i < 100; ++i) {
        QTest::keyClick(handle, sideways ? Qt::Key_Left : Qt::Key_Up);
    }
    EXPECT_GT(size(), 0) << "no part collapses";
}

INSTANTIATE_TEST_SUITE_P(BothWays, Split, testing::Values(Qt::Horizontal, Qt::Vertical));

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/charts/bar_chart.h"

#include <QApplication>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::widgets;

namespace {

class Shares : public testing::Test {
protected:
    BarChart chart{QStringLiteral("GPUs by user"), Qt::Horizontal};
    QSignalSpy chosen{&chart, &BarChart::chosen};

    void SetUp() override {
        chart.setEmpty(QStringLiteral("No GPUs in use"), QStringLiteral("They come later."));
    }
    void TearDown() override { QApplication::setPalette(lightPalette()); }

    void showThree() {
        chart.setBars(
            {{QStringLiteral("alice"), QStringLiteral("alice"), QStringLiteral("alice: 8 GPUs"), 8},
                {QStringLiteral("bob"), QStringLiteral("bob"), QStringLiteral("bob: 4 GPUs"), 4},
                {{}, QStringLiteral("2 others"), QStringLiteral("2 others: 2 GPUs"), 2}});
        chart.resize(280, chart.sizeHint().height());
        chart.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&chart));
    }
    QString key(int number) const { return chosen.at(number).at(0).toString(); }
    // Pixels of the bars' colour in each third of the bars, from the top.
    std::vector<int> lengths() {
        const auto image = chart.grab().toImage();
        const auto bar = markColour(models::Mark::Busy, chart.palette()).rgb();
        std::vector<int> out(3);
        const int top = chart.findChild<QLabel*>()->geometry().bottom() + 1;
        for (int y = top; y < image.height(); ++y) {
            int length = 0;
            for (int x = 0; x < image.width(); ++x) {
                length += image.pixel(x, y) == bar ? 1 : 0;
            }
            auto& most = out[static_cast<std::size_t>(3 * (y - top) / (image.height() - top))];
            most = std::max(most, length);
        }
        return out;
    }
};

} // namespace

TEST_F(Shares, AreAsLongAsTheirValues) {
    showThree();
    const auto bars = lengths();
    EXPECT_GT(bars[0], 60);
    EXPECT_NEAR(bars[1], bars[0] / 2.0, 3);
    EXPECT_NEAR(bars[2], bars[0] / 4.0, 3);
    EXPECT_EQ(chart.texts(),
        (QStringList{
            QStringLiteral("alice|8"), QStringLiteral("bob|4"), QStringLiteral("2 others|2")}));
}

TEST_F(Shares, SayWhyThereAreNone) {
    chart.setBars({});
    const auto labels = chart.findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return !label->isHidden() && label->text().contains(QStringLiteral("They come later."));
    }));
    EXPECT_TRUE(chart.accessibleDescription().startsWith(QStringLiteral("No GPUs in use")));
    showThree();
    EXPECT_FALSE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->isVisible() && label->text().contains(QStringLiteral("They come later."));
    }));
}

TEST_F(Shares, AreWalkedAndChosenByKeys) {
    showThree();
    EXPECT_EQ(chart.accessibleName(), QStringLiteral("GPUs by user"));
    chart.clearFocus(); // which the window has given to the only control in it
    EXPECT_EQ(chart.accessibleDescription(),
        QStringLiteral("alice: 8 GPUs; bob: 4 GPUs; 2 others: 2 GPUs"));
    chart.activateWindow();
    chart.setFocus();
    ASSERT_TRUE(QTest::qWaitFor([&] { return chart.hasFocus(); }));
    EXPECT_EQ(chart.accessibleDescription(), QStringLiteral("alice: 8 GPUs"));
    QTest::keyClick(&chart, Qt::Key_Down);
    EXPECT_EQ(chart.accessibleDescription(), QStringLiteral("bob: 4 GPUs"));
    QTest::keyClick(&chart, Qt::Key_Return);
    QTest::keyClick(&chart, Qt::Key_End);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Enter);
    ASSERT_EQ(chosen.count(), 2);
    EXPECT_EQ(key(0), QStringLiteral("bob"));
    EXPECT_EQ(key(1), QString());
}

TEST_F(Shares, AreChosenByAClick) {
    showThree();
    QTest::mouseClick(&chart, Qt::LeftButton, {}, {100, chart.height() - 4});
    QTest::mouseClick(&chart, Qt::LeftButton, {}, {100, 4}); // the heading
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(key(0), QString());
}

TEST_F(Shares, AreHatchedWhileTheyAreOld) {
    showThree();
    chart.setStale(true);
    EXPECT_EQ(lengths(), std::vector<int>(3));
    chart.setStale(false);
    EXPECT_GT(lengths()[0], 60);
}

TEST_F(Shares, FollowTheTheme) {
    showThree();
    QApplication::setPalette(darkPalette());
    EXPECT_GT(lengths()[0], 60) << "in the tone of the dark theme";
}

TEST(Sums, ShowAllThirtyDaysInLittleRoom) {
    BarChart chart(QStringLiteral("GPU-hours by day"), Qt::Vertical);
    std::vector<BarChart::Bar> bars;
    for (int day = 0; day < 30; ++day) {
        bars.push_back({{}, day % 10 == 0 ? QStringLiteral("12 Jun") : QString(), {}, 10.0 + day});
    }
    chart.setBars(bars);
    chart.resize(360, 180);
    chart.show();
    const auto image = chart.grab().toImage();
    const auto bar = markColour(models::Mark::Busy, chart.palette()).rgb();
    int seen = 0;
    for (int y = 0; y < image.height(); ++y) { // the lowest line of the bars has all of them
        int count = 0;
        for (int x = 1; x < image.width(); ++x) {
            count += image.pixel(x, y) == bar && image.pixel(x - 1, y) != bar ? 1 : 0;
        }
        seen = std::max(seen, count);
    }
    EXPECT_EQ(seen, 30);
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/tab_ring.h"

#include <algorithm>
#include <vector>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QButtonGroup>
#include <QLabel>
#include <QTest>
#include <QWindow>

#include "tests/app/console/looks/controls.h"

namespace muster::test {

namespace {

constexpr int kMostSteps = 500;
constexpr int kMostStops = 6; // within one control
constexpr int kVisibleFocus = 40; // of 255, in one channel
constexpr int kLeastPixels = 12; // that tell where the focus is

struct Step {
    QWidget* control = nullptr;
    QImage with; // the focus
    QImage without;
};

struct Walk {
    std::vector<Step> steps;
    QWidget* end = nullptr; // where it came to again

    bool isClosed() const { return !steps.empty() && end == steps.front().control; }

    bool reached(const QWidget* widget) const {
        return std::any_of(steps.begin(), steps.end(),
            [widget](const Step& step) { return step.control == widget; });
    }
};

QImage picture(QWidget& widget) {
    return widget.grab().toImage();
}

void press(QWidget& window, bool forward) {
    QTest::keyClick(window.windowHandle(), forward ? Qt::Key_Tab : Qt::Key_Backtab,
        forward ? Qt::NoModifier : Qt::ShiftModifier);
    QCoreApplication::processEvents();
}

// A date has several stops.
void leave(const QWidget& control, QWidget& window, bool forward) {
    for (int i = 0; i < kMostStops && QApplication::focusWidget() == &control; ++i) {
        press(window, forward);
    }
}

Walk walk(QWidget& window, bool forward) {
    Walk out;
    press(window, forward);
    while (out.steps.size() < kMostSteps) {
        auto* control = QApplication::focusWidget();
        if (control == nullptr || out.reached(control)) {
            out.end = control;
            break;
        }
        out.steps.push_back({control, picture(*control), {}});
        leave(*control, window, forward);
        out.steps.back().without = picture(*control);
    }
    return out;
}

// Others of its group are reached with the arrow keys.
bool isUncheckedOne(const QWidget& widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    if (button == nullptr || button->isChecked()) {
        return false;
    }
    const auto* group = button->group();
    return group != nullptr && group->exclusive() && group->checkedButton() != nullptr;
}

// A list to be read only: nothing in it can be chosen or scrolled.
bool isPlate(const QWidget& widget) {
    const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
    return view != nullptr && view->selectionMode() == QAbstractItemView::NoSelection
        && view->focusPolicy() == Qt::NoFocus;
}

bool isWanted(const QWidget& widget, const QWidget& window) {
    const bool label = qobject_cast<const QLabel*>(&widget) != nullptr
        && (widget.focusPolicy() & Qt::TabFocus) != 0;
    return widget.isVisible() && widget.isEnabled() && widget.window() == &window
        && (isControl(widget) || label) && !isPart(widget) && !isUncheckedOne(widget)
        && !isPlate(widget);
}

bool differ(const QImage& one, const QImage& other) {
    int differing = 0;
    for (int y = 0; y < std::min(one.height(), other.height()); ++y) {
        for (int x = 0; x < std::min(one.width(), other.width()); ++x) {
            const auto a = one.pixel(x, y);
            const auto b = other.pixel(x, y);
            const int apart = std::max({std::abs(qRed(a) - qRed(b)),
                std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
            differing += apart > kVisibleFocus ? 1 : 0;
        }
    }
    return differing >= kLeastPixels;
}

} // namespace

QStringList brokenTabRing(QWidget& window) {
    QStringList found;
    window.activateWindow();
    if (!QTest::qWaitForWindowActive(&window)) {
        return {QStringLiteral("the window does not become active")};
    }
    const auto there = walk(window, true);
    const auto back = walk(window, false);
    for (const auto* way : {&there, &back}) {
        const auto* word = way == &there ? "Tab" : "Shift+Tab";
        if (!way->isClosed()) {
            found << QStringLiteral("%1 does not come back: after %2 steps it is at %3")
                         .arg(QString::fromLatin1(word))
                         .arg(way->steps.size())
                         .arg(way->end == nullptr ? QStringLiteral("none") : describe(*way->end));
        }
        for (const auto* widget : window.findChildren<QWidget*>()) {
            if (isWanted(*widget, window) && !way->reached(widget)) {
                found << QStringLiteral("%1 does not reach %2")
                             .arg(QString::fromLatin1(word), describe(*widget));
            }
        }
    }
    for (const auto& step : there.steps) {
        if (!back.reached(step.control)) {
            found << QStringLiteral("%1 is on the way there only").arg(describe(*step.control));
        }
        if (!differ(step.with, step.without)) {
            found << QStringLiteral("%1 does not show the focus").arg(describe(*step.control));
        }
    }
    return found;
}

} // namespace muster::test

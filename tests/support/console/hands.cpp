// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/console/hands.h"

#include <QAccessible>
#include <QApplication>
#include <QTest>
#include <gtest/gtest.h>

namespace muster::test {

namespace {

// Offscreen nobody brings the window forward that was behind a dialog.
void comeForward() {
    auto* window = QApplication::activeModalWidget();
    for (auto* one : QApplication::topLevelWidgets()) {
        if (window == nullptr && one->isVisible() && one->windowType() == Qt::Window) {
            window = one;
        }
    }
    if (window != nullptr) {
        QApplication::setActiveWindow(window);
    }
}

QWidget* focus() {
    const bool found = QTest::qWaitFor([] {
        QCoreApplication::processEvents(); // what a dialog leaves behind that was closed
        const auto inFront = [] {
            const auto* window = QApplication::activeWindow();
            return window != nullptr && window->isVisible();
        };
        if (!inFront()) {
            comeForward();
        }
        return inFront();
    });
    auto* at = QApplication::focusWidget();
    return at == nullptr && found ? QApplication::activeWindow() : at;
}

// As a screen reader says it: its own name, or the label that belongs to it.
QString spokenName(QWidget* widget) {
    if (!widget->accessibleName().isEmpty()) {
        return widget->accessibleName(); // of a combo box Qt says the value in its place
    }
    auto* interface = QAccessible::queryAccessibleInterface(widget);
    return interface == nullptr ? QString() : interface->text(QAccessible::Name);
}

} // namespace

void focusOn(QWidget& widget) {
    ASSERT_NE(focus(), nullptr) << "no window is in front";
    widget.setFocus(Qt::TabFocusReason);
    ASSERT_TRUE(QTest::qWaitFor([&] { return widget.hasFocus(); }))
        << "in front is " << QApplication::activeWindow()->windowTitle().toStdString();
}

void press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    ASSERT_NE(focus(), nullptr) << "no window is in front";
    QTest::keyClick(focus(), key, modifiers);
}

void type(const QString& words) {
    ASSERT_NE(focus(), nullptr) << "no window is in front";
    QTest::keyClicks(focus(), words);
}

QAbstractButton* button(QWidget& root, const QString& words) {
    for (auto* one : root.findChildren<QAbstractButton*>()) {
        if (one->isVisible() && one->text().remove(QLatin1Char('&')) == words) {
            return one;
        }
    }
    return nullptr;
}

void click(QWidget& root, const QString& words) {
    auto* found = button(root, words);
    ASSERT_NE(found, nullptr) << "no button: " << words.toStdString();
    // What is new is told to buttons a little later than a list shows it.
    ASSERT_TRUE(QTest::qWaitFor([&] { return (found = button(root, words))->isEnabled(); }))
        << words.toStdString() << ": " << found->toolTip().toStdString();
    QTest::mouseClick(found, Qt::LeftButton);
}

QWidget* field(QWidget& root, const QString& name) {
    for (auto* one : root.findChildren<QWidget*>()) {
        if (one->isVisible() && one->focusPolicy() != Qt::NoFocus && spokenName(one) == name) {
            return one;
        }
    }
    return nullptr;
}

void enter(QWidget& root, const QString& name, const QString& words) {
    auto* found = field(root, name);
    ASSERT_NE(found, nullptr) << "no field: " << name.toStdString();
    focusOn(*found);
    press(Qt::Key_A, Qt::ControlModifier);
    type(words);
}

void click(QAbstractItemView& view, const QModelIndex& index) {
    ASSERT_TRUE(index.isValid());
    QRect at;
    const auto inSight = [&] {
        view.scrollTo(index);
        at = view.visualRect(index).intersected(view.viewport()->rect());
        return !at.isEmpty();
    };
    ASSERT_TRUE(QTest::qWaitFor(inSight)) << "it is not in sight";
    QTest::mouseClick(view.viewport(), Qt::LeftButton, Qt::NoModifier, at.center());
}

QDialog* dialogInFront(const QMetaObject& kind) {
    const auto found = [&]() -> QDialog* {
        auto* modal = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        return modal != nullptr && modal->isActiveWindow() && modal->metaObject()->inherits(&kind)
            ? modal
            : nullptr;
    };
    return QTest::qWaitFor([&] { return found() != nullptr; }) ? found() : nullptr;
}

} // namespace muster::test

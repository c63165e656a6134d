// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QDialog>

// What a person does with the window in front: keys go to where the focus is, clicks to the middle
// of what is seen. What cannot be done fails the test.
namespace muster::test {

void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
void type(const QString& words);
void focusOn(QWidget& widget); // as by Tab

// The visible one with those words, without the mark of its key; nullptr: there is none.
QAbstractButton* button(QWidget& root, const QString& words);
void click(QWidget& root, const QString& words); // that button
// The visible field that screen readers call so; nullptr: there is none.
QWidget* field(QWidget& root, const QString& name);
void enter(QWidget& root, const QString& name, const QString& words); // in place of what is there
void click(QAbstractItemView& view, const QModelIndex& index);

// The dialog of that kind in front, once it is there; nullptr: none comes.
QDialog* dialogInFront(const QMetaObject& kind);
template <typename Dialog>
Dialog* inFront() {
    return qobject_cast<Dialog*>(dialogInFront(Dialog::staticMetaObject));
}

} // namespace muster::test

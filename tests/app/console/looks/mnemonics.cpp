// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/mnemonics.h"

#include <QAbstractButton>
#include <QAction>
#include <QGroupBox>
#include <QKeySequence>
#include <QLabel>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>

namespace muster::test {

namespace {

using Takers = QMap<QString, QStringList>; // of each key

void take(const QKeySequence& keys, const QString& text, Takers& takers) {
    if (!keys.isEmpty()) {
        takers[keys.toString()] << QString(text).remove(QLatin1Char('&'));
    }
}

void take(const QString& text, Takers& takers) {
    take(QKeySequence::mnemonic(text), text, takers);
}

void take(const QWidget& widget, Takers& takers) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        if (label->buddy() != nullptr) {
            take(label->text(), takers);
        }
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        take(button->shortcut(), button->text(), takers);
    } else if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) {
        take(box->title(), takers);
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            take(tabs->tabText(tab), takers);
        }
    } else if (const auto* bar = qobject_cast<const QMenuBar*>(&widget)) {
        for (const auto* action : bar->actions()) {
            take(action->text(), takers);
        }
    }
}

QStringList clashes(const Takers& takers, const QString& where) {
    QStringList found;
    for (auto at = takers.begin(); at != takers.end(); ++at) {
        if (at->size() > 1) {
            found
                << QStringLiteral("%1%2: %3").arg(where, at.key(), at->join(QStringLiteral(", ")));
        }
    }
    return found;
}

} // namespace

QStringList clashingMnemonics(const QWidget& window) {
    Takers takers;
    QStringList found;
    for (const auto* widget : window.findChildren<QWidget*>()) {
        if (const auto* menu = qobject_cast<const QMenu*>(widget)) {
            Takers entries;
            for (const auto* action : menu->actions()) {
                take(action->text(), entries);
            }
            found += clashes(entries, menu->title() + QStringLiteral(": "));
        } else if (widget->isVisible() && widget->window() == &window) {
            take(*widget, takers);
        }
    }
    for (const auto* action : window.findChildren<QAction*>()) {
        for (const auto& keys : action->shortcuts()) {
            if (keys.toString().startsWith(QLatin1String("Alt+"))) {
                take(keys, action->text(), takers);
            }
        }
    }
    return found + clashes(takers, {});
}

} // namespace muster::test

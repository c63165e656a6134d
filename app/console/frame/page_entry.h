// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QKeySequence>
#include <QList>
#include <QString>

namespace muster::console {

class Page;

// A page as the navigation and the menu know it.
struct PageEntry {
    QString name; // "gpus": on the command line and in settings, not translated
    QString icon; // one of resources/icons
    QString word; // "GPUs"
    QList<QKeySequence> keys; // Alt+2 and "g g"
    std::function<Page*()> make; // a page costs nothing until somebody wants it
    Page* page = nullptr; // made
};

} // namespace muster::console

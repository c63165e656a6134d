// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QStackedWidget>

#include "app/console/frame/page_entry.h"
#include "app/console/preferences.h"

namespace muster::console {

// The pages of a window. A page is made when it is first wanted. What all are told reaches those
// that are made; what they keep is in `settings`, those of the cluster.
class PageStack : public QStackedWidget {
    Q_OBJECT
public:
    PageStack(QSettings& settings, QWidget* parent);

    void add(PageEntry entry);
    const std::vector<PageEntry>& entries() const { return m_entries; }
    int rowOf(const QString& name) const; // in entries(); -1: there is no such page
    // Both make the page if it was not wanted before; it must be among the entries.
    Page& page(int row);
    Page& page(const char* name);
    void makeAll();

    void setPreferences(const Preferences& preferences);
    void setState(bool known, bool stale);
    void save() const;
    void resetLayout();

signals:
    void made(muster::console::Page* page); // what it kept is not restored yet

private:
    std::vector<Page*> pages() const; // those that are made

    QSettings& m_settings;
    std::vector<PageEntry> m_entries;
};

} // namespace muster::console

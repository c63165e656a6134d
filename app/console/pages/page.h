// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/console/preferences.h"

namespace muster::console {

// One page of the window, which knows all of them by this interface only.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    // What the page is called, and its lists where they have no name of their own.
    void setTitle(const QString& title);
    void setUser(const QString& user); // who "me" is in filters

    // What the user likes for all pages: how close the rows of its tables are.
    virtual void setPreferences(const Preferences& preferences);
    // What the page keeps from one start to the next in the settings of its cluster: columns of its
    // tables and filters of its lists.
    virtual void save(QSettings& settings) const;
    virtual void restore(const QSettings& settings);
    void resetLayout(); // columns as at the first start
    static void forgetLayout(QSettings& settings); // of all pages, those that are not made too

    // Old figures are grey and hatched, and stay readable.
    void setStale(bool stale);
    // Whether anything was ever heard of the cluster: an empty list means nothing until then.
    virtual void setKnown(bool) { }
    virtual void focusFilter() { }
    virtual void setFilter(const QString&) { }
    virtual bool choose(const QString&) {
        return false;
    } // the row of that key; false: there is none
    virtual bool clearFilter() { return false; } // false: there was none

signals:
    void notice(const QString& text, bool good); // what became of a request
    void gpuChosen(const QString& uuid);
    void listWanted(const QString& page, const QString& filter);
    void submitWanted();

protected:
    // The theme may change while the figures are old.
    void changeEvent(QEvent* event) override;

private:
    void applyPalette();

    bool m_stale = false;
    bool m_applying = false;
};

} // namespace muster::console

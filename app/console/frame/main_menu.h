// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QKeySequence>
#include <QObject>

#include "app/console/frame/page_entry.h"
#include "widgets/tables/cluster_table.h"

class QAction;
class QActionGroup;
class QMenu;
class QMenuBar;

namespace muster::console {

// The menus, and with them every key of the window: an action that is not in a menu has no
// shortcut.
class MainMenu : public QObject {
    Q_OBJECT
public:
    using Density = widgets::ClusterTable::Density;

    MainMenu(QMenuBar* bar, const std::vector<PageEntry>& pages, Density density);

    void setDensity(Density density); // that is worn; tells nobody

    // For parts of the window that bring actions of their own.
    QMenu* cluster() { return m_cluster; }
    QMenu* view() { return m_view; }
    QMenu* help() { return m_help; }

signals:
    void pageWanted(const QString& name);
    void refreshWanted();
    void quitWanted();
    void filterWanted();
    void clearFilterWanted();
    void densityWanted(muster::widgets::ClusterTable::Density density);
    void themeToggleWanted();
    void fullScreenWanted();
    void shortcutsWanted();
    void aboutWanted();

private:
    QAction* add(QMenu* menu, const QString& words, const QList<QKeySequence>& keys);
    void addCluster();
    void addView(const std::vector<PageEntry>& pages, Density density);
    void addDensities(Density density);
    void addHelp();

    QMenu* m_cluster;
    QMenu* m_view;
    QMenu* m_help;
    QActionGroup* m_densities = nullptr;
};

} // namespace muster::console

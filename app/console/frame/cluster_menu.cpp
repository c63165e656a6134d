// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/cluster_menu.h"

namespace muster::console {

ClusterMenu::ClusterMenu(QWidget* parent) : QMenu(tr("S&witch cluster"), parent) {
    m_end = addSeparator();
    const auto add = [this](const QString& words, const QKeySequence& keys, auto signal) {
        auto* action = addAction(words);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, signal);
    };
    add(tr("&Find a cluster…"), QKeySequence(QStringLiteral("Ctrl+K")),
        &ClusterMenu::switcherWanted);
    add(tr("&Connect to a cluster…"), QKeySequence(QStringLiteral("Ctrl+Shift+K")),
        &ClusterMenu::addWanted);
    add(tr("&Demo cluster"), {}, &ClusterMenu::demoWanted);
    add(tr("&Manage clusters"), {}, &ClusterMenu::manageWanted);
}

void ClusterMenu::setClusters(const ClusterEntries& clusters, const QString& current) {
    qDeleteAll(m_clusters);
    m_clusters.clear();
    for (const auto& cluster : clusters) {
        auto words = tr("%1 (%2)").arg(cluster.name, cluster.address);
        auto* action = new QAction(words.replace(QLatin1Char('&'), QLatin1String("&&")), this);
        action->setIcon(clusterIcon(cluster.colour));
        action->setCheckable(true);
        action->setChecked(cluster.name == current);
        connect(action, &QAction::triggered, this, [this, action, name = cluster.name, current] {
            action->setChecked(name == current);
            emit clusterWanted(name);
        });
        insertAction(m_end, action);
        m_clusters << action;
    }
}

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMenu>

#include "app/console/profiles/cluster_entry.h"

namespace muster::console {

// The clusters to switch to, and how to come by others.
class ClusterMenu : public QMenu {
    Q_OBJECT
public:
    explicit ClusterMenu(QWidget* parent);

    void setClusters(const ClusterEntries& clusters, const QString& current);

signals:
    void clusterWanted(const QString& name);
    void switcherWanted();
    void addWanted();
    void demoWanted();
    void manageWanted();

private:
    QAction* m_end; // clusters stand above it
    QList<QAction*> m_clusters;
};

} // namespace muster::console

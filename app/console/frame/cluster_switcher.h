// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "app/console/profiles/cluster_entry.h"

class QLineEdit;
class QListWidget;

namespace muster::console {

// Type some letters of a cluster's name or address, Enter switches to it.
class ClusterSwitcher : public QDialog {
    Q_OBJECT
public:
    ClusterSwitcher(const ClusterEntries& clusters, QWidget* parent);

    QLineEdit& field() { return *m_field; }
    QString chosen() const; // empty: nothing fits what was typed

signals:
    void clusterWanted(const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter(const QString& words);
    void choose();

    QLineEdit* m_field;
    QListWidget* m_list;
};

} // namespace muster::console

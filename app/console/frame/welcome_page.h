// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include "app/console/profiles/cluster_entry.h"

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;

namespace muster::console {

// What stands in the window while no cluster is open: at the first start, or when the last one
// cannot be opened, with the reason.
class WelcomePage : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePage(QWidget* parent = nullptr);

    void setClusters(const ClusterEntries& clusters);
    void showProblem(const QString& words); // empty: none
    void showProgress(const QString& words); // empty: nothing is under way

    QString problem() const;
    QString progressText() const;

signals:
    void connectWanted();
    void demoWanted();
    void clusterWanted(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildLayout();
    void paintColours();

    QLabel* m_icon;
    QLabel* m_reason;
    QLabel* m_problem;
    QListWidget* m_clusters;
    QPushButton* m_connect;
    QPushButton* m_demo;
    QLabel* m_progressText;
    QProgressBar* m_progress;
};

} // namespace muster::console

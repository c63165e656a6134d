// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include <QWidget>

#include "core/kernel/base/metric.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/process_model.h"
#include "widgets/models/series.h"

class QGridLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace muster::widgets {

class TimeChart;

// All about one GPU: who uses it, its processes, its NVLink peers, and a chart for each metric that
// the board measures. Asks for history; whoever has it hands it in.
class GpuDetails : public QWidget {
    Q_OBJECT
public:
    static constexpr qint64 kWindowMs = 15 * 60 * 1000;

    explicit GpuDetails(const models::ClusterState& state, QWidget* parent = nullptr);

    void setGpu(const QString& uuid); // empty: none
    QString gpu() const;
    void setHistory(const v1::History& history);
    const models::Series& series(Metric metric) const {
        return m_series[static_cast<std::size_t>(metric)];
    }

signals:
    void historyWanted(const QString& uuid, muster::Metric metric, qint64 fromMs, qint64 toMs);
    void restrictWanted(const QString& uuid);
    void releaseWanted(const QString& uuid);

private:
    QWidget* buildHead();
    QWidget* buildCharts();
    void placeCharts();
    QWidget* buildProcesses();
    void onChanged(const models::Changes& changes);
    void askForHistory();
    void takeSample();
    void showFacts();
    void showCharts();
    QString linksText(const v1::Gpu& gpu) const;

    const models::ClusterState& m_state;
    std::string m_uuid;
    models::ProcessModel m_processes;
    std::vector<models::Series> m_series;
    std::array<TimeChart*, kMetricCount> m_charts{};
    QGridLayout* m_grid = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_links = nullptr;
    QLabel* m_unmeasured = nullptr;
    QPushButton* m_restrict = nullptr;
    QPushButton* m_release = nullptr;
    QStackedWidget* m_processStack = nullptr;
};

} // namespace muster::widgets

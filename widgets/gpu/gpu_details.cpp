// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/gpu_details.h"

#include <algorithm>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include "widgets/charts/time_chart.h"
#include "widgets/models/mark.h"
#include "widgets/models/metric_text.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"

namespace muster::widgets {

using models::text;

namespace {

constexpr int kProcessRows = 3;
constexpr int kChartColumns = 2;

// The axis of power is in W and ends at the data; a share ends at 100.
double axisMaximum(const MetricInfo& metric) {
    return metric.maximum;
}

QLabel* wrapped(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

GpuDetails::GpuDetails(const models::ClusterState& state, QWidget* parent)
    : QWidget(parent), m_state(state), m_series(kMetricCount, models::Series(kWindowMs)) {
    auto* facts = new QVBoxLayout;
    facts->addWidget(buildHead());
    facts->addWidget(buildProcesses(), 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addLayout(facts, 1);
    row->addWidget(buildCharts(), 1);
    connect(&m_state, &models::ClusterState::changed, this, &GpuDetails::onChanged);
    setGpu({});
}

QWidget* GpuDetails::buildHead() {
    auto* head = new QWidget(this);
    m_title = new QLabel(head);
    auto font = m_title->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_title->setFont(font);
    m_facts = wrapped(head);
    m_links = wrapped(head);
    m_restrict = new QPushButton(tr("Restrict…"), head);
    m_release = new QPushButton(tr("Release"), head);
    connect(m_restrict, &QPushButton::clicked, this, [this] { emit restrictWanted(gpu()); });
    connect(m_release, &QPushButton::clicked, this, [this] { emit releaseWanted(gpu()); });
    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(m_restrict);
    top->addWidget(m_release);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(top);
    column->addWidget(m_facts);
    column->addWidget(m_links);
    return head;
}

QWidget* GpuDetails::buildProcesses() {
    auto* table = new ClusterTable(&m_processes, QStringLiteral("processes"), this);
    table->setAccessibleName(tr("Processes on the GPU"));
    table->horizontalHeader()->setSectionResizeMode(
        models::ProcessModel::Name, QHeaderView::Stretch);
    auto* none = new QLabel(tr("No running processes found"), this);
    none->setAlignment(Qt::AlignCenter);
    none->setFrameShape(QFrame::StyledPanel);
    none->setAutoFillBackground(true);
    none->setBackgroundRole(QPalette::Base);
    m_processStack = new QStackedWidget(this);
    m_processStack->addWidget(none);
    m_processStack->addWidget(table);
    const int row = table->verticalHeader()->defaultSectionSize();
    m_processStack->setMinimumHeight(row * (kProcessRows + 1));
    return m_processStack;
}

QWidget* GpuDetails::buildCharts() {
    auto* inner = new QWidget(this);
    m_grid = new QGridLayout;
    m_grid->setSpacing(10);
    auto* column = new QVBoxLayout(inner);
    column->setContentsMargins(0, 0, 6, 0);
    column->addLayout(m_grid);
    for (const auto& metric : metricTable()) {
        auto* chart = new TimeChart(models::metricLabel(metric.metric),
            models::metricUnit(metric.metric), axisMaximum(metric), inner);
        chart->setToolTip(models::metricHelp(metric.metric));
        m_charts[static_cast<std::size_t>(metric.metric)] = chart;
    }
    m_unmeasured = wrapped(inner);
    column->addWidget(m_unmeasured);
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inner);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Charts of the last 15 minutes"));
    return scroll;
}

QString GpuDetails::gpu() const {
    return text(m_uuid);
}

void GpuDetails::setGpu(const QString& uuid) {
    m_uuid = uuid.toStdString();
    for (auto& series : m_series) {
        series.clear();
    }
    setVisible(!m_uuid.empty());
    takeSample();
    showFacts();
    showCharts();
    askForHistory();
}

void GpuDetails::askForHistory() {
    if (m_uuid.empty()) {
        return;
    }
    const auto now = m_state.atMs();
    for (const auto& metric : metricTable()) {
        emit historyWanted(gpu(), metric.metric, now - kWindowMs, now);
    }
}

void GpuDetails::setHistory(const v1::History& history) {
    if (history.metric() >= kMetricCount) {
        return;
    }
    const auto metric = static_cast<Metric>(history.metric());
    for (const auto& series : history.series()) {
        if (series.gpu() != m_uuid) {
            continue; // of a GPU that was looked at before
        }
        std::vector<models::SeriesPoint> points;
        for (const auto& point : series.points()) {
            points.push_back({point.at_ms(), models::metricNumber(metric, point.average())});
        }
        m_series[history.metric()].setHistory(std::move(points), history.step_ms());
    }
    showCharts();
}

void GpuDetails::onChanged(const models::Changes& changes) {
    if (m_uuid.empty()) {
        return;
    }
    showFacts();
    if (changes.everything) {
        askForHistory();
    }
    if (changes.everything || changes.sampled.contains(m_uuid)) {
        takeSample();
        showCharts();
    }
}

void GpuDetails::takeSample() {
    const auto* sample = m_state.sample(m_uuid);
    if (sample == nullptr) {
        return;
    }
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        if (sample->values[i] != kUnknown) {
            m_series[i].append({sample->atUs / 1000,
                models::metricNumber(static_cast<Metric>(i), sample->values[i])});
        }
    }
}

QString GpuDetails::linksText(const v1::Gpu& gpu) const {
    QStringList peers;
    for (const auto& link : gpu.links()) {
        const auto* peer = m_state.gpu(link.peer());
        const auto name = peer == nullptr ? text(link.peer()) : tr("GPU %1").arg(peer->index());
        peers << tr("%1 (lanes: %2)").arg(name).arg(link.lanes());
    }
    return peers.isEmpty() ? tr("No NVLink peers")
                           : tr("NVLink peers: %1").arg(peers.join(QStringLiteral(", ")));
}

void GpuDetails::showFacts() {
    const auto* gpu = m_state.gpu(m_uuid);
    m_processes.setGpu(gpu);
    m_processStack->setCurrentIndex(m_processes.rowCount() > 0 ? 1 : 0);
    m_restrict->setVisible(gpu != nullptr && !gpu->has_restriction());
    m_release->setVisible(gpu != nullptr && gpu->has_restriction());
    if (gpu == nullptr) {
        m_title->setText(m_uuid.empty() ? QString() : tr("The GPU is gone"));
        return;
    }
    const auto* agent = m_state.agent(gpu->agent_id());
    const auto state = models::gpuState(gpu->state());
    m_title->setText(tr("%1: GPU %2")
                         .arg(agent == nullptr ? QString() : text(agent->hostname()))
                         .arg(gpu->index()));
    QStringList facts{tr("%1 · %2").arg(text(gpu->model()), text(gpu->uuid())),
        QStringLiteral("%1: %2").arg(state.word, state.sentence)};
    if (gpu->has_restriction()) {
        const auto& order = gpu->restriction();
        facts << (order.until_ms() == 0
                ? tr("Restricted by %1: %2").arg(text(order.author()), text(order.reason()))
                : tr("Restricted by %1 until %2: %3")
                      .arg(text(order.author()), models::clockText(order.until_ms()),
                          text(order.reason())));
    }
    if (!gpu->problem().empty()) {
        facts << text(gpu->problem());
    }
    m_facts->setText(facts.join(QLatin1Char('\n')));
    m_links->setText(linksText(*gpu));
}

// Those that have something to show, side by side in the order of the metric table.
void GpuDetails::placeCharts() {
    int place = 0;
    for (auto* chart : m_charts) {
        m_grid->removeWidget(chart);
        if (!chart->isHidden()) {
            m_grid->addWidget(chart, place / kChartColumns, place % kChartColumns);
            ++place;
        }
    }
}

void GpuDetails::showCharts() {
    QStringList unmeasured;
    const auto to = m_state.atMs();
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        const auto metric = static_cast<Metric>(i);
        auto& chart = *m_charts[i];
        chart.setVisible(!m_series[i].empty());
        if (m_series[i].empty()) {
            unmeasured << models::metricLabel(metric);
            continue;
        }
        chart.setLatest(models::metricText(metric, m_state.value(m_uuid, metric)));
        chart.setSegments(m_series[i].segments(), to - kWindowMs, to);
    }
    placeCharts();
    const auto span
        = tr("The charts show the last %1.").arg(models::durationText(kWindowMs / 1000));
    m_unmeasured->setText(unmeasured.isEmpty()
            ? span
            : tr("%1 Not measured by this board: %2")
                  .arg(span, unmeasured.join(QStringLiteral(", "))));
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/history_page.h"

#include <QLabel>
#include <QVBoxLayout>

#include "app/console/link/link.h"
#include "app/console/pages/chart_saver.h"
#include "app/console/pages/cluster_history_feed.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/cluster_charts.h"
#include "widgets/forms/splitter.h"
#include "widgets/models/gpu_hours.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/list_panel.h"

namespace muster::console {

using models::text;

namespace {
constexpr int kChartLines = 33; // of text: what three rows of charts are high
constexpr int kUsageLines = 12;
constexpr int kTitleGap = 12; // px
constexpr int kColumnGap = 24;
} // namespace

HistoryPage::HistoryPage(const models::ClusterState& state, Link& link, QWidget* parent)
    : Page(parent), m_link(link), m_history(state),
      m_charts(new widgets::ClusterCharts(m_history, this)), m_saver(new ChartSaver(this)) {
    auto* splitter = new widgets::Splitter(Qt::Vertical, this);
    splitter->addWidget(m_charts);
    splitter->addWidget(buildUsage());
    splitter->setStretchFactor(0, 0); // charts do not grow
    splitter->setStretchFactor(1, 1);
    const int line = fontMetrics().height();
    splitter->setSizes({kChartLines * line, kUsageLines * line});
    auto* column = new QVBoxLayout(this);
    column->addWidget(splitter);
    new ClusterHistoryFeed(link, m_history); // which owns it
    connect(&m_history, &models::ClusterHistory::changed, this, &HistoryPage::showHours);
    connect(&m_history, &models::ClusterHistory::usageWanted, this, &HistoryPage::askForUsage);
    connect(m_charts, &widgets::ChartBoard::exportWanted, this, &HistoryPage::saveCharts);
    const auto say = [this](const QString& words) { emit notice(words, true); };
    connect(m_charts, &widgets::ChartBoard::copied, this, say);
    connect(&m_list->table(), &widgets::ClusterTable::copied, this, say);
    setKnown(true);
}

QWidget* HistoryPage::buildUsage() {
    auto* part = new QWidget(this);
    auto* heading = new QLabel(tr("Usage by user"), part);
    auto font = heading->font();
    font.setBold(true);
    heading->setFont(font);
    m_total = new QLabel(part);
    m_total->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_total->setWordWrap(true);
    m_list = new widgets::ListPanel(&m_usage, QStringLiteral("usage"), part);
    m_list->table().proxy().sort(models::UsageModel::GpuHours, Qt::DescendingOrder);
    auto* head = new QHBoxLayout;
    head->addWidget(heading);
    head->addSpacing(kTitleGap);
    head->addWidget(m_total, 1);
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(head);
    column->addWidget(m_list, 1);
    m_hours = new widgets::BarChart({}, Qt::Vertical, this);
    auto* both = new QWidget(this);
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kColumnGap);
    row->addWidget(part, 2);
    row->addWidget(m_hours, 1);
    return both;
}

void HistoryPage::setKnown(bool known) {
    m_list->setEmpty(known
            ? widgets::ListPanel::Empty{QStringLiteral("history"), tr("No usage in this range"),
                tr("Usage of a task starts when its resources are allocated"), {}}
            : widgets::ListPanel::Empty{
                QStringLiteral("broken"), tr("No data yet"), tr("Waiting for the master…"), {}});
    known ? m_hours->setEmpty(
        tr("No data in this range"), tr("Hours are counted from the start of the master"))
          : m_hours->setEmpty(tr("No data yet"), tr("Waiting for the master…"));
    showHours();
}

void HistoryPage::showHours() {
    const models::GpuHours hours(
        m_history.series(models::ClusterFigure::GpusAllocated), m_history.span());
    std::vector<widgets::BarChart::Bar> bars;
    for (std::size_t i = 0; i < hours.sums().size(); ++i) {
        bars.push_back({{}, hours.label(i), hours.help(i), hours.sums()[i].hours});
    }
    m_hours->setTitle(hours.title());
    m_hours->setBars(std::move(bars));
}

void HistoryPage::focusFilter() {
    m_list->focusFilter();
}

void HistoryPage::setFilter(const QString& words) {
    m_list->setFilter(words);
}

bool HistoryPage::clearFilter() {
    return m_list->clearFilter();
}

void HistoryPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    m_history.setActive(true);
}

void HistoryPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    m_history.setActive(false);
}

void HistoryPage::askForUsage(models::TimeSpan span) {
    m_usageSpan = span;
    v1::Request request;
    request.mutable_query_usage()->set_from_ms(span.fromMs);
    request.mutable_query_usage()->set_to_ms(span.toMs);
    m_link.request(request, [this, span](const v1::Reply& reply) {
        if (span != m_usageSpan) {
            return;
        }
        if (!reply.has_usage()) {
            m_total->setText(tr("No data: %1").arg(text(reply.error().message())));
            return;
        }
        m_usage.setUsage(reply.usage());
        m_total->setText(m_usage.cut() ? tr("%1. Incomplete: there are more tasks than the master "
                                            "can count at once. Choose a shorter range")
                                             .arg(m_usage.total())
                                       : m_usage.total());
    });
}

void HistoryPage::saveCharts(const QString& suffix) {
    m_saver->ask(tr("cluster"), suffix, [this, suffix](const QString& path) {
        return suffix == QLatin1String("csv") ? m_charts->saveCsv(path)
                                              : m_charts->savePicture(path);
    });
}

} // namespace muster::console

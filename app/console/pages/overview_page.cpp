// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/overview_page.h"

#include <algorithm>
#include <numeric>

#include <QHeaderView>
#include <QLabel>
#include <QSettings>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/console/pages/cluster_history_feed.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/last_hour.h"
#include "widgets/gpu/heat_panel.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"
#include "widgets/models/totals.h"
#include "widgets/tables/empty_state.h"
#include "widgets/tables/short_list.h"
#include "widgets/theme/heading.h"

namespace muster::console {

using models::text;

namespace {

enum Row { Gpus, Cpus, Memory, Disk, kRows };
enum Column { Total, Allocated, Offered, Idle, OutOfService, Away, kColumns };

constexpr int kRowAir = 10;
constexpr int kSpace = 8;
constexpr int kGap = 8; // more, above a heading
constexpr int kStateNumber = -1; // among those of the metrics
const auto kHeatMetric = QStringLiteral("heatMetric"); // the setting

// The map of so few needs little room: the charts get the rest.
constexpr std::size_t kFewGpus = 64;
constexpr int kFewLines = 15; // of text: how high their map is

// So many get a bar of their own.
constexpr std::size_t kMostUsers = 5;

} // namespace

OverviewPage::OverviewPage(const models::ClusterState& state, const models::RunningTotals& totals,
    Link& link, QWidget* parent)
    : Page(parent), m_state(state), m_sums(totals), m_heat(state),
      m_queue(state, models::Kind::Jobs, models::waitReasonOfJob(state)),
      m_users(state, models::Kind::Gpus, models::userOfGpu(state)), m_history(state),
      m_totals(new QTableWidget(kRows, kColumns, this)),
      m_map(new widgets::HeatPanel(&m_heat, this)), m_empty(new widgets::EmptyState(this)),
      m_stack(new QStackedWidget(this)), m_hour(new widgets::LastHour(m_history, this)),
      m_alertList(new widgets::ShortList(tr("Alerts"), tr("No active alerts"), this)),
      m_queueList(new widgets::ShortList(tr("Pending jobs"), tr("None"), this)),
      m_userChart(new widgets::BarChart(tr("GPUs by user"), Qt::Horizontal, this)) {
    new ClusterHistoryFeed(link, m_history); // which owns it
    buildTotals();
    buildLayout();
    connectLists();
    connect(m_map, &widgets::HeatPanel::gpuChosen, this, &Page::gpuChosen);
    connect(&totals, &models::RunningTotals::changed, this, &OverviewPage::showTotals);
    connect(&m_queue, &models::LabelCounts::changed, this, &OverviewPage::showQueue);
    connect(&m_users, &models::LabelCounts::changed, this, &OverviewPage::showUsers);
    connect(&m_state, &models::ClusterState::changed, this, [this](const models::Changes& changes) {
        if (changes.everything || !changes.of(models::Kind::Alerts).empty()) {
            showAlerts();
        }
    });
    showTotals();
    showAlerts();
    showQueue();
    showUsers();
}

void OverviewPage::connectLists() {
    connect(m_alertList, &widgets::ShortList::chosen, this,
        [this] { emit listWanted(QStringLiteral("alerts"), {}); });
    connect(m_queueList, &widgets::ShortList::chosen, this, [this] {
        const auto queued = models::jobState(v1::Job::QUEUED).word;
        emit listWanted(QStringLiteral("jobs"), QStringLiteral("state:\"%1\"").arg(queued));
    });
    connect(m_userChart, &widgets::BarChart::chosen, this, [this](const QString& user) {
        emit listWanted(QStringLiteral("gpus"),
            user.isEmpty() ? QString() : QStringLiteral("user:\"%1\"").arg(user));
    });
}

void OverviewPage::buildTotals() {
    m_totals->setHorizontalHeaderLabels({tr("Total"), tr("Allocated"), tr("Offered"), tr("Idle"),
        tr("Out of service"), tr("Away")});
    m_totals->horizontalHeaderItem(Away)->setToolTip(
        tr("On nodes that are away: not usable until they are back"));
    m_totals->setVerticalHeaderLabels({tr("GPUs"), tr("CPUs"), tr("Memory"), tr("Disk")});
    m_totals->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_totals->setSelectionMode(QAbstractItemView::NoSelection);
    m_totals->setFocusPolicy(Qt::NoFocus);
    m_totals->setAccessibleName(tr("Resources of the cluster"));
    m_totals->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_totals->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_totals->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowAir);
    m_totals->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_totals->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_totals->horizontalHeader()->setSectionResizeMode( // the longest title, in any language
        OutOfService, QHeaderView::ResizeToContents);
    m_totals->horizontalHeader()->setHighlightSections(false);
    const int rows = m_totals->verticalHeader()->length();
    m_totals->setFixedHeight(
        rows + m_totals->horizontalHeader()->sizeHint().height() + 2 * m_totals->frameWidth());
    m_totals->setMaximumWidth(fontMetrics().averageCharWidth() * 110);
    for (int column = 0; column < kColumns; ++column) {
        m_totals->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
        for (int row = 0; row < kRows; ++row) {
            auto* item = new QTableWidgetItem;
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            auto font = item->font();
            font.setBold(row == Gpus);
            item->setFont(font);
            m_totals->setItem(row, column, item);
        }
    }
}

void OverviewPage::buildLayout() {
    m_stack->addWidget(m_map);
    m_stack->addWidget(m_empty);
    auto* column = new QVBoxLayout;
    column->setSpacing(kSpace);
    column->addWidget(widgets::heading(tr("Resources"), this));
    column->addWidget(m_totals);
    column->addSpacing(kGap);
    column->addWidget(widgets::heading(tr("GPUs by node"), this));
    column->addWidget(m_stack);
    column->addSpacing(kGap);
    column->addWidget(m_hour);
    m_column = column;
    auto* lists = new QVBoxLayout;
    lists->setSpacing(kSpace);
    for (auto* list : std::initializer_list<QWidget*>{m_alertList, m_queueList, m_userChart}) {
        lists->addWidget(list);
        lists->addSpacing(16);
    }
    lists->addStretch();
    auto* row = new QHBoxLayout(this);
    row->setSpacing(24);
    row->addLayout(column, 3);
    row->addLayout(lists, 1);
}

void OverviewPage::setKnown(bool known) {
    if (known) {
        m_empty->setTexts(QStringLiteral("gpus"), tr("No GPUs in the cluster"),
            tr("No node with GPUs has joined. On a host with GPUs run: muster-agentd agent "
               "--master=HOST:5050. Check that nvidia-smi lists them there."));
    } else {
        m_empty->setTexts(
            QStringLiteral("broken"), tr("No data yet"), tr("Waiting for the master…"));
    }
    m_alertList->setKnown(known);
    m_queueList->setKnown(known);
    known ? m_userChart->setEmpty(
        tr("No GPUs in use"), tr("Users are listed here while their tasks have GPUs."))
          : m_userChart->setEmpty(models::nothingYetText(), {});
    m_hour->setKnown(known);
    showTotals();
}

void OverviewPage::setAmounts(int row, const char* resource, bool mebibytes) {
    const auto& sums = m_sums.now();
    const auto show = [&](int column, const Resources& bundle) {
        const auto amount = bundle.total(resource);
        m_totals->item(row, column)
            ->setText(m_state.empty() ? models::nothingYetText()
                    : mebibytes       ? models::mebibytesText(amount)
                                      : models::amountText(amount));
    };
    show(Total, sums.total);
    show(Allocated, sums.allocated);
    show(Offered, sums.offered);
    show(Idle, sums.idle);
    show(OutOfService, sums.outOfService);
    show(Away, sums.away);
}

void OverviewPage::showTotals() {
    setAmounts(Gpus, "gpus", false);
    setAmounts(Cpus, "cpus", false);
    setAmounts(Memory, "mem", true);
    setAmounts(Disk, "disk", true);
    m_stack->setCurrentIndex(m_state.gpus().empty() ? 1 : 0);
    shareRoom();
}

// A map of 10,000 GPUs gets what there is, and so do the charts beside one of four.
void OverviewPage::shareRoom() {
    const bool few = m_state.gpus().size() <= kFewGpus;
    m_stack->setMaximumHeight(few ? kFewLines * fontMetrics().height() : QWIDGETSIZE_MAX);
    m_hour->setMore(few);
    m_column->setStretchFactor(m_stack, few ? 0 : 1);
    m_column->setStretchFactor(m_hour, few ? 1 : 0);
}

// Critical ones first; who has been told of one need not be told again.
void OverviewPage::showAlerts() {
    std::vector<widgets::ShortList::Row> rows;
    for (const bool critical : {true, false}) {
        for (const auto& [id, alert] : m_state.alerts()) {
            if ((alert.severity() == v1::Alert::CRITICAL) == critical
                && alert.acknowledged_by().empty()) {
                rows.push_back({text(id), tr("%1\n%2").arg(text(alert.name()), text(alert.text())),
                    {}, critical ? models::Mark::Bad : models::Mark::Waiting});
            }
        }
    }
    m_alertList->setRows(rows);
}

void OverviewPage::showQueue() {
    std::vector<widgets::ShortList::Row> rows;
    for (const auto& [reason, jobs] : m_queue.most()) {
        auto known = v1::Job::NO_WAIT_REASON;
        v1::Job::WaitReason_Parse(reason, &known);
        const auto shown = models::waitReason(known);
        rows.push_back({text(reason), reason.empty() ? tr("Not yet considered") : shown.word,
            QString::number(jobs), shown.mark});
    }
    m_queueList->setRows(rows);
}

QString OverviewPage::helpOf(const QString& user, int gpus) {
    return tr("%1: %2").arg(user, tr("%n GPUs", nullptr, gpus));
}

void OverviewPage::showUsers() {
    std::vector<widgets::BarChart::Bar> bars;
    const auto users = m_users.most();
    for (std::size_t i = 0; i < std::min(users.size(), kMostUsers); ++i) {
        const auto name = text(users[i].label);
        bars.push_back({name, name, helpOf(name, users[i].rows), double(users[i].rows)});
    }
    if (users.size() > kMostUsers) {
        const int others = std::accumulate(users.begin() + kMostUsers, users.end(), 0,
            [](int sum, const auto& user) { return sum + user.rows; });
        const auto name = tr("%n others", nullptr, static_cast<int>(users.size() - kMostUsers));
        bars.push_back({{}, name, helpOf(name, others), double(others)});
    }
    m_userChart->setBars(std::move(bars));
}

void OverviewPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    m_history.setActive(true);
}

void OverviewPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    m_history.setActive(false);
}

void OverviewPage::save(QSettings& settings) const {
    Page::save(settings);
    settings.setValue(kHeatMetric, heatMetric());
}

void OverviewPage::restore(const QSettings& settings) {
    Page::restore(settings);
    setHeatMetric(settings.value(kHeatMetric).toInt());
}

int OverviewPage::heatMetric() const {
    return m_heat.metric().isState() ? kStateNumber : static_cast<int>(m_heat.metric().metric());
}

void OverviewPage::setHeatMetric(int number) {
    for (const auto metric : models::heatMetrics()) {
        if ((metric.isState() ? kStateNumber : static_cast<int>(metric.metric())) == number) {
            m_map->setMetric(metric);
        }
    }
}

QString OverviewPage::cellText(int row, int column) const {
    return m_totals->item(row, column)->text();
}

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/gpu_details.h"

#include <map>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "core/kernel/base/path.h"
#include "core/proto/states.h"
#include "widgets/charts/chart_board.h"
#include "widgets/gpu/gpu_charts.h"
#include "widgets/models/mark.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/event_list.h"

namespace muster::widgets {

using models::text;

namespace {

constexpr int kProcessRows = 3;
constexpr int kChartShare = 2; // of three

QLabel* wrapped(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

GpuDetails::GpuDetails(const models::ClusterState& state, QWidget* parent)
    : QWidget(parent), m_state(state), m_history(state), m_charts(new GpuCharts(m_history, this)),
      m_tabs(new QTabWidget(this)), m_events(new EventList(state, QStringLiteral("gpu_events"),
                                        tr("No events for this GPU"), this)) {
    auto* facts = new QVBoxLayout;
    facts->addWidget(buildHead());
    buildTabs();
    facts->addWidget(m_tabs, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addLayout(facts, 1);
    row->addWidget(m_charts, kChartShare);
    connect(m_tabs, &QTabWidget::currentChanged, this, [row](int tab) {
        row->setStretch(0, tab == static_cast<int>(Tab::Events) ? kChartShare : 1); // more columns
    });
    connect(&m_charts->board(), &ChartBoard::exportWanted, this, &GpuDetails::exportWanted);
    connect(&m_charts->board(), &ChartBoard::copied, this, &GpuDetails::copied);
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

void GpuDetails::buildTabs() {
    m_tabs->setAccessibleName(tr("Details of the GPU"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false); // a bright line in the dark theme
    m_events->table().setAccessibleName(tr("Events of the GPU"));
    m_events->table().setColumnHidden(models::AuditModel::Object, true); // mostly the GPU itself
    m_tabs->addTab(buildProcesses(), tr("Processes"));
    m_tabs->addTab(m_events, tr("Events"));
}

void GpuDetails::showTab(Tab tab) {
    m_tabs->setCurrentIndex(static_cast<int>(tab));
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

QString GpuDetails::gpu() const {
    return text(m_uuid);
}

void GpuDetails::setGpu(const QString& uuid) {
    m_uuid = uuid.toStdString();
    setVisible(!m_uuid.empty());
    m_events->model().setScope({models::AuditScope::Of::Gpu, m_uuid});
    showFacts();
    m_history.setGpu(m_uuid);
}

void GpuDetails::onChanged() {
    if (!m_uuid.empty()) {
        showFacts();
    }
}

QString GpuDetails::saveCsv(const QString& path) const {
    return m_charts->board().saveCsv(path);
}

QString GpuDetails::savePicture(const QString& path) {
    return m_charts->board().savePicture(path);
}

void GpuDetails::showTitle(const QString& title, const QString& model) {
    m_title->setText(title);
    m_charts->board().setHeading(tr("%1 · %2 · %3").arg(title, model, text(m_uuid)));
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

// As the node's matrix has it; empty where the driver says nothing.
QString GpuDetails::placeText(const v1::Gpu& gpu) const {
    std::map<int, QStringList> nearest;
    for (const auto& path : gpu.paths()) {
        const auto* peer = m_state.gpu(path.peer());
        if (const auto level = proto::fromProto(path.level()); level && peer != nullptr) {
            nearest[static_cast<int>(*level)] << QString::number(peer->index());
        }
    }
    QStringList parts;
    if (gpu.has_numa_node()) {
        parts << tr("NUMA node %1").arg(gpu.numa_node());
    }
    for (const auto& [level, peers] : nearest) {
        parts << tr("%1 to GPU %2")
                     .arg(text(wireName(static_cast<PathLevel>(level))),
                         peers.join(QStringLiteral(", ")));
    }
    return parts.join(QStringLiteral(" · "));
}

void GpuDetails::setCommandsAllowed(bool allowed, const QString& why) {
    for (auto* button : {m_restrict, m_release}) {
        button->setEnabled(allowed);
        button->setToolTip(allowed ? QString() : why);
    }
}

void GpuDetails::showFacts() {
    const auto* gpu = m_state.gpu(m_uuid);
    m_processes.setGpu(gpu);
    m_processStack->setCurrentIndex(m_processes.rowCount() > 0 ? 1 : 0);
    m_restrict->setVisible(gpu != nullptr && !gpu->has_restriction());
    m_release->setVisible(gpu != nullptr && gpu->has_restriction());
    m_charts->setLimits(gpu == nullptr ? v1::Gpu() : *gpu);
    if (gpu == nullptr) {
        showTitle(m_uuid.empty() ? QString() : tr("The GPU no longer exists"), {});
        return;
    }
    const auto* agent = m_state.agent(gpu->agent_id());
    const auto state = models::gpuState(*gpu);
    showTitle(tr("%1: GPU %2")
                  .arg(agent == nullptr ? QString() : text(agent->hostname()))
                  .arg(gpu->index()),
        text(gpu->model()));
    QStringList facts{tr("%1 · %2").arg(text(gpu->model()), text(gpu->uuid())),
        QStringLiteral("%1: %2").arg(state.word, state.sentence)};
    if (gpu->has_restriction()) {
        const auto& restriction = gpu->restriction();
        facts << (restriction.until_ms() == 0
                ? tr("Restricted by %1: %2")
                      .arg(text(restriction.author()), text(restriction.reason()))
                : tr("Restricted by %1 until %2: %3")
                      .arg(text(restriction.author()), models::clockText(restriction.until_ms()),
                          text(restriction.reason())));
    }
    if (!gpu->problem().empty()) {
        facts << text(gpu->problem());
    }
    m_facts->setText(facts.join(QLatin1Char('\n')));
    const auto place = placeText(*gpu);
    m_links->setText(place.isEmpty() ? linksText(*gpu) : tr("%1\n%2").arg(linksText(*gpu), place));
}

} // namespace muster::widgets

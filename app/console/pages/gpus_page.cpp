// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/gpus_page.h"

#include <QDateTime>

#include "app/console/commands/command_runner.h"
#include "app/console/commands/list_commands.h"
#include "app/console/link/link.h"
#include "app/console/pages/audit_feed.h"
#include "app/console/pages/chart_saver.h"
#include "widgets/gpu/gpu_details.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/event_list.h"

namespace muster::console {

using models::text;

namespace {
constexpr std::uint32_t kMostHolders = 5000;
} // namespace

GpusPage::GpusPage(
    const models::ClusterState& state, Link& link, CommandRunner& commands, QWidget* parent)
    : GpusPage(new models::GpuModel(state), state, link, commands, parent) { }

GpusPage::GpusPage(models::GpuModel* model, const models::ClusterState& state, Link& link,
    CommandRunner& commands, QWidget* parent)
    : ListPage(model, QStringLiteral("gpus"),
        {QStringLiteral("gpus"), tr("No GPUs in the cluster"),
            tr("No node with GPUs has joined. On a host with GPUs run: muster-agentd agent "
               "--master=HOST:5050. Check that nvidia-smi lists them there."),
            {}},
        parent),
      m_model(*model), m_state(state), m_link(link), m_commands(commands),
      m_saver(new ChartSaver(this)), m_details(new widgets::GpuDetails(state, this)) {
    addBeside(m_details, Qt::Vertical, 2, 3);
    addGpuCommands(list(), state, commands);
    new AuditFeed(state, link, m_details->events());
    connect(&list().table(), &widgets::ClusterTable::currentKeyChanged, this,
        [this](const QString& uuid) { m_details->setGpu(uuid); });
    connect(
        &m_details->history(), &models::GpuHistory::historyWanted, this, &GpusPage::askForHistory);
    connect(
        &m_details->history(), &models::GpuHistory::holdersWanted, this, &GpusPage::askForHolders);
    connect(m_details, &widgets::GpuDetails::copied, this,
        [this](const QString& words) { emit notice(words, true); });
    connect(m_details, &widgets::GpuDetails::exportWanted, this, &GpusPage::saveCharts);
    connect(m_details, &widgets::GpuDetails::restrictWanted, this, &GpusPage::restrict);
    connect(m_details, &widgets::GpuDetails::releaseWanted, this, &GpusPage::release);
    const auto allow
        = [this](bool on) { m_details->setCommandsAllowed(on, m_commands.mode().howToSwitchOn()); };
    connect(&commands.mode(), &OperatorMode::changed, this, allow);
    allow(commands.mode().isOn());
}

void GpusPage::setPreferences(const Preferences& preferences) {
    ListPage::setPreferences(preferences);
    m_model.setThresholds(preferences.thresholds);
}

QString GpusPage::nameOf(const QString& uuid) const {
    const auto* gpu = m_state.gpu(uuid.toStdString());
    const auto* agent = gpu == nullptr ? nullptr : m_state.agent(gpu->agent_id());
    return agent == nullptr ? uuid
                            : tr("GPU %1 of %2").arg(gpu->index()).arg(text(agent->hostname()));
}

// A stream of small questions, each for one metric.
void GpusPage::askForHistory(
    const QString& uuid, Metric metric, models::TimeSpan span, int points) {
    v1::Request request;
    auto& query = *request.mutable_query_history();
    query.add_gpus(uuid.toStdString());
    query.set_metric(static_cast<std::uint32_t>(metric));
    query.set_from_ms(span.fromMs);
    query.set_to_ms(span.toMs);
    query.set_max_points(static_cast<std::uint32_t>(points));
    m_link.request(request, [this, metric, span](const v1::Reply& reply) {
        if (reply.has_history()) {
            m_details->history().setHistory(reply.history(), span);
        } else {
            m_details->history().setProblem(metric, span, text(reply.error().message()));
        }
    });
}

// What cannot be had leaves the bands that are known.
void GpusPage::askForHolders(const QString& uuid, models::TimeSpan span) {
    v1::Request request;
    auto& query = *request.mutable_query_holders();
    query.add_gpus(uuid.toStdString());
    query.set_from_ms(span.fromMs);
    query.set_to_ms(span.toMs);
    query.set_limit(kMostHolders);
    m_link.request(request, [this, uuid](const v1::Reply& reply) {
        if (reply.has_ended() && uuid == m_details->gpu()) {
            m_details->history().setHolders(reply.ended());
        }
    });
}

void GpusPage::saveCharts(const QString& suffix) {
    m_saver->ask(nameOf(m_details->gpu()), suffix, [this, suffix](const QString& path) {
        return suffix == QLatin1String("csv") ? m_details->saveCsv(path)
                                              : m_details->savePicture(path);
    });
}

void GpusPage::restrict(const QString& uuid) {
    m_commands.give(restrictGpus(m_state, {uuid}));
}

void GpusPage::release(const QString& uuid) {
    m_commands.give(releaseGpus(m_state, {uuid}));
}

} // namespace muster::console

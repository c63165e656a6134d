// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/alerts_page.h"

#include <QAction>
#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>

#include "app/console/commands/operator_mode.h"
#include "app/console/link/link.h"
#include "app/console/pages/audit_feed.h"
#include "widgets/forms/acknowledge_dialog.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/audit_model.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/theme/theme.h"

namespace muster::console {

using models::AlertModel;
using models::AuditModel;
using models::text;

AlertsPage::AlertsPage(const models::ClusterState& state, Link& link, OperatorMode& mode,
    QString user, QWidget* parent)
    : ListPage(new AlertModel(state), QStringLiteral("alerts"),
        {QStringLiteral("check"), tr("No active alerts"), tr("No GPU, node or job needs attention"),
            {}},
        parent),
      m_state(state), m_link(link), m_mode(mode), m_user(std::move(user)),
      m_audit(new AuditModel(state, this)), m_feed(new AuditFeed(state, link, *m_audit)),
      m_events(new widgets::ListPanel(m_audit, QStringLiteral("events"), this)),
      m_sentence(new QLabel(this)), m_acknowledge(new QAction(tr("Acknowledge…"), this)),
      m_show(new QAction(tr("Show"), this)), m_older(new QAction(tr("Older"), this)) {
    // What weighs most first, then the newest.
    list().table().proxy().setSortKeys(
        {{AlertModel::Severity, Qt::AscendingOrder}, {AlertModel::Since, Qt::DescendingOrder}});
    list().table().horizontalHeader()->setStretchLastSection(true);
    buildActions();
    buildEvents();
    connect(&list().table(), &widgets::ClusterTable::currentKeyChanged, this,
        &AlertsPage::updateActions);
    connect(&list().table(), &widgets::ClusterTable::keyActivated, this, &AlertsPage::showObjectOf);
    connect(&m_state, &models::ClusterState::changed, this, &AlertsPage::updateActions);
    connect(&m_mode, &OperatorMode::changed, this, &AlertsPage::updateActions);
    updateActions();
}

void AlertsPage::buildActions() {
    const auto ink = palette().color(QPalette::ButtonText);
    m_acknowledge->setIcon(widgets::icon(QStringLiteral("check"), ink));
    m_show->setIcon(widgets::icon(QStringLiteral("jump"), ink));
    m_show->setToolTip(tr("Go to the GPU, node or job of the selected alert"));
    list().addAction(m_acknowledge);
    list().addAction(m_show);
    connect(m_acknowledge, &QAction::triggered, this,
        [this] { acknowledge(list().table().currentKey()); });
    connect(
        m_show, &QAction::triggered, this, [this] { showObjectOf(list().table().currentKey()); });
}

void AlertsPage::buildEvents() {
    auto& table = m_events->table();
    table.horizontalHeader()->setStretchLastSection(true);
    table.proxy().setSortKeys({{AuditModel::When, Qt::DescendingOrder}});
    m_events->setTitle(tr("Events"));
    m_events->setEmpty({QStringLiteral("log"), tr("No events"),
        tr("Operator commands, alerts, and agents that join or leave are listed here"), {}});
    m_older->setToolTip(tr("Load older events (or scroll to the end)"));
    m_older->setEnabled(false);
    m_events->addAction(m_older);
    connect(m_older, &QAction::triggered, m_feed, &AuditFeed::loadOlder);
    connect(m_feed, &AuditFeed::changed, this, [this] { m_older->setEnabled(m_feed->hasOlder()); });
    const auto* bar = table.verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, [this, bar](int value) {
        if (value == bar->maximum() && value > 0) {
            m_feed->loadOlder();
        }
    });
    connect(&table, &widgets::ClusterTable::keyActivated, this, &AlertsPage::showObjectOfEvent);
    connect(&table, &widgets::ClusterTable::copied, this,
        [this](const QString& words) { emit notice(words, true); });
    auto* below = new QWidget(this);
    auto* column = new QVBoxLayout(below);
    column->setContentsMargins(0, 0, 0, 0);
    m_sentence->setParent(below);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_sentence->setAccessibleName(tr("The selected alert"));
    column->addWidget(m_sentence);
    auto* title = new QLabel(tr("Events"), below);
    auto bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    column->addWidget(title);
    column->addWidget(m_events, 1);
    addBeside(below, Qt::Vertical, 1, 1);
}

void AlertsPage::updateActions() {
    const auto found = m_state.alerts().find(list().table().currentKey().toStdString());
    const bool chosen = found != m_state.alerts().end();
    m_acknowledge->setEnabled(chosen && m_mode.isOn());
    m_acknowledge->setToolTip(
        m_mode.isOn() ? tr("Acknowledge the selected alert") : m_mode.howToSwitchOn());
    m_show->setEnabled(
        chosen && found->second.object_kind() != v1::Alert::MASTER); // it has no page
    m_sentence->setVisible(chosen);
    m_sentence->setText(chosen ? text(found->second.text()) : QString());
}

void AlertsPage::showEvent(QShowEvent* event) {
    ListPage::showEvent(event);
    m_feed->setWatched(true);
}

void AlertsPage::hideEvent(QHideEvent* event) {
    m_feed->setWatched(false);
    ListPage::hideEvent(event);
}

void AlertsPage::acknowledge(const QString& id) {
    const auto found = m_state.alerts().find(id.toStdString());
    if (found == m_state.alerts().end()) {
        return;
    }
    if (!m_mode.isOn()) {
        emit notice(m_mode.howToSwitchOn(), false);
        return;
    }
    const auto& alert = found->second;
    const auto title = tr("%1: %2").arg(models::alertWord(alert.rule()), text(alert.name()));
    auto* dialog = new widgets::AcknowledgeDialog(title, text(alert.text()), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, id, title, dialog] {
        sendAcknowledgement(id, title, dialog->note(), dialog->muteMs());
    });
    connect(&m_mode, &OperatorMode::changed, dialog, [dialog](bool on) {
        if (!on) {
            dialog->reject();
        }
    });
    dialog->open();
}

void AlertsPage::sendAcknowledgement(
    const QString& id, const QString& title, const QString& note, qint64 muteMs) {
    v1::Request request;
    auto& seen = *request.mutable_acknowledge_alert();
    seen.set_alert_id(id.toStdString());
    seen.set_note(note.toStdString());
    seen.set_author(m_user.toStdString());
    seen.set_muted_until_ms(muteMs == 0 ? 0 : QDateTime::currentMSecsSinceEpoch() + muteMs);
    m_link.request(request, [this, title](const v1::Reply& reply) {
        if (reply.has_error()) {
            emit notice(
                tr("Cannot acknowledge %1: %2").arg(title, text(reply.error().message())), false);
        } else {
            emit notice(tr("Acknowledged %1").arg(title), true);
        }
    });
}

void AlertsPage::showObjectOf(const QString& alert) {
    const auto found = m_state.alerts().find(alert.toStdString());
    if (found == m_state.alerts().end()) {
        return;
    }
    const auto object = text(found->second.object());
    if (found->second.object_kind() == v1::Alert::GPU) {
        emit gpuChosen(object);
    } else if (found->second.object_kind() == v1::Alert::AGENT) {
        emit nodeChosen(object);
    } else if (found->second.object_kind() == v1::Alert::JOB) {
        emit jobChosen(object);
    }
}

void AlertsPage::showObjectOfEvent(const QString& key) {
    const auto* row = m_audit->find(key);
    if (row == nullptr) {
        return;
    }
    if (m_state.gpu(row->object()) != nullptr) {
        emit gpuChosen(text(row->object()));
    } else if (m_state.agent(row->object()) != nullptr) {
        emit nodeChosen(text(row->object()));
    } else if (m_state.jobs().contains(row->object())) {
        emit jobChosen(text(row->object()));
    }
}

} // namespace muster::console

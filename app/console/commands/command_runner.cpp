// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/command_runner.h"

#include <memory>

#include "app/console/link/link.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

struct CommandRunner::Outcome {
    OperatorCommand command;
    std::vector<bool> taken; // of its items
    QStringList problems;
    std::size_t awaited = 0;
};

CommandRunner::CommandRunner(Link& link, OperatorMode& mode, QString user, QWidget* window)
    : QObject(window), m_link(link), m_mode(mode), m_user(std::move(user)), m_window(window) {
    connect(&mode, &OperatorMode::changed, this, [this](bool on) {
        if (!on && m_dialog != nullptr) {
            m_dialog->reject();
        }
    });
}

void CommandRunner::give(const OperatorCommand& command) {
    if (command.empty()) {
        return;
    }
    if (!m_mode.isOn()) {
        emit told(m_mode.howToSwitchOn(), false, false);
    } else if (command.asks || command.question.objects > widgets::CommandDialog::kTypedAbove) {
        ask(command);
    } else {
        send(command, {});
    }
}

void CommandRunner::undo() {
    const auto command = std::exchange(m_undo, {});
    give(command);
}

void CommandRunner::ask(const OperatorCommand& command) {
    if (m_dialog != nullptr) {
        m_dialog->reject();
    }
    m_dialog = new widgets::CommandDialog(command.question, QDateTime::currentDateTime(), m_window);
    auto* dialog = m_dialog.data();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, command] {
        send(command, {dialog->reason(), dialog->untilMs(), dialog->graceMs()});
    });
    dialog->open();
}

void CommandRunner::send(const OperatorCommand& command, const Answers& answers) {
    auto outcome = std::make_shared<Outcome>();
    outcome->command = command;
    outcome->taken.resize(command.items.size());
    outcome->awaited = command.items.size();
    for (std::size_t i = 0; i < command.items.size(); ++i) {
        auto request = command.items[i].request;
        sign(request, answers);
        m_link.request(request, [this, outcome, i](const v1::Reply& reply) {
            outcome->taken[i] = !reply.has_error();
            if (reply.has_error()) {
                outcome->problems << text(reply.error().message());
            }
            if (--outcome->awaited == 0) {
                conclude(*outcome);
            }
        });
    }
}

// Only what was carried out can be undone.
void CommandRunner::conclude(const Outcome& outcome) {
    const auto& command = outcome.command;
    m_undo = {};
    m_undo.asks = command.undoAsks;
    for (std::size_t i = 0; i < command.undo.size(); ++i) {
        if (outcome.taken[i]) {
            m_undo.items.push_back(command.undo[i]);
        }
    }
    const auto taken
        = static_cast<int>(std::count(outcome.taken.begin(), outcome.taken.end(), true));
    if (!m_undo.empty()) {
        m_undo.question.title = tr("Undo");
        m_undo.question.verb = tr("Undo");
        m_undo.question.objects = taken;
        m_undo.question.effect = tr("Undoes: %1. Work that has started since may be stopped.")
                                     .arg(command.question.title);
        m_undo.done = tr("Undone: %1").arg(command.question.title);
    }
    if (outcome.problems.isEmpty()) {
        emit told(command.done, true, !m_undo.empty());
        return;
    }
    const auto refused = command.items.size() == 1 ? tr("Refused: %1").arg(outcome.problems.first())
                                                   : tr("%1 of %2 done. Refused: %3")
                                                         .arg(taken)
                                                         .arg(command.items.size())
                                                         .arg(outcome.problems.first());
    emit told(refused, false, !m_undo.empty());
}

// What an undo says itself stays.
void CommandRunner::sign(v1::Request& request, const Answers& answers) const {
    const auto author = m_user.toStdString();
    const auto reasoned = [&](auto& command) {
        command.set_author(author);
        if (!answers.reason.isEmpty()) {
            command.set_reason(answers.reason.toStdString());
        }
    };
    switch (request.request_case()) {
    case v1::Request::kKillJob:
        return reasoned(*request.mutable_kill_job());
    case v1::Request::kKillTask:
        return reasoned(*request.mutable_kill_task());
    case v1::Request::kHoldJob:
        return reasoned(*request.mutable_hold_job());
    case v1::Request::kRescindOffer:
        return reasoned(*request.mutable_rescind_offer());
    case v1::Request::kReactivateNode:
        return reasoned(*request.mutable_reactivate_node());
    case v1::Request::kDrainNode:
        reasoned(*request.mutable_drain_node());
        request.mutable_drain_node()->set_max_grace_ms(answers.graceMs);
        return;
    case v1::Request::kRestrictGpu:
        reasoned(*request.mutable_restrict_gpu());
        if (answers.untilMs != 0) {
            request.mutable_restrict_gpu()->set_until_ms(answers.untilMs);
        }
        return;
    case v1::Request::kReleaseJob:
        return request.mutable_release_job()->set_author(author);
    case v1::Request::kReleaseGpu:
        return request.mutable_release_gpu()->set_author(author);
    case v1::Request::kMarkNodeGone:
        return reasoned(*request.mutable_mark_node_gone());
    case v1::Request::kAcknowledgeAlert:
        return request.mutable_acknowledge_alert()->set_author(author);
    case v1::Request::kSubmitJob:
        return request.mutable_submit_job()->set_author(author);
    case v1::Request::kSubscribe:
    case v1::Request::kQueryHistory:
    case v1::Request::kReadLog:
    case v1::Request::kCancelLog:
    case v1::Request::kLogTaken:
    case v1::Request::kQueryEnded:
    case v1::Request::kQueryAudit:
    case v1::Request::kAskImages:
    case v1::Request::kExplain:
    case v1::Request::kQueryClusterHistory:
    case v1::Request::kQueryUsage:
    case v1::Request::kQueryHolders:
    case v1::Request::kQueryJobSpec:
    case v1::Request::kQueryRefusals:
    case v1::Request::REQUEST_NOT_SET:
        return; // no operator command
    }
}

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/commands/command_runner.h"

#include <algorithm>
#include <memory>

#include <google/protobuf/descriptor.h>

#include "app/console/commands/api_call.h"
#include "app/console/link/link.h"

namespace muster::console {

struct CommandRunner::Outcome {
    OperatorCommand command;
    bool isUndo = false;
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
    start(command, false);
}

void CommandRunner::undo() {
    start(OperatorCommand(m_undo), true); // a copy: send() forgets it
}

void CommandRunner::start(const OperatorCommand& command, bool isUndo) {
    if (command.empty()) {
        return;
    }
    if (!m_mode.isOn()) {
        emit told(m_mode.howToSwitchOn(), false, !m_undo.empty());
    } else if (command.asks || command.question.objects > widgets::CommandDialog::kTypedAbove) {
        ask(command, isUndo);
    } else {
        send(command, {}, isUndo);
    }
}

void CommandRunner::ask(const OperatorCommand& command, bool isUndo) {
    if (m_dialog != nullptr) {
        m_dialog->reject();
    }
    m_dialog = new widgets::CommandDialog(command.question, QDateTime::currentDateTime(), m_window);
    auto* dialog = m_dialog.data();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog, command, isUndo] {
        send(command, {dialog->reason(), dialog->untilMs(), dialog->graceMs(), dialog->instances()},
            isUndo);
    });
    if (isUndo) { // it can still be undone
        connect(dialog, &QDialog::rejected, this, &CommandRunner::tellOutcome);
    }
    dialog->open();
}

void CommandRunner::send(const OperatorCommand& command, const Answers& answers, bool isUndo) {
    m_undo = {};
    auto outcome = std::make_shared<Outcome>();
    outcome->command = command;
    outcome->isUndo = isUndo;
    outcome->taken.resize(command.items.size());
    outcome->awaited = command.items.size();
    for (std::size_t i = 0; i < command.items.size(); ++i) {
        auto request = command.items[i].request;
        sign(request, answers);
        if (command.setInstances != nullptr) {
            command.setInstances(request, answers.instances);
        }
        m_link.request(request, [this, outcome, i](const v1::Reply& reply) {
            const auto problem = refusalOf(reply);
            outcome->taken[i] = problem.isEmpty();
            if (!problem.isEmpty()) {
                outcome->problems << problem;
            }
            if (--outcome->awaited == 0) {
                conclude(*outcome);
            }
        });
    }
}

// Only what was carried out can be undone.
OperatorCommand CommandRunner::undoing(const Outcome& outcome) {
    const auto& command = outcome.command;
    OperatorCommand out;
    out.asks = command.undoAsks;
    for (std::size_t i = 0; i < command.undo.size(); ++i) {
        if (outcome.taken[i]) {
            out.items.push_back(command.undo[i]);
        }
    }
    out.question.title = tr("Undo");
    out.question.verb = tr("Undo");
    out.question.objects = static_cast<int>(out.items.size());
    out.question.effect
        = tr("Undoes: %1. Work that has started since may be stopped.").arg(command.question.title);
    out.done = tr("Undone: %1").arg(command.question.title);
    return out;
}

// The command once more, for what was not carried out.
OperatorCommand CommandRunner::refusedOf(const Outcome& outcome) {
    auto out = outcome.command;
    out.items.clear();
    for (std::size_t i = 0; i < outcome.taken.size(); ++i) {
        if (!outcome.taken[i]) {
            out.items.push_back(outcome.command.items[i]);
        }
    }
    out.question.objects = static_cast<int>(out.items.size());
    return out;
}

void CommandRunner::conclude(const Outcome& outcome) {
    const auto& command = outcome.command;
    // In place of that of another that was sent meanwhile.
    m_undo = outcome.isUndo ? refusedOf(outcome) : undoing(outcome);
    m_good = outcome.problems.isEmpty();
    const auto taken = std::count(outcome.taken.begin(), outcome.taken.end(), true);
    m_outcome = m_good              ? command.done
        : command.items.size() == 1 ? tr("Refused: %1").arg(outcome.problems.first())
                                    : tr("%1 of %2 done. Refused: %3")
                                          .arg(taken)
                                          .arg(command.items.size())
                                          .arg(outcome.problems.first());
    tellOutcome();
}

// By the names of its fields: a command has those of these that fit it. What an undo says itself
// stays.
void CommandRunner::sign(v1::Request& request, const Answers& answers) const {
    const auto* which = request.GetReflection()->GetOneofFieldDescriptor(
        request, request.GetDescriptor()->FindOneofByName("request"));
    if (which == nullptr) {
        return;
    }
    auto& command = *request.GetReflection()->MutableMessage(&request, which);
    const auto field
        = [&command](const char* name) { return command.GetDescriptor()->FindFieldByName(name); };
    const auto fill = [&](const char* name, const QString& text) {
        if (const auto* one = field(name); one != nullptr && !text.isEmpty()) {
            command.GetReflection()->SetString(&command, one, text.toStdString());
        }
    };
    const auto fillMs = [&](const char* name, qint64 ms) {
        if (const auto* one = field(name); one != nullptr && ms != 0) {
            command.GetReflection()->SetInt64(&command, one, ms);
        }
    };
    fill("author", m_user);
    fill("reason", answers.reason);
    fillMs("until_ms", answers.untilMs);
    fillMs("max_grace_ms", answers.graceMs);
}

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPointer>

#include "app/console/commands/operator_command.h"
#include "app/console/commands/operator_mode.h"

namespace muster::console {

class Link;

// Runs operator commands: asks with the dialog, signs, sends, reports what became of them
// and keeps what undoes the last one. Without operator mode nothing is asked or sent.
class CommandRunner : public QObject {
    Q_OBJECT
public:
    // `window` owns the dialogs. `user` signs.
    CommandRunner(Link& link, OperatorMode& mode, QString user, QWidget* window);

    OperatorMode& mode() { return m_mode; }
    void give(const OperatorCommand& command);
    // The last command that was sent, if it can be. What undoes it is kept until the master has
    // taken it, too.
    void undo();

signals:
    void told(const QString& text, bool good, bool canUndo);

private:
    struct Answers {
        QString reason;
        qint64 untilMs = 0;
        qint64 graceMs = 0;
        int instances = 0;
    };
    struct Outcome; // of the requests of one command

    void start(const OperatorCommand& command, bool isUndo);
    void ask(const OperatorCommand& command, bool isUndo);
    void send(const OperatorCommand& command, const Answers& answers, bool isUndo);
    void conclude(const Outcome& outcome);
    void tellOutcome() { emit told(m_outcome, m_good, !m_undo.empty()); }
    void sign(v1::Request& request, const Answers& answers) const;
    static OperatorCommand undoing(const Outcome& outcome);
    static OperatorCommand refusedOf(const Outcome& outcome);

    Link& m_link;
    OperatorMode& m_mode;
    QString m_user;
    QWidget* m_window;
    QPointer<widgets::CommandDialog> m_dialog;
    OperatorCommand m_undo; // empty: nothing
    QString m_outcome; // of the last command, in words
    bool m_good = true; // nothing of it was refused
};

} // namespace muster::console

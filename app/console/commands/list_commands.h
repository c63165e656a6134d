// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <QObject>

#include "app/console/commands/operator_command.h"
#include "core/kernel/base/operator_command.h"
#include "widgets/models/cluster_state.h"

class QAction;

namespace muster::widgets {
class ListPanel;
}

namespace muster::console {

class CommandRunner;

// The operator commands of one list, as actions beside its filter and in its context menu: about
// the marked rows, or else the current one. An action is always there; outside of operator mode,
// and while nothing chosen fits, it is disabled and its tool tip says why.
class ListCommands : public QObject {
    Q_OBJECT
public:
    using Cannot = std::function<QString(const models::ClusterState& state, const QString& key)>;
    using Build = std::function<OperatorCommand(
        const models::ClusterState& state, const QStringList& keys)>;

    // `kind`: what the rows are.
    ListCommands(widgets::ListPanel& list, models::Kind kind, const models::ClusterState& state,
        CommandRunner& commands);

    // With the words of the command's row, or others where it has none for the console.
    QAction* add(CommandKind kind, const QString& icon, Cannot cannot, Build build);
    QAction* add(
        const QString& words, const QString& help, const QString& icon, Cannot cannot, Build build);

private:
    struct Entry {
        QAction* action;
        QString help;
        Cannot cannot;
        Build build;
    };

    void update();
    QString whyNot(const Entry& entry, const QStringList& keys) const;

    widgets::ListPanel& m_list;
    const models::ClusterState& m_state;
    CommandRunner& m_commands;
    std::vector<Entry> m_entries;
};

// The commands of each kind. Those of work return Kill, for other places that show it.
void addNodeCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands);
QAction* addJobCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands);
QAction* addTaskCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands);
void addGpuCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands);
void addOfferCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands);
void addServiceCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands);
void addScheduleCommands(
    widgets::ListPanel& list, const models::ClusterState& state, CommandRunner& commands);

} // namespace muster::console

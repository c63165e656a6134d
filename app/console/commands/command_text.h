// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <QCoreApplication>
#include <QStringList>

#include "app/console/commands/operator_command.h"
#include "core/kernel/base/operator_command.h"
#include "widgets/models/cluster_state.h"

namespace muster::console {

// Texts that the commands share.
class CommandText {
    Q_DECLARE_TR_FUNCTIONS(CommandText)
public:
    static QString tasks(int count); // "1 task", "3 tasks"
    static QString users(int count);
    static QString jobs(int count);
    static QString gpus(int count);
    static QString nodes(int count);
    static QString offers(int count);
    static QString frameworks(int count);
    static QString services(int count);
    static QString schedules(int count);

    static QString nameOf(const v1::Agent& agent);
    static QString nameOf(const v1::Job& job); // "job-7 (train)"
    static QString nameOf(const v1::Task& task);
    static QString nameOf(const v1::Offer& offer); // "O12 (train)"
    static QString frameworkOf(const v1::Offer& offer);
    static QString nameOf(const models::ClusterState& state, const v1::Gpu& gpu);
    // In the words of the table of operators' commands.
    static QString verb(CommandKind kind);
    static QString choose(CommandKind kind); // where nothing is chosen
    // Why it cannot be given about what is called so and stands so; empty: it can.
    static QString refused(CommandKind kind, ObjectState state, const QString& name);
    // The one, or how many: "node-7", "3 nodes". `counted` is one of the above.
    static QString subject(const OperatorCommand& command, QString (*counted)(int));

    // "train-resnet (job-1.1) of alice on node1, 2 GPUs"
    static QString line(const v1::Task& task);
    static QString line(const v1::Offer& offer); // "O12 (train): cpus:4; gpus:2 on node1"
    // "It stops 3 tasks of 2 users"; empty without tasks.
    static QString stops(const std::vector<const v1::Task*>& tasks);
};

// Live tasks on an agent, by key.
std::vector<const v1::Task*> tasksOn(const models::ClusterState& state, const std::string& agent);

// The command about one more object, by its id, and what undoes it, if anything does.
void add(
    OperatorCommand& command, CommandKind kind, const QString& name, const std::string& object);

// Fills what comes from the command's row and the count, and done.
void finish(OperatorCommand& command, CommandKind kind, const QString& title, const QString& done);
// The same of one whose row has no words for the console.
void finish(
    OperatorCommand& command, const QString& verb, const QString& title, const QString& done);

} // namespace muster::console

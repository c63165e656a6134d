// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <QJsonDocument>
#include <QJsonObject>

#include "app/console/commands/api_call.h"
#include "app/console/commands/command_text.h"
#include "widgets/models/mark.h"
#include "widgets/models/service_model.h"
#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

std::string targetOf(const v1::Service& service) {
    return "/marathon/v2/apps/" + service.id(); // which begins with a slash itself
}

constexpr const char* kForce = "?force=true";

// One that a deployment changes takes another change only by force.
std::string force(const v1::Service& service) {
    return service.has_deployment() ? kForce : "";
}

std::string scaledTo(int instances) {
    return QJsonDocument(QJsonObject{{QStringLiteral("instances"), instances}})
        .toJson(QJsonDocument::Compact)
        .toStdString();
}

std::vector<const v1::Task*> instancesOf(
    const models::ClusterState& state, const std::string& service) {
    std::vector<const v1::Task*> out;
    for (const auto& [key, task] : state.tasks()) {
        if (task.service() == service && !models::taskEnded(task.state())) {
            out.push_back(&task);
        }
    }
    return out;
}

} // namespace

QString cannotChangeService(const models::ClusterState& state, const QString& id) {
    const auto* service = state.service(id.toStdString());
    return service == nullptr ? CommandText::tr("Choose a service")
        : service->state() == v1::Service::REMOVING
        ? CommandText::tr("%1 is already being deleted").arg(id)
        : QString();
}

QString cannotRollBack(const models::ClusterState& state, const QString& id) {
    const auto* service = state.service(id.toStdString());
    return service == nullptr        ? CommandText::tr("Choose a service")
        : !service->has_deployment() ? CommandText::tr("No deployment changes %1").arg(id)
                                     : QString();
}

OperatorCommand scaleServices(const models::ClusterState& state, const QStringList& services) {
    OperatorCommand command;
    for (const auto& id : services) {
        if (!cannotChangeService(state, id).isEmpty()) {
            continue;
        }
        const auto& service = *state.service(id.toStdString());
        command.items.push_back({id, apiCall("PUT", targetOf(service) + force(service))});
        command.undo.push_back(
            {id, apiCall("PUT", targetOf(service) + kForce, scaledTo(service.instances()))});
        command.question.instances = command.question.instances.value_or(service.instances());
        command.question.list << CommandText::tr("%1: %2 of %3 instances are running")
                                     .arg(id)
                                     .arg(service.running())
                                     .arg(service.instances());
    }
    const auto subject = CommandText::subject(command, &CommandText::services);
    command.setInstances = [](v1::Request& request, int instances) {
        request.mutable_call_api()->set_body(scaledTo(instances));
    };
    command.question.effect = CommandText::tr(
        "Instances of %1 are started or killed until there are as many as are entered here.")
                                  .arg(subject);
    finish(command, CommandText::tr("Scale"), CommandText::tr("Scale %1").arg(subject),
        CommandText::tr("Scaling: %1").arg(subject));
    command.undoAsks = true;
    return command;
}

OperatorCommand restartServices(const models::ClusterState& state, const QStringList& services) {
    OperatorCommand command;
    for (const auto& id : services) {
        if (cannotChangeService(state, id).isEmpty()) {
            const auto& service = *state.service(id.toStdString());
            command.items.push_back(
                {id, apiCall("POST", targetOf(service) + "/restart" + force(service))});
            command.question.list << id;
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::services);
    command.question.effect
        = CommandText::tr("All instances of %1 are replaced by new ones, step by step.")
              .arg(subject);
    command.asks = false;
    finish(command, CommandText::tr("Restart"), CommandText::tr("Restart %1").arg(subject),
        CommandText::tr("Restarting: %1").arg(subject));
    return command;
}

// Services that are changed together have one deployment.
OperatorCommand rollBackDeployments(
    const models::ClusterState& state, const QStringList& services) {
    OperatorCommand command;
    std::set<std::string> deployments;
    for (const auto& id : services) {
        if (!cannotRollBack(state, id).isEmpty()) {
            continue;
        }
        const auto& service = *state.service(id.toStdString());
        if (deployments.insert(service.deployment().id()).second) {
            command.items.push_back(
                {id, apiCall("DELETE", "/marathon/v2/deployments/" + service.deployment().id())});
        }
        command.question.list << CommandText::tr("%1: %2").arg(
            id, models::ServiceModel::deploymentOf(service));
    }
    const auto subject = CommandText::subject(command, &CommandText::services);
    command.question.effect
        = CommandText::tr("The deployment of %1 is cancelled, and what it has changed is changed "
                          "back by a new one.")
              .arg(subject);
    command.asks = false;
    finish(command, CommandText::tr("Roll back"),
        CommandText::tr("Roll back the deployment of %1").arg(subject),
        CommandText::tr("Rolling back: %1").arg(subject));
    return command;
}

OperatorCommand deleteServices(const models::ClusterState& state, const QStringList& services) {
    OperatorCommand command;
    std::vector<const v1::Task*> stopped;
    for (const auto& id : services) {
        if (!cannotChangeService(state, id).isEmpty()) {
            continue;
        }
        const auto& service = *state.service(id.toStdString());
        command.items.push_back({id, apiCall("DELETE", targetOf(service) + force(service))});
        for (const auto* task : instancesOf(state, service.id())) {
            stopped.push_back(task);
            command.question.list << CommandText::line(*task);
        }
    }
    const auto subject = CommandText::subject(command, &CommandText::services);
    command.question.effect = stopped.empty()
        ? CommandText::tr("%1 is deleted with its earlier versions. No instance is running.")
              .arg(subject)
        : CommandText::tr("%1 is deleted with its earlier versions. This %2.")
              .arg(subject, CommandText::stops(stopped));
    finish(command, CommandText::tr("Delete"), CommandText::tr("Delete %1").arg(subject),
        CommandText::tr("Deleting: %1").arg(subject));
    return command;
}

} // namespace muster::console

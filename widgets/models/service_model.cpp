// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/service_model.h"

#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::models {

StateText ServiceModel::stateOf(const v1::Service& service) {
    switch (service.state()) {
    case v1::Service::RUNNING:
        return {tr("Running"),
            service.running() < service.instances() ? tr("Not all of its instances are running")
                                                    : tr("All of its instances are running"),
            Mark::Busy};
    case v1::Service::DEPLOYING:
        return {tr("Deploying"),
            service.waiting() == 0 ? tr("A deployment changes it")
                                   : tr("A deployment changes it, and waits for offers for %1 of "
                                        "%2 instances")
                                         .arg(service.waiting())
                                         .arg(service.instances()),
            Mark::Waiting};
    case v1::Service::WAITING:
        return {tr("Waiting"),
            tr("Waiting for offers: %1 of %2 instances")
                .arg(service.waiting())
                .arg(service.instances()),
            Mark::Waiting};
    case v1::Service::DELAYED:
        return {tr("Delayed"),
            tr("Its instances ended too often: the next one is started at %1")
                .arg(clockText(service.delayed_until_ms())),
            Mark::Bad};
    case v1::Service::SUSPENDED:
        return {tr("Suspended"), tr("It is scaled to no instances"), Mark::Stopped};
    case v1::Service::REMOVING:
        return {tr("Removing"), tr("It was deleted, and its last instances are being killed"),
            Mark::Draining};
    case v1::Service::UNHEALTHY:
        return {tr("Unhealthy"),
            tr("Failing their health check: %1 of %2 instances")
                .arg(service.unhealthy())
                .arg(service.running()),
            Mark::Bad};
    default:
        return {unknownText(), {}, Mark::None};
    }
}

QString ServiceModel::deploymentOf(const v1::Service& service) {
    const auto& deployment = service.deployment();
    return service.has_deployment()
        ? tr("Step %1 of %2").arg(deployment.step()).arg(deployment.steps())
        : QString();
}

ServiceModel::ServiceModel(const ClusterState& state, QObject* parent)
    : TableModel(state, Kind::Services, parent) { }

TableModel::Column ServiceModel::column(int index) const {
    switch (static_cast<Column>(index)) {
    case Id:
        return {tr("Service"), "service id", Measure::Text, Rank::Main};
    case State:
        return {tr("State"), "state", Measure::Text, Rank::Main};
    case Instances:
        return {tr("Instances"), "instances", Measure::Number, Rank::Main, {},
            tr("Running instances, and how many it is to have")};
    case Healthy:
        return {tr("Healthy"), "healthy", Measure::Number, Rank::Main, {},
            tr("Instances that pass their health check, of those that run")};
    case Gpus:
        return {
            tr("GPUs"), "gpus", Measure::Thousandths, Rank::Main, {}, tr("GPUs of each instance")};
    case Cpus:
        return {
            tr("CPUs"), "cpus", Measure::Thousandths, Rank::Usual, {}, tr("CPUs of each instance")};
    case Memory:
        return {tr("Memory"), "mem", Measure::MebibyteThousandths, Rank::Usual,
            QStringLiteral("MiB"), tr("Memory of each instance")};
    case User:
        return {tr("User"), "user", Measure::Text, Rank::Main};
    case Deployment:
        return {tr("Deployment"), "deployment", Measure::Text, Rank::Main, {},
            tr("The change of the service that is under way")};
    case Changed:
        return {tr("Changed"), "changed age", Measure::Moment, Rank::Main, {},
            tr("When the service was last changed")};
    case Image:
        return {tr("Image"), "image", Measure::Text, Rank::Extra};
    case Command:
        return {tr("Command"), "command", Measure::Text, Rank::Extra};
    case kColumns:
        break;
    }
    return {};
}

TableModel::Cell ServiceModel::cell(const std::string& key, int column) const {
    const auto* service = state().service(key);
    if (service == nullptr) {
        return {};
    }
    const auto share = [](int part, int whole) {
        return numberCell(part, QStringLiteral("%1 / %2").arg(part).arg(whole));
    };
    const auto amount = [service](const char* resource) {
        const auto total = proto::ofRow(service->resources()).total(resource);
        return numberCell(total.value, amountText(total));
    };
    switch (static_cast<Column>(column)) {
    case Id:
        return textCell(text(key));
    case State:
        return stateCell(stateOf(*service));
    case Instances:
        return share(service->running(), service->instances());
    case Healthy:
        return service->checked() ? share(service->healthy(), service->running())
                                  : numberCell(-1, tr("No check"));
    case Gpus:
        return amount("gpus");
    case Cpus:
        return amount("cpus");
    case Memory:
        return amount("mem");
    case User:
        return textCell(text(service->user()));
    case Deployment:
        return textCell(deploymentOf(*service), text(service->deployment().id()));
    case Changed:
        return timeCell(service->version_ms());
    case Image:
        return textCell(text(service->image()));
    case Command:
        return textCell(text(service->command()), text(service->command()));
    case kColumns:
        break;
    }
    return {};
}

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/quota_rescinds.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

void Master::State::handle(OperatorRestrict& input) {
    outbox.answer(input.request, restrictions.restrict(std::move(input.restriction)));
}

void Master::State::handle(OperatorRelease& input) {
    outbox.answer(input.request, restrictions.release(input.gpu, input.author));
}

void Master::State::handle(OperatorKill& input) {
    TaskEntry* task = tasks.find(input.task);
    if (!task) {
        outbox.answer(
            input.request, unknownObject(OperatorCommandInfo::Object::Task, input.task.task.value));
        return;
    }
    if (task->ended) {
        outbox.answer(input.request,
            checkState(CommandKind::KillTask, ObjectState::Ended,
                fmt::format(
                    "Task {} of framework {}", input.task.task.value, input.task.framework.value)));
        return;
    }
    outbox.audit(input.author, CommandKind::KillTask,
        fmt::format("{}/{}", input.task.framework.value, input.task.task.value),
        fmt::format("{}{}{}", task->hostname, input.reason.empty() ? "" : ": ", input.reason));
    lifecycle.kill(*task, std::nullopt, {std::move(input.author), std::move(input.reason)});
    outbox.answer(input.request, {});
}

// Free again, the same would go to the framework with the lowest share, which most often is the one
// that just lost it: so it counts as if that framework had declined it, for Mesos' default time.
void Master::State::handle(OperatorRescind& input) {
    OfferEntry* entry = offers.find(input.offer);
    if (!entry) {
        outbox.answer(
            input.request, unknownObject(OperatorCommandInfo::Object::Offer, input.offer.value));
        return;
    }
    const OfferPtr offer = entry->offer;
    AgentEntry& agent = *entry->agent;
    ClientEntry& client = *entry->client;
    const FrameworkInfo& framework = client.framework->info;
    outbox.audit(std::move(input.author), CommandKind::RescindOffer, offer->id.value,
        fmt::format("{} on {}, of {}: {}", offer->resources.text(), offer->hostname,
            framework.name.empty() ? framework.id.value : framework.name, input.reason));
    issuer.rescind(*entry);
    refuse(client, agent, offer->resources, kDefaultRefusal, RefusalReason::Rescinded);
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorTeardown& input) {
    FrameworkEntry* framework = frameworks.find(input.framework);
    if (!framework) {
        outbox.answer(input.request, failure("No framework found with specified ID"));
        return;
    }
    outbox.audit(
        input.author, CommandKind::TeardownFramework, input.framework.value, framework->info.name);
    if (framework->link) {
        outbox.close(*framework->link, "Framework has been torn down");
    }
    removeFramework(*framework, {std::move(input.author), "its framework was torn down"});
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorUpdateQuota& input) {
    const auto offered = [](const allocator::FairShare::Role& top) { return top.offered; };
    if (Status valid = roleSettings.validate(input.configs, input.force, offered); !valid) {
        outbox.answer(input.request, std::move(valid));
        return;
    }
    for (const QuotaConfig& config : input.configs) {
        outbox.audit(input.author, CommandKind::UpdateQuota, config.role,
            fmt::format("guarantees {}, limits {}", config.quota.guarantees.text(),
                limitsText(config.quota)));
        roleSettings.set(config);
        outbox.tell(QuotaChanged{config.role});
    }
    for (const QuotaConfig& config : input.configs) {
        rescindOverLimit(share, config.role, offers, issuer);
    }
    rescindForGuarantees(share, offers, issuer);
    outbox.answer(input.request, {});
}

void Master::State::handle(OperatorUpdateWeights& input) {
    if (Status valid = RoleSettings::validate(input.weights); !valid) {
        outbox.answer(input.request, std::move(valid));
        return;
    }
    bool isActive = false;
    for (const RoleWeight& weight : input.weights) {
        outbox.audit(input.author, CommandKind::UpdateWeight, weight.role, weight.weight.text());
        const allocator::FairShare::Role* role = share.find(weight.role);
        isActive = isActive || (role && role->joined > 0);
        roleSettings.set(weight);
        outbox.tell(WeightChanged{weight.role});
    }
    if (isActive) { // everything is given anew by the new weights
        for (OfferEntry* entry : offers.youngestFirst()) {
            issuer.rescind(*entry);
        }
    }
    outbox.answer(input.request, {});
}

} // namespace muster::cluster

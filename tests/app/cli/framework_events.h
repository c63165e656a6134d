// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/resources.h"

// What a master tells the framework of `muster execute`.
namespace muster::cli {

inline mesos::v1::scheduler::Event subscribed() {
    mesos::v1::scheduler::Event event;
    event.set_type(mesos::v1::scheduler::Event::SUBSCRIBED);
    event.mutable_subscribed()->mutable_framework_id()->set_value("<framework>");
    return event;
}

inline mesos::v1::scheduler::Event offer(const std::string& id, const std::string& resources) {
    mesos::v1::scheduler::Event event;
    event.set_type(mesos::v1::scheduler::Event::OFFERS);
    auto* offer = event.mutable_offers()->add_offers();
    offer->mutable_id()->set_value(id);
    offer->mutable_framework_id()->set_value("<framework>");
    offer->mutable_agent_id()->set_value("<agent>");
    offer->set_hostname("node-1");
    proto::append(*Resources::parse(resources), *offer->mutable_resources());
    return event;
}

inline mesos::v1::scheduler::Event update(
    const std::string& task, mesos::v1::TaskState state, const std::string& uuid = {}) {
    mesos::v1::scheduler::Event event;
    event.set_type(mesos::v1::scheduler::Event::UPDATE);
    auto* status = event.mutable_update()->mutable_status();
    status->mutable_task_id()->set_value(task);
    status->mutable_agent_id()->set_value("<agent>");
    status->set_state(state);
    if (!uuid.empty())
        status->set_uuid(uuid);
    return event;
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/kernel/base/id.h"
#include "core/kernel/base/now.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
class Control;
}

namespace muster::agentd::api {

// What a master says of itself for as long as it lives.
struct MasterFacts {
    std::string id;
    std::string ip; // where clients reach it
    std::uint16_t port = 0;
    std::string hostname;
    Now started;
    std::string pid() const; // "master@127.0.0.1:5050"
};

mesos::v1::MasterInfo masterInfo(const MasterFacts& facts);

// Agents listen on nothing: the master answers for them below /slave(N), N counting from 1 in the
// order in which it met them.
std::string agentProcess(const AgentId& id, const Control& control); // "slave(1)"
mesos::v1::URL agentUrl(const MasterFacts& facts, const AgentId& id, const Control& control);

} // namespace muster::agentd::api

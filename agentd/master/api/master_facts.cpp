// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/master_facts.h"

#include <arpa/inet.h>

#include "agentd/master/control.h"
#include "agentd/mesos_version.h"

namespace muster::agentd::api {
namespace {

void setAddress(const MasterFacts& facts, mesos::v1::Address& out) {
    out.set_hostname(facts.hostname);
    out.set_ip(facts.ip);
    out.set_port(facts.port);
}

// An IPv4 address in network order, as Mesos' MasterInfo wants it; 0 for any other.
std::uint32_t ipNumber(const std::string& ip) {
    in_addr address{};
    return inet_pton(AF_INET, ip.c_str(), &address) == 1 ? address.s_addr : 0;
}

} // namespace

std::string MasterFacts::pid() const {
    return fmt::format("master@{}:{}", ip, port);
}

mesos::v1::MasterInfo masterInfo(const MasterFacts& facts) {
    mesos::v1::MasterInfo out;
    out.set_id(facts.id);
    out.set_ip(ipNumber(facts.ip));
    out.set_port(facts.port);
    out.set_pid(facts.pid());
    out.set_hostname(facts.hostname);
    out.set_version(kMesosVersion);
    setAddress(facts, *out.mutable_address());
    using Capability = mesos::v1::MasterInfo::Capability;
    for (const auto type :
        {Capability::AGENT_UPDATE, Capability::AGENT_DRAINING, Capability::QUOTA_V2}) {
        out.add_capabilities()->set_type(type);
    }
    return out;
}

std::string agentProcess(const AgentId& id, const Control& control) {
    const auto* agent = control.master().agent(id);
    return fmt::format("slave({})", agent == nullptr ? 0 : agent->number + 1);
}

mesos::v1::URL agentUrl(const MasterFacts& facts, const AgentId& id, const Control& control) {
    mesos::v1::URL out;
    out.set_scheme("http");
    setAddress(facts, *out.mutable_address());
    out.set_path("/" + agentProcess(id, control));
    return out;
}

} // namespace muster::agentd::api

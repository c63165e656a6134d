// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agentd/master/acls.h"
#include "core/kernel/base/id.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"

namespace muster::agentd {
class Control;
}

namespace muster::agentd::api {

// What the ACLs let somebody ask of an agent, and see of its answers. Lives on the io_context's
// thread.
class AgentPermissions {
public:
    using Call = mesos::v1::agent::Call;
    using Response = mesos::v1::agent::Response;

    AgentPermissions(const Control& control, const Acls& acls)
        : m_control(control), m_acls(acls) { }

    bool permits(const AgentId& agent, const Call& call, const std::string& principal) const;
    bool permitsFile(const std::string& path, const std::string& principal) const;
    // Takes away what `principal` may not see.
    void restrict(Response& response, const std::string& principal) const;

private:
    // Of the framework whose task runs in that container, or in one that it is nested in.
    std::optional<std::string_view> userOf(
        const AgentId& agent, const mesos::v1::ContainerID& container) const;

    const Control& m_control;
    const Acls& m_acls;
};

} // namespace muster::agentd::api

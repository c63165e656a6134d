// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agentd/master/viewer.h"
#include "core/history/journal.h"
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

    AgentPermissions(const Control& control, history::Journal& ended, const Gate& gate)
        : m_control(control), m_ended(ended), m_gate(gate) { }

    // Errors as those of Gate::ask(). But for files: where their path leads, the agent says with
    // its answer.
    Status ask(const AgentId& agent, const Call& call, const std::string& principal) const;
    // Files of that sandbox, or (with empty names) what lies in none.
    Status askSandbox(const AgentId& agent, const std::string& framework,
        const std::string& sandbox, const std::string& principal) const;
    // Takes away what the viewer may not see.
    void restrict(Response& response, const Viewer& viewer) const;

private:
    // Of the framework whose task runs in that container, or in one that it is nested in.
    std::optional<std::string_view> userOf(
        const AgentId& agent, const mesos::v1::ContainerID& container) const;

    // Of the task or executor whose sandbox it is; nothing where nobody knows any more.
    Object ownerOf(
        const AgentId& agent, const FrameworkId& framework, const std::string& sandbox) const;

    const Control& m_control;
    history::Journal& m_ended;
    const Gate& m_gate;
};

} // namespace muster::agentd::api

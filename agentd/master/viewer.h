// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agentd/gate.h"
#include "core/kernel/cluster/master.h"

namespace muster::agentd {

// Who asks, and what of the cluster the ACLs let them see: the rest is left out of an answer, as if
// it were not there. While a user could not be looked up yet, what depends on them is left out,
// too; the first such question is kept, and the answer is not whole. One thread.
class Viewer {
public:
    Viewer(Gate gate, std::string principal)
        : m_gate(std::move(gate)), m_principal(std::move(principal)) { }

    bool may(Acls::Action action, std::optional<std::string_view> object = std::nullopt) const {
        const auto decided = m_gate.decide(action, m_principal, object);
        if (!decided && !m_open) {
            m_open = Open{action, object ? Object(*object) : Object(), decided.error()};
        }
        return decided.value_or(false);
    }
    bool sees(const cluster::Framework& framework) const {
        return may(Acls::Action::ViewFrameworks, framework.info.user);
    }
    // As in Mesos, of a framework that they see only. `framework` may be gone.
    bool sees(const cluster::Task& task, const cluster::Framework* framework) const {
        const bool own = !task.info.user.empty() || framework == nullptr;
        return may(Acls::Action::ViewTasks, own ? task.info.user : framework->info.user)
            && (framework == nullptr || sees(*framework));
    }
    bool seesAll(Acls::Action action) const { return m_gate.showsAll(action, m_principal); }

    // Unavailable: something has been left out only since a user could not be looked up yet.
    Status whole() const { return m_open ? tl::unexpected(m_open->why) : Status(); }
    // Whether that user is known by now: an answer that is made anew may show more.
    bool knowsMore() const {
        return m_open && m_gate.decide(m_open->action, m_principal, m_open->object);
    }
    void startAnew() { m_open.reset(); }

private:
    // A question that nobody could answer when it was asked.
    struct Open {
        Acls::Action action;
        Object object;
        Error why;
    };

    Gate m_gate;
    std::string m_principal;
    mutable std::optional<Open> m_open; // the first
};

} // namespace muster::agentd

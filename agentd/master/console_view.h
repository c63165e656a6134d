// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>

#include "agentd/gate.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

class Control;

// What of the cluster the ACLs show to somebody at a console: the rest is left out as if it were
// not there. Machines and their GPUs are shown to all, without who holds them. One thread.
class ConsoleView {
public:
    ConsoleView(Gate gate, std::string principal, const Control& control);

    bool showsAll() const { return m_all; } // nothing is ever left out
    bool showsTask(const std::string& framework, const std::string& user) const;
    bool showsJob(const std::string& user) const;
    bool shows(const muster::v1::Framework& framework) const;
    bool shows(const muster::v1::Task& task) const;
    bool shows(const muster::v1::Job& job) const;
    bool shows(const muster::v1::Offer& offer) const;
    bool shows(const muster::v1::Alert& alert) const;

    void restrict(muster::v1::Rows& rows) const;
    void restrict(muster::v1::Refusals& refusals) const;
    void restrict(muster::v1::Usage& usage) const;

    // Unavailable: rows have been left out only since a user could not be looked up yet.
    Status whole() const { return m_open ? tl::unexpected(m_open->why) : Status(); }
    // Whether that user is known by now: what the view is made of anew may show more.
    bool knowsMore() const;
    void startAnew() { m_open.reset(); }

private:
    // A question that nobody could answer when it was asked.
    struct Open {
        Acls::Action action;
        std::string user;
        Error why;
    };

    bool may(Acls::Action action, std::optional<std::string_view> user) const;
    bool showsFramework(const std::string& id) const;
    bool showsTasksOf(const std::string& user) const;

    Gate m_gate;
    std::string m_principal;
    const Control* m_control;
    bool m_all = false;
    mutable std::optional<Open> m_open; // the first
};

// One console's view of a stream of snapshots and deltas: what is told to be removed was shown.
class ConsoleStream {
public:
    explicit ConsoleStream(ConsoleView view) : m_view(std::move(view)) { }

    bool showsAll() const { return m_view.showsAll(); }
    muster::v1::Message restricted(const muster::v1::Message& message);

    // Of all since the last snapshot, as in ConsoleView.
    Status whole() const { return m_view.whole(); }
    bool knowsMore() const { return m_view.knowsMore(); }

private:
    void note(const muster::v1::Rows& rows);
    void restrict(muster::v1::Removed& removed);

    ConsoleView m_view;
    std::set<std::string> m_shown; // frameworks, tasks, jobs, offers and alerts, each with its kind
};

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "agentd/master/viewer.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

class Control;

// What of the cluster the ACLs show to somebody at a console: the rest is left out as if it were
// not there. Machines and their GPUs are shown to all, without who holds them and the processes of
// tasks. One thread.
class ConsoleView {
public:
    ConsoleView(Gate gate, std::string principal, const Control& control);

    bool showsAll() const { return m_all; } // no row is ever left out
    bool showsSamples() const { return m_samples; } // of GPUs, as /metrics has them
    bool showsTask(const std::string& framework, const std::string& user) const;
    bool showsJob(const std::string& user) const;
    bool shows(const muster::v1::Framework& framework) const;
    bool shows(const muster::v1::Task& task) const;
    bool shows(const muster::v1::Job& job) const;
    bool shows(const muster::v1::Offer& offer) const;
    bool shows(const muster::v1::Alert& alert) const;
    bool shows(const muster::v1::Service& service) const;
    bool shows(const muster::v1::Schedule& schedule) const;

    void restrict(muster::v1::Rows& rows) const;
    void restrict(muster::v1::Refusals& refusals) const;
    void restrict(muster::v1::Usage& usage) const;

    // What the view is made of: it tells whether rows were left out that nobody could decide on.
    const Viewer& viewer() const { return m_viewer; }
    void startAnew() { m_viewer.startAnew(); }

private:
    void restrict(muster::v1::Gpu& gpu) const;
    bool showsKnown(const std::string& framework, const std::string& task) const;
    bool showsFramework(const std::string& id) const;
    bool showsTasksOf(const std::string& user) const;

    Viewer m_viewer;
    const Control* m_control;
    bool m_all = false;
    bool m_samples = false;
};

// One console's view of a stream of snapshots and deltas: what is told to be removed was shown.
class ConsoleStream {
public:
    explicit ConsoleStream(ConsoleView view) : m_view(std::move(view)) { }

    bool showsAll() const { return m_view.showsAll(); }
    muster::v1::Message restricted(const muster::v1::Message& message);

    // Of all since the last snapshot.
    const Viewer& viewer() const { return m_view.viewer(); }

private:
    void note(const muster::v1::Rows& rows);
    void restrict(muster::v1::Removed& removed);
    void withdraw(muster::v1::Delta& delta) const;

    ConsoleView m_view;
    std::set<std::string> m_shown; // names of what may be left out, with their kinds
};

} // namespace muster::agentd

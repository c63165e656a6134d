// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/kernel/cluster/master.h"

namespace muster::agentd {

// One of Muster's own schedulers as a framework among others: its identity, and its link to the
// master. When it has been torn down it connects anew, on another link, and nothing that it asks
// for before reaches the master. Not thread-safe.
class OwnFramework {
public:
    // `id`: of an earlier life, or empty. `master` outlives it.
    OwnFramework(FrameworkId id, cluster::Link link, const cluster::Master& master)
        : m_id(std::move(id)), m_link(link), m_master(master) { }

    cluster::Link link() const { return m_link; } // on which its calls come
    const FrameworkId& id() const { return m_id; }
    void named(FrameworkId id) { m_id = std::move(id); }

    // The master has closed that link because the framework is no more. Of what else it refuses it
    // would refuse the same again.
    bool isTornDown(cluster::Link closed) const {
        return closed == m_link && !m_id.empty() && !m_master.framework(m_id);
    }
    void reconnect(cluster::Link link) { // then it is to be told that it is connected
        m_link = link;
        m_connecting = true;
    }
    void told() { m_connecting = false; } // that it is connected
    // Whether what it asks for is for the framework that is.
    bool mayCall() const { return !m_connecting; }

private:
    FrameworkId m_id;
    cluster::Link m_link;
    bool m_connecting = false; // it has not been told of its link
    const cluster::Master& m_master;
};

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "agentd/gate.h"
#include "core/kernel/cluster/messages.h"

// What the ACLs let a framework do, and Mesos' words where they do not.
namespace muster::agentd {

// What the right to it is asked for: each role that is reserved to, and each principal whose
// reservation is taken back.
std::vector<Object> objectsOf(const cluster::ChangeReservations& change);

// Whether somebody who showed that principal may subscribe so: if the info names none, it becomes
// its own. Who shows the operator's token may act for any.
Status admit(const Gate& gate, const std::string& shown, cluster::FrameworkInfo& info);
// Why it may not register with its roles; empty: it may.
std::string registrationRefusal(
    const Gate& gate, const cluster::FrameworkInfo& info, const std::string& shown);

// Why somebody who showed that principal may not speak for a framework of this one; empty: it may.
std::string strangerRefusal(const std::string& shown, const cluster::FrameworkInfo& info);

// Marks the tasks that it may not launch as users of its choice, those of no user, and the
// reservations that it may not change: the master refuses them. It drops the tasks of users that
// could not be looked up yet.
void markDenied(const Gate& gate, const cluster::FrameworkInfo& info, const std::string& shown,
    cluster::Accept& call);

} // namespace muster::agentd

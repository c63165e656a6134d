// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agentd/master/acls.h"
#include "core/kernel/cluster/messages.h"

// What the ACLs let a framework do, and Mesos' words where they do not.
namespace muster::agentd {

// Who shows the operator's token may act for any principal.
inline constexpr std::string_view kOperator = "operator";

// What the ACLs ask before the call is carried out, if anything.
struct Permission {
    Acls::Action action;
    std::optional<std::string> object;
};
std::vector<Permission> permissionsFor(const cluster::ChangeReservations& change);

// Whether somebody who showed that principal may subscribe so: if the info names none, it becomes
// its own. Who shows the operator's token may act for any.
Status admit(const Acls& acls, const std::string& shown, cluster::FrameworkInfo& info);
// Why it may not register with its roles; empty: it may.
std::string registrationRefusal(const Acls& acls, const cluster::FrameworkInfo& info);

// Marks the tasks that it may not launch as users of its choice, and the reservations that it may
// not change: the master refuses them.
void markDenied(const Acls& acls, const cluster::FrameworkInfo& info, cluster::Accept& call);

} // namespace muster::agentd

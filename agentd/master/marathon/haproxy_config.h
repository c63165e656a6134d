// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "agentd/master/marathon/app_answers.h"

namespace muster::agentd::marathon {

// A configuration of HAProxy, of the apps whose label HAPROXY_GROUP names the group: each service
// port is open and leads to the instances that serve, as long as they take connections; for n its
// index, HAPROXY_n_VHOST (hosts with
// commas between them) and HAPROXY_n_PATH lead there from port 80, HAPROXY_n_MODE is http or tcp,
// by default tcp unless there is a VHOST. Facts: marathon-lb. What is written depends on the apps
// alone, in the order of their ids. No label can become more than it is meant to: what has other
// characters than a host or path needs is left out, and a comment names the app.
std::string haproxyConfig(std::span<const AppView> apps, std::string_view group = "external");

} // namespace muster::agentd::marathon

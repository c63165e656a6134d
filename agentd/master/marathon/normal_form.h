// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/marathon/schema.h"

// One form for what can be written in several, as Marathon normalises it. Of apps, or of the
// members that change one, that conform to the schema.
namespace muster::agentd::marathon {

// `uris`, `ports`, `ipAddress`, `container.docker.network` and `container.docker.portMappings`
// become `fetch`, `portDefinitions`, `networks` and `container.portMappings`. Both in one body is a
// defect.
void translateOldSpellings(Json& app, Defects& defects);

// What a whole app has unless it says otherwise and a schema cannot know: its network, its ports,
// the ports of its health checks, its strategies.
void complete(Json& app, const std::string& role);

} // namespace muster::agentd::marathon

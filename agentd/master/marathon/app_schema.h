// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/marathon/schema.h"

namespace muster::agentd::marathon {

// All fields of an app that Marathon knows, old spellings included. Facts: its app.raml.
const Schema& appSchema();

bool isDocker(const Json& app); // of the Docker Engine
bool isOnHostNetwork(const Json& app); // the default
const Json& portsOf(const Json& app); // its port definitions, or off that network its mappings

} // namespace muster::agentd::marathon

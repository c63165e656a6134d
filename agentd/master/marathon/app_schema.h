// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/marathon/schema.h"

namespace muster::agentd::marathon {

// All fields of an app that Marathon knows, old spellings included. Facts: its app.raml.
const Schema& appSchema();

} // namespace muster::agentd::marathon

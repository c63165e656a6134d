// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace muster::agentd::api {

// Muster's own calls (muster_calls.h) as an OpenAPI 3.1 document in JSON: paths and methods are
// those of the table of rights, schemas those of the messages. Each call has a line of a shell as
// its example, under "x-codeSamples", in which $MUSTER is the master's address and $TOKEN a token.
std::string apiDocument();

} // namespace muster::agentd::api

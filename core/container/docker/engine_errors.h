// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/container/docker/engine.h"

// What the engine's two clients, of answers and of connections, say is wrong.
namespace muster::container::docker {

inline constexpr long firstError = 400; // of the statuses

std::string nameOf(const EngineRequest& request); // "POST /containers/create"
tl::unexpected<Error> refused(const EngineRequest& request, long status, const std::string& body);
tl::unexpected<Error> unreachable(const std::string& socket, int error); // of errno
tl::unexpected<Error> late(const EngineRequest& request, std::chrono::milliseconds limit);

} // namespace muster::container::docker

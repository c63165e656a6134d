// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "agentd/content.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"

// How a request to an agent's operator API is read: its media types, which may be streams of
// records, and whether the call is complete. Order and texts are Mesos' (slave/http.cpp api(),
// slave/validation.cpp).
namespace muster::agentd::api {

struct AgentMedia {
    Media content = Media::Json; // of the body, or of its records
    Media accept = Media::Json; // of the answer, or of its records
    bool streamsContent = false; // application/recordio, with Message-Content-Type
    bool streamsAccept = false; // likewise, with Message-Accept
};

OrRefusal<AgentMedia> agentMedia(const net::HttpRequest& request);

// A whole call; what is wrong with it is a 400.
OrRefusal<mesos::v1::agent::Call> readAgentCall(std::string_view body, Media media);

// Why a call of this type cannot come, or be answered, in these.
std::optional<net::HttpResponse> misfit(
    const mesos::v1::agent::Call& call, const AgentMedia& media);

// Of a call about one container; nothing otherwise.
const mesos::v1::ContainerID* containerOf(const mesos::v1::agent::Call& call);

} // namespace muster::agentd::api

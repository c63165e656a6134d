// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/cli/rest_client.h"

// How a service stands, of what Marathon's API tells.
namespace muster::cli {

// The entry about the app in /queue; null: nothing of it waits.
const RestClient::Json& queuedOf(const RestClient::Json& queue, const std::string& id);

// "running", "deploying", "waiting", "delayed", "suspended" or "unhealthy". `app`: with its counts
// and deployments.
std::string serviceState(const RestClient::Json& app, const RestClient::Json& queued);

// "too few free GPUs": what most of the nodes lack that offered something. Empty: nothing waits.
std::string whyWaiting(const RestClient::Json& queued);
// The same with its numbers: "2 instances: too few free GPUs in 3 of 4 offers".
std::string waitingText(const RestClient::Json& queued);

// "restart 1/2": what the app's deployment is doing, and which of its steps that is; empty: it has
// none. `deployments`: the answer of /deployments.
std::string deploymentText(const RestClient::Json& deployments, const std::string& id);

// Of an instance: "healthy", "unhealthy", or empty while nothing is known.
std::string healthText(const RestClient::Json& task);

} // namespace muster::cli

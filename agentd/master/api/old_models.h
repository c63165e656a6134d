// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/json_writer.h"
#include "agentd/master/api/operator_models.h"
#include "agentd/master/viewer.h"

// How Mesos' old endpoints write what the master knows. Resources are one object in which cpus,
// gpus, mem and disk always stand (doc/features.md B9). Facts: doc/wire.md, "Old endpoints",
// recordings.
namespace muster::agentd::api {

std::string flagsJson(const std::map<std::string, std::string>& flags);
std::string versionJson();
void writeVersion(JsonWriter& json); // as members of an object that says more

double seconds(Instant at); // since the epoch, microseconds as the fraction

std::map<std::string, Resources> reservedByRole(const Resources& resources);
Resources unreserved(const Resources& resources);
void writeResources(JsonWriter& json, const Resources& resources);
void writeTask(JsonWriter& json, const cluster::Task& task);

using Offers = std::vector<const cluster::Offer*>;
// Without the brackets around, so that an endpoint may add to it.
void writeAgentMembers(JsonWriter& json, const cluster::Agent& agent, const Offers& offers,
    const Control& control, const MasterFacts& facts);
// The same bundles as arrays of Resource: what /slaves has beyond /state.
void writeFullResources(JsonWriter& json, const cluster::Agent& agent, const Offers& offers);
// What /state-summary has of a framework; /frameworks goes on from there.
void writeFrameworkMembers(
    JsonWriter& json, const cluster::Framework& framework, const Offers& offers);

struct FrameworkParts {
    Offers offers;
    std::vector<const cluster::Task*> tasks; // of every kind
    std::vector<std::pair<AgentId, const cluster::ExecutorInfo*>> executors;
};
void writeFramework(
    JsonWriter& json, const cluster::Framework& framework, const FrameworkParts& parts);

} // namespace muster::agentd::api

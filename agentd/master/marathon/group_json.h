// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <span>
#include <variant>
#include <vector>

#include "agentd/master/marathon/app_answers.h"
#include "agentd/master/marathon/app_rules.h"

// Groups: a tree as people write and read it, a flat list of apps in the kernel.
namespace muster::agentd::marathon {

// What a body says of one group beside its apps.
struct Group {
    std::set<services::AppId> dependencies{};
    bool listsApps = false; // an app of it that is not in the list is to be removed
    bool listsGroups = false; // likewise a group within it
    bool operator==(const Group&) const = default;
};

struct GroupContent {
    std::vector<services::AppSpec>
        apps; // all beneath it; each also depends on what these groups do
    std::map<services::AppId, Group> groups; // those that are listed, itself included
};
struct ScaleBy {
    double factor;
};

// What a POST or PUT asks for.
struct GroupChange {
    services::AppId id;
    std::variant<GroupContent, ScaleBy, services::Version> to;
};

// The id is the path's; a body may name another one beneath it.
OrRefusal<GroupChange> groupChange(
    std::string_view body, const services::AppId& id, const AppSettings& settings);

// An app depends also on what the groups that it is in depend on. Its document does not tell: to be
// called for each app that is new or changed.
void inheritDependencies(services::AppSpec& app, const std::map<services::AppId, Group>& groups);

// Which of the existing apps the content no longer has.
std::set<services::AppId> removedApps(
    const GroupContent& content, std::span<const services::AppId> existing);

int scaledInstances(int instances, ScaleBy by); // rounded up

// The answer to GET /v2/groups[/{id}]: all beneath it. `views` are by id, `groups` what is known
// of them; the groups that only their apps tell of are there, too.
std::string groupAnswer(const services::AppId& id, std::span<const AppView> views,
    const std::map<services::AppId, Group>& groups, services::Version version, const Embed& embed,
    Instant now);

} // namespace muster::agentd::marathon

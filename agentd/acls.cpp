// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/acls.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <thread>

#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include "agentd/account_lookup.h"
#include "core/container/spec.h"
#include "core/kernel/base/number.h"

namespace muster::agentd {
namespace {

using Json = nlohmann::json;
using Action = Acls::Action;

// One row an action.
struct ActionRow {
    Action action;
    const char* key;
    const char* objects;
    bool named; // false: Mesos has no names for the objects, a rule takes all or none of them
};

constexpr ActionRow kActions[] = {
    {Action::RegisterFrameworks, "register_frameworks", "roles", true},
    {Action::RunTasks, "run_tasks", "users", true},
    {Action::ReserveResources, "reserve_resources", "roles", true},
    {Action::UnreserveResources, "unreserve_resources", "reserver_principals", true},
    {Action::CreateVolumes, "create_volumes", "roles", true},
    {Action::DestroyVolumes, "destroy_volumes", "creator_principals", true},
    {Action::ResizeVolumes, "resize_volumes", "roles", true},
    {Action::TeardownFrameworks, "teardown_frameworks", "framework_principals", true},
    {Action::UpdateWeights, "update_weights", "roles", true},
    {Action::GetEndpoints, "get_endpoints", "paths", true},
    {Action::GetQuotas, "get_quotas", "roles", true},
    {Action::UpdateQuotas, "update_quotas", "roles", true},
    {Action::ViewFrameworks, "view_frameworks", "users", true},
    {Action::ViewTasks, "view_tasks", "users", true},
    {Action::ViewExecutors, "view_executors", "users", true},
    {Action::ViewRoles, "view_roles", "roles", true},
    {Action::ViewFlags, "view_flags", "flags", false},
    {Action::ViewContainers, "view_containers", "users", true},
    {Action::AccessSandboxes, "access_sandboxes", "users", true},
    {Action::AccessMesosLogs, "access_mesos_logs", "logs", false},
    {Action::SetLogLevel, "set_log_level", "level", false},
    {Action::RegisterAgents, "register_agents", "agents", false},
    {Action::DrainAgents, "drain_agents", "agents", false},
    {Action::DeactivateAgents, "deactivate_agents", "agents", false},
    {Action::ReactivateAgents, "reactivate_agents", "agents", false},
    {Action::MarkAgentsGone, "mark_agents_gone", "agents", false},
    {Action::UpdateMaintenanceSchedules, "update_maintenance_schedules", "machines", false},
    {Action::GetMaintenanceSchedules, "get_maintenance_schedules", "machines", false},
    {Action::StartMaintenances, "start_maintenances", "machines", false},
    {Action::StopMaintenances, "stop_maintenances", "machines", false},
    {Action::GetMaintenanceStatuses, "get_maintenance_statuses", "machines", false},
    {Action::LaunchNestedContainersAsUser, "launch_nested_containers_as_user", "users", true},
    {Action::LaunchNestedContainersUnderParentWithUser,
        "launch_nested_containers_under_parent_with_user", "users", true},
    {Action::LaunchNestedContainerSessionsAsUser, "launch_nested_container_sessions_as_user",
        "users", true},
    {Action::LaunchNestedContainerSessionsUnderParentWithUser,
        "launch_nested_container_sessions_under_parent_with_user", "users", true},
    {Action::AttachContainersInput, "attach_containers_input", "users", true},
    {Action::AttachContainersOutput, "attach_containers_output", "users", true},
    {Action::KillNestedContainers, "kill_nested_containers", "users", true},
    {Action::WaitNestedContainers, "wait_nested_containers", "users", true},
    {Action::RemoveNestedContainers, "remove_nested_containers", "users", true},
    {Action::LaunchStandaloneContainers, "launch_standalone_containers", "users", false},
    {Action::KillStandaloneContainers, "kill_standalone_containers", "users", false},
    {Action::WaitStandaloneContainers, "wait_standalone_containers", "users", false},
    {Action::RemoveStandaloneContainers, "remove_standalone_containers", "users", false},
    {Action::ViewStandaloneContainers, "view_standalone_containers", "users", false},
    {Action::ModifyResourceProviderConfigs, "modify_resource_provider_configs",
        "resource_providers", false},
    {Action::MarkResourceProvidersGone, "mark_resource_providers_gone", "resource_providers",
        false},
    {Action::ViewResourceProviders, "view_resource_providers", "resource_providers", false},
    {Action::PruneImages, "prune_images", "images", false},
    {Action::CreateBlockDisks, "create_block_disks", "roles", true},
    {Action::DestroyBlockDisks, "destroy_block_disks", "roles", true},
    {Action::CreateMountDisks, "create_mount_disks", "roles", true},
    {Action::DestroyMountDisks, "destroy_mount_disks", "roles", true},
    {Action::DestroyRawDisks, "destroy_raw_disks", "roles", true},
};

constexpr std::chrono::seconds kPatience{5}; // with the directory service, at the start

const ActionRow& rowOf(Action action) {
    return *std::find_if(std::begin(kActions), std::end(kActions),
        [action](const ActionRow& row) { return row.action == action; });
}

Result<std::optional<Acls::Account>> lookUp(const std::string& user) {
    const auto found = container::resolveUser(user);
    if (!found) {
        return found.error().kind == Error::Kind::Unavailable
            ? tl::unexpected(found.error())
            : Result<std::optional<Acls::Account>>(std::nullopt);
    }
    Acls::Account out{found->uid, {found->gid}};
    out.groups.insert(out.groups.end(), found->groups.begin(), found->groups.end());
    return out;
}

// A list of 100,000 tasks asks for the same few users; one that is made or changed is known soon.
const AccountLookup& accountsOfThisMachine() {
    static const AccountLookup lookup(lookUp, {});
    return lookup;
}

Result<std::optional<Acls::Account>> onThisMachine(const std::string& user) {
    return accountsOfThisMachine()(user);
}

bool isUsers(const ActionRow& row) {
    return std::string_view(row.objects) == "users";
}

bool isSubrole(std::string_view role, std::string_view pattern) {
    return pattern.ends_with("/%") && role.starts_with(pattern.substr(0, pattern.size() - 1));
}

// The first key of `object` that is not in `known`.
const std::string* strangeKey(const Json& object, std::initializer_list<std::string_view> known) {
    for (const auto& [key, value] : object.get_ref<const Json::object_t&>()) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            return &key;
        }
    }
    return nullptr;
}

} // namespace

struct Acls::Reader {
    static Result<Entity> entity(const Json& json, const ActionRow& row, const char* key) {
        const bool named = row.named || std::string_view(key) == "principals";
        const auto* remedy = named
            ? "use {\"values\":[\"NAME\"]}, {\"type\":\"ANY\"} or {\"type\":\"NONE\"}"
            : "use {\"type\":\"ANY\"} or {\"type\":\"NONE\"}";
        const auto wrong = [&](std::string_view what) {
            return failure(fmt::format("{}: {}: {}", key, what, remedy));
        };
        if (!json.is_object()) {
            return wrong("is missing or not an object");
        }
        if (const auto* strange = strangeKey(json, {"type", "values"})) {
            return wrong(fmt::format("'{}' is not known", *strange));
        }
        Entity out;
        const auto type = json.value("type", Json("SOME"));
        if (type == "ANY") {
            out.type = Entity::Type::Any;
        } else if (type == "NONE") {
            out.type = Entity::Type::None;
        } else if (type != "SOME") {
            return wrong(fmt::format("the type {} is not known", type.dump()));
        } else if (!named) {
            return wrong("individual values are not possible here");
        }
        const auto values = json.value("values", Json::array());
        if (!values.is_array()) {
            return wrong("'values' is not an array");
        }
        for (const auto& value : values) {
            if (!value.is_string()) {
                return wrong("a value is not a string");
            }
            if (std::string_view(key) == "users" && value.get_ref<const std::string&>().empty()) {
                return wrong("a user name must not be empty");
            }
            out.values.push_back(value.get<std::string>());
        }
        return out;
    }

    static Result<Rule> rule(const Json& json, const ActionRow& row) {
        if (!json.is_object()) {
            return failure(fmt::format(
                "is not an object: use {{\"principals\":{{...}},\"{}\":{{...}}}}", row.objects));
        }
        if (const auto* strange = strangeKey(json, {"principals", row.objects})) {
            return failure(fmt::format(
                "'{}' is not known: the keys are 'principals' and '{}'", *strange, row.objects));
        }
        auto principals = entity(json.value("principals", Json()), row, "principals");
        if (!principals) {
            return tl::unexpected(principals.error());
        }
        auto objects = entity(json.value(row.objects, Json()), row, row.objects);
        if (!objects) {
            return tl::unexpected(objects.error());
        }
        return Rule{std::move(*principals), std::move(*objects)};
    }

    static Status rules(const Json& json, const ActionRow& row, std::vector<Rule>& out) {
        if (!json.is_array()) {
            return failure(fmt::format("{}: is not an array: use [{{...}}]", row.key));
        }
        for (const auto& item : json) {
            auto made = rule(item, row);
            if (!made) {
                return failure(fmt::format("{}[{}]", row.key, out.size()), made.error());
            }
            out.push_back(std::move(*made));
        }
        return {};
    }
};

Acls::Acls() : Acls(onThisMachine) { }

Acls::Acls(Accounts accounts) : m_accounts(std::move(accounts)) { }

const std::vector<Action>& Acls::actions() {
    static const auto all = [] {
        std::vector<Action> out;
        for (const auto& row : kActions) {
            out.push_back(row.action);
        }
        return out;
    }();
    return all;
}

std::string_view Acls::key(Action action) {
    return rowOf(action).key;
}

std::string_view Acls::objects(Action action) {
    return rowOf(action).objects;
}

Result<Acls> Acls::parse(std::string_view text) {
    auto out = parse(text, onThisMachine);
    for (const auto& user : out ? out->users() : std::vector<std::string>()) {
        accountsOfThisMachine().pin(user);
    }
    return out;
}

Result<Acls> Acls::parse(std::string_view text, Accounts accounts) {
    Json json;
    try {
        json = Json::parse(text);
    } catch (const Json::parse_error& error) {
        return failure(fmt::format("invalid JSON: {}", error.what()));
    }
    if (!json.is_object()) {
        return failure("not a JSON object: use {\"permissive\":false,\"run_tasks\":[...]}");
    }
    Acls out(std::move(accounts));
    for (const auto& [key, value] : json.items()) {
        if (key == "permissive") {
            if (!value.is_boolean()) {
                return failure("permissive: use true or false");
            }
            out.m_permissive = value.get<bool>();
            continue;
        }
        const auto row = std::find_if(std::begin(kActions), std::end(kActions),
            [&key = key](const ActionRow& row) { return key == row.key; });
        if (row == std::end(kActions)) {
            return failure(fmt::format("'{}' is not an action: see the list in Mesos' "
                                       "authorization.md, for example 'run_tasks'",
                key));
        }
        if (auto status = Reader::rules(value, *row, out.m_rules[row->action]); !status) {
            return tl::unexpected(status.error());
        }
    }
    static_cast<void>(out.awaitUsers({}));
    return out;
}

std::vector<std::string> Acls::users() const {
    std::vector<std::string> out;
    for (const auto& [action, rules] : m_rules) {
        for (const auto& rule : rules) {
            if (isUsers(rowOf(action))) {
                out.insert(out.end(), rule.objects.values.begin(), rule.objects.values.end());
            }
        }
    }
    return out;
}

std::vector<std::string> Acls::awaitUsers(std::chrono::steady_clock::duration patience) const {
    constexpr auto interval = std::chrono::milliseconds(20);
    const auto end = std::chrono::steady_clock::now() + patience;
    auto missing = users();
    while (true) {
        std::erase_if(
            missing, [this](const std::string& user) { return m_accounts(user).has_value(); });
        if (missing.empty() || std::chrono::steady_clock::now() >= end) {
            return missing;
        }
        std::this_thread::sleep_for(interval);
    }
}

Result<Acls> Acls::load(std::string_view flag) {
    const auto known = [](Result<Acls> acls) {
        if (const auto missing = acls ? acls->awaitUsers(kPatience) : std::vector<std::string>();
            !missing.empty()) {
            spdlog::warn("--acls: users {} could not be looked up within {} s: what depends on "
                         "them is unavailable until the directory service answers",
                fmt::join(missing, ", "), kPatience.count());
        }
        return acls;
    };
    const auto first = std::min(flag.find_first_not_of(" \t\r\n"), flag.size());
    if (flag.substr(first).starts_with('{')) {
        return known(parse(flag));
    }
    constexpr std::string_view scheme = "file://";
    const std::string path(flag.starts_with(scheme) ? flag.substr(scheme.size()) : flag);
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file) {
        return failure(
            fmt::format("cannot read {}: use the path of a file, or the JSON itself", path));
    }
    auto out = parse(text);
    if (!out) {
        return failure(path, out.error());
    }
    return known(std::move(out));
}

bool Acls::fallback(std::string_view principal) const {
    return m_permissive || principal == kOperator;
}

bool Acls::names(const Entity& principals, std::string_view principal) {
    return principals.type != Entity::Type::Some
        || (!principal.empty()
            && std::ranges::find(principals.values, principal) != principals.values.end());
}

// Two spellings of one account: its name, its uid, or uid:gid. A group that the account is not in
// is more than it has: a rule that names the account does not allow it, one that forbids does
// forbid it.
Result<bool> Acls::isUser(std::string_view wanted, const std::string& listed, bool allows) const {
    if (wanted == listed) {
        return true;
    }
    const auto colon = wanted.find(':');
    const auto uid = wholeNumber<std::uint32_t>(wanted.substr(0, colon));
    const auto account = m_accounts(listed);
    if (!account) {
        return tl::unexpected(account.error());
    }
    if (!*account) { // whose groups nobody knows
        return uid && uid == wholeNumber<std::uint32_t>(listed)
            && (!allows || colon == std::string_view::npos);
    }
    const auto named
        = uid ? Result<std::optional<Account>>(std::nullopt) : m_accounts(std::string(wanted));
    if (!named) {
        return tl::unexpected(named.error());
    }
    const auto wantedUid = *named ? std::optional((*named)->uid) : uid;
    if (wantedUid != (*account)->uid) {
        return false;
    }
    const auto gid = colon == std::string_view::npos
        ? std::nullopt
        : wholeNumber<std::uint32_t>(wanted.substr(colon + 1));
    const auto& groups = (*account)->groups;
    return !allows || !gid || std::ranges::find(groups, *gid) != groups.end();
}

// A request for all of them is matched by a rule for all or none of them, not by one for some.
Result<bool> Acls::covers(
    const Rule& rule, Action action, std::optional<std::string_view> object) const {
    if (rule.objects.type != Entity::Type::Some) {
        return true;
    }
    if (!object) {
        return false;
    }
    const auto& row = rowOf(action);
    const bool roles = std::string_view(row.objects) == "roles";
    const bool allows = rule.principals.type != Entity::Type::None;
    Result<bool> covered = false;
    for (const auto& value : rule.objects.values) {
        auto one = isUsers(row)
            ? isUser(*object, value, allows)
            : Result<bool>(value == *object || (roles && isSubrole(*object, value)));
        if (one.value_or(false)) {
            return true;
        }
        if (!one) {
            covered = std::move(one);
        }
    }
    return covered;
}

Result<bool> Acls::decide(
    Action action, std::string_view principal, std::optional<std::string_view> object) const {
    const auto found = m_rules.find(action);
    if (found == m_rules.end()) {
        return fallback(principal);
    }
    for (const Rule& rule : found->second) {
        if (!names(rule.principals, principal)) {
            continue;
        }
        const auto covered = covers(rule, action, object);
        if (!covered) {
            return covered;
        }
        if (*covered) {
            return rule.principals.type != Entity::Type::None
                && rule.objects.type != Entity::Type::None;
        }
    }
    return fallback(principal);
}

// A rule for some objects says nothing of the others: of those, only the ones that answer
// `someCount` can settle the question.
bool Acls::allowsOverall(Action action, std::string_view principal, bool someCount) const {
    const auto found = m_rules.find(action);
    if (found == m_rules.end()) {
        return fallback(principal);
    }
    for (const Rule& rule : found->second) {
        if (!names(rule.principals, principal)) {
            continue;
        }
        const bool allows
            = rule.principals.type != Entity::Type::None && rule.objects.type != Entity::Type::None;
        if (rule.objects.type != Entity::Type::Some || allows == someCount) {
            return allows;
        }
    }
    return fallback(principal);
}

} // namespace muster::agentd

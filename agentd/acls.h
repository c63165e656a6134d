// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::agentd {

// The principal of the token that the master made itself. Its holder runs the master: what no rule
// speaks of is allowed to it, with "permissive": false too, and it may act for any principal. A
// rule that names it, or ANY principal, binds it as anybody.
inline constexpr std::string_view kOperator = "operator";

// Who may do what: the ACLs of Mesos' local authorizer (its acls.proto and authorization.md).
//     {"permissive": false, "run_tasks": [{"principals": {"values": ["ann"]}, "users": {"type":
//     "ANY"}}]}
// The first rule of an action that matches both principal and object decides; when none does,
// `permissive` (by default true). Users are the same when their uid is: "root", "0" and "0:0".
// Immutable after parse(), which asks for the users of the rules once. load() awaits them for 5 s
// and names in the log those that are still unknown.
class Acls {
public:
    // What Mesos can refuse; each is one key of the JSON.
    enum class Action {
        RegisterFrameworks,
        RunTasks,
        ReserveResources,
        UnreserveResources,
        CreateVolumes,
        DestroyVolumes,
        ResizeVolumes,
        TeardownFrameworks,
        UpdateWeights,
        GetEndpoints,
        GetQuotas,
        UpdateQuotas,
        ViewFrameworks,
        ViewTasks,
        ViewExecutors,
        ViewRoles,
        ViewFlags,
        ViewContainers,
        AccessSandboxes,
        AccessMesosLogs,
        SetLogLevel,
        RegisterAgents,
        DrainAgents,
        DeactivateAgents,
        ReactivateAgents,
        MarkAgentsGone,
        UpdateMaintenanceSchedules,
        GetMaintenanceSchedules,
        StartMaintenances,
        StopMaintenances,
        GetMaintenanceStatuses,
        LaunchNestedContainersAsUser,
        LaunchNestedContainersUnderParentWithUser,
        LaunchNestedContainerSessionsAsUser,
        LaunchNestedContainerSessionsUnderParentWithUser,
        AttachContainersInput,
        AttachContainersOutput,
        KillNestedContainers,
        WaitNestedContainers,
        RemoveNestedContainers,
        LaunchStandaloneContainers,
        KillStandaloneContainers,
        WaitStandaloneContainers,
        RemoveStandaloneContainers,
        ViewStandaloneContainers,
        ModifyResourceProviderConfigs,
        MarkResourceProvidersGone,
        ViewResourceProviders,
        PruneImages,
        CreateBlockDisks,
        DestroyBlockDisks,
        CreateMountDisks,
        DestroyMountDisks,
        DestroyRawDisks,
    };

    // An account by its name or uid, as the machine of the master knows it.
    struct Account {
        std::uint32_t uid = 0;
        std::vector<std::uint32_t> groups; // its own first
    };
    // Nothing: there is none. An error: nobody knows now, and what depends on it cannot be decided.
    using Accounts = std::function<Result<std::optional<Account>>(const std::string& user)>;

    // Everybody may do everything: no ACLs.
    Acls();
    explicit Acls(Accounts accounts);

    static const std::vector<Action>& actions(); // each of them
    static std::string_view key(Action action); // "run_tasks"
    static std::string_view objects(Action action); // "users"

    // A mistake names its key and the remedy: "run_tasks[0].users: ...".
    static Result<Acls> parse(std::string_view json);
    static Result<Acls> parse(std::string_view json, Accounts accounts);
    // The value of --acls: the JSON itself, a path, or "file:///path".
    static Result<Acls> load(std::string_view flag);
    // Asks for the users of the rules until all are known or `patience` is over; those that are
    // not known then. It blocks: for a daemon before it serves.
    std::vector<std::string> awaitUsers(std::chrono::steady_clock::duration patience) const;

    // `principal` empty: nobody in particular (authentication is off). `object`: the role, user,
    // path or principal; nothing for all of them, and where Mesos has no name for it (an agent, a
    // machine, the log). "a/%" in a rule's roles are all roles below a. An error: that of an
    // account on which it depends, and which nobody knows now.
    Result<bool> decide(Action action, std::string_view principal,
        std::optional<std::string_view> object = std::nullopt) const;
    // Whether it is known to be allowed.
    bool allows(Action action, std::string_view principal,
        std::optional<std::string_view> object = std::nullopt) const {
        return decide(action, principal, object).value_or(false);
    }
    // Whether it is allowed for every object there may be.
    bool allowsAll(Action action, std::string_view principal) const {
        return allowsOverall(action, principal, false);
    }
    // Whether there may be an object for which it is allowed.
    bool allowsSome(Action action, std::string_view principal) const {
        return allowsOverall(action, principal, true);
    }

private:
    struct Entity {
        enum class Type { Some, Any, None } type = Type::Some;
        std::vector<std::string> values;
    };
    struct Rule {
        Entity principals;
        Entity objects;
    };
    struct Reader; // from JSON

    bool allowsOverall(Action action, std::string_view principal, bool someCount) const;
    bool fallback(std::string_view principal) const;
    static bool names(const Entity& principals, std::string_view principal);
    Result<bool> covers(
        const Rule& rule, Action action, std::optional<std::string_view> object) const;
    Result<bool> isUser(std::string_view wanted, const std::string& listed, bool allows) const;
    std::vector<std::string> users() const; // of its rules

    Accounts m_accounts;
    bool m_permissive = true;
    std::map<Action, std::vector<Rule>> m_rules;
};

} // namespace muster::agentd

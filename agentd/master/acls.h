// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::agentd {

// Who may do what: the ACLs of Mesos' local authorizer (its acls.proto and authorization.md).
//     {"permissive": false, "run_tasks": [{"principals": {"values": ["ann"]}, "users": {"type":
//     "ANY"}}]}
// The first rule of an action that matches both principal and object decides; when none does,
// `permissive` (by default true). Immutable after parse().
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

    // Everybody may do everything: no ACLs.
    Acls() = default;

    // A mistake names its key and the remedy: "run_tasks[0].users: ...".
    static Result<Acls> parse(std::string_view json);
    // The value of --acls: the JSON itself, a path, or "file:///path".
    static Result<Acls> load(std::string_view flag);

    // `principal` empty: nobody in particular (authentication is off). `object`: the role, user,
    // path or principal; nothing for all of them, and where Mesos has no name for it (an agent, a
    // machine, the log). "a/%" in a rule's roles are all roles below a.
    bool allows(Action action, std::string_view principal,
        std::optional<std::string_view> object = std::nullopt) const;

private:
    struct Entity {
        enum class Type { Some, Any, None } type = Type::Some;
        std::vector<std::string> values;

        bool matches(std::optional<std::string_view> request, bool roles) const;
    };
    struct Rule {
        Entity principals;
        Entity objects;
    };
    struct Reader; // from JSON

    bool m_permissive = true;
    std::map<Action, std::vector<Rule>> m_rules;
};

} // namespace muster::agentd

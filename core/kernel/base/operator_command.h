// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster {

// The one table of operator commands. The audit log, the refusals of rights, the checks of the
// master, the command line and the console's menus and dialogs read it: to add one is a row here
// and what applies it.
enum class CommandKind : std::uint8_t {
    DrainNode,
    ResumeNode,
    MarkNodeGone,
    DeactivateNode,
    RestrictGpu,
    ReleaseGpu,
    HoldJob,
    ReleaseJob,
    KillJob,
    KillTask,
    RescindOffer,
    AcknowledgeAlert,
    TeardownFramework,
    ScheduleMaintenance,
    StartMaintenance,
    StopMaintenance,
    UpdateQuota,
    UpdateWeight,
    PutSchedule,
    DeleteSchedule,
    RunSchedule,
    PauseSchedule,
    ResumeSchedule,
    PutService,
    ScaleService,
    RestartService,
    DeleteService,
    KillInstances,
    CancelDeployment,
    ResetServiceDelay,
};

struct OperatorCommandInfo {
    enum class Reason : std::uint8_t { None, Optional, Required };
    enum class Object : std::uint8_t { Node, Gpu, Job, Task, Offer, Alert, Framework, Schedule, Service };

    CommandKind command;
    std::string_view name; // in the audit log, whose readers look for it: "drain"
    std::optional<Object> object{}; // that it names by an id; none: it names several things
    std::string_view right; // what whoever may not is refused: "drain nodes"
    Reason reason = Reason::Optional;
    std::string_view subject{}; // of one that needs a reason: "A drain" needs one
    bool endsWork = false; // so that it is asked for a yes, or shown what it stops
    std::optional<CommandKind> undo{};
    // Of the command line: "nodes drain", and its summary; empty: it has none.
    std::string_view line{};
    std::string_view summary{};
    // Of the console, in English: its button, its entry in menus, the entry's tool tip, and what
    // stands there when nothing is chosen; empty: it has none.
    std::string_view verb{};
    std::string_view entry{};
    std::string_view tip{};
    std::string_view choose{};
};

std::span<const OperatorCommandInfo> operatorCommands(); // in enum order
const OperatorCommandInfo& info(CommandKind command);

// How the thing stands that a command is about, as far as commands care.
enum class ObjectState : std::uint8_t {
    Ready, // no command holds for it: a node takes work, a GPU is offered, a job is pending
    Draining,
    Drained,
    Deactivated, // takes no work, as a drained one, but its tasks stay
    Gone, // marked so
    Restricted,
    Held,
    Paused,
    Starting,
    Running,
    Ended,
};

// Why the command cannot be given about such a thing, in English, "%1 is already drained"; %1
// stands for its name. Empty: it can.
std::string_view refusal(CommandKind command, ObjectState state);
// Every such text, for translators.
std::span<const std::string_view> refusalWords();

// The checks of a command, whatever door it came through. Errors are Conflict of a state, Invalid
// of a reason, NotFound of an object.
inline constexpr std::size_t kLongestReason = 1000; // bytes; others read it in tables and logs
// `called`: what holds the reason, "reason" or "--reason".
Status checkReason(
    CommandKind command, const std::string& reason, std::string_view called = "reason");
// `detail` follows the words: "by alice: fan rattles"; of what has ended, how: "finished".
Status checkState(
    CommandKind command, ObjectState state, std::string_view name, std::string_view detail = {});
// Nothing is called so.
tl::unexpected<Error> unknownObject(OperatorCommandInfo::Object object, std::string_view called);

} // namespace muster

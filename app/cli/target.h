// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "app/cli/cluster_view.h"
#include "app/cli/command_line.h"
#include "app/cli/exit_code.h"
#include "app/cli/master_flags.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"

namespace muster::cli {

Instant now(); // by the clock of this host

// How somebody names a task.
struct TaskName {
    std::string typed; // the id of a job or a task, or a name
    std::string framework = {}; // only its tasks; empty: anybody's
};

// "--framework", for a command that takes such a name.
Flag frameworkFlag(std::string& into);

// The task that somebody means.
struct Target {
    std::string framework;
    std::string task;
    std::string agent; // empty: it was never launched
    std::string node; // the machine's name

    bool operator==(const Target&) const = default;
};

enum class Wanted { Running, RanOrRuns };

// The job that somebody means: by its id, or by its name if no other has it or all others of that
// name have ended. Null: no job is named so. An error lists those that it may be.
Result<const muster::v1::Job*> findJob(const ClusterView& view, const TaskName& name, Instant now);

// By a job's id or name, as findJob (its newest attempt), a task's id, or the name of the only task
// that runs under it; with RanOrRuns also of the newest that has ended. An error says what there is
// instead: the nearest names, which of several it may be, how and when it ended, or why it waits.
Result<Target> findTarget(
    const ClusterView& view, const TaskName& name, Wanted wanted, Instant now);

// Whether the master knows it for an id of a job without looking: "job-7".
bool isJobId(std::string_view typed);

// The cluster without what ended long ago, for more than the command itself needs: nothing of it
// where the master refuses. That it cannot be reached is said on stderr. Blocks.
tl::expected<ClusterView, ExitCode> lookAround(
    const net::WebSocketClientOptions& master, const CliContext& here);

// The cluster with its newest ended tasks and jobs. These two ask the master; an error is said on
// stderr. They block.
tl::expected<ClusterView, ExitCode> askForTasks(
    const net::WebSocketClientOptions& master, const CliContext& here);
tl::expected<Target, ExitCode> askForTarget(const net::WebSocketClientOptions& master,
    const CliContext& here, const TaskName& name, Wanted wanted);

// Says that the master knows no such job or task, with the names of the nearest ones; without any
// as the master `said` it. Asks the master. Blocks.
ExitCode failUnknown(const net::WebSocketClientOptions& master, const CliContext& here,
    const TaskName& name, const muster::v1::Error& said);
// As askMaster, of a job; one that is not there fails so.
ExitCode askAboutJob(const MasterFlags& flags, const CliContext& here, const std::string& job,
    muster::v1::Request request, const std::function<ExitCode(const muster::v1::Reply&)>& answer);

} // namespace muster::cli

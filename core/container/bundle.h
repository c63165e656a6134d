// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/container/files.h"
#include "core/container/host_view.h"
#include "core/container/process.h"
#include "core/container/spec.h"

namespace muster::container {

// What the agent must know of a started container after it was itself killed. It is written after
// the runtime created the container and before its command runs.
struct ContainerRecord {
    ContainerId id;
    ProcessRef init; // pid 1 of the container
    ProcessRef monitor; // its conmon
    std::string bootId; // process numbers of another boot mean nothing
    std::string sandbox;
    std::vector<unsigned> gpuMinors;
    Duration killGrace{};
    int stopSignal = SIGTERM;
    bool hasTerminal = false;

    bool operator==(const ContainerRecord&) const = default;
};

std::string recordText(const ContainerRecord& record);
std::optional<ContainerRecord> parseRecord(std::string_view text); // nothing unless whole

// The way a container ended. `status` is what muster-init wrote ("exit 137", "signal 9"), exact.
// When it is blank, init itself was killed, and `monitorCode`, conmon's number, is 128 + signal.
Exit exitOf(const ContainerId& id, std::string_view status, std::string_view monitorCode);

// One container's directory and the paths that belong to it. Creating and removing are steps that
// can each be the last before a kill -9: remove() undoes any of them and can be repeated.
class Bundle {
public:
    Bundle(const std::string& stateDirectory, const std::string& mountPlace, ContainerId id);

    Status create() const; // Conflict if it exists
    // Shows the host's files at rootfs(). REQUIRES, as of the next: called once, in the container's
    // own mount namespace (own_mounts.h). On the host that folder stays empty.
    Status mountHost(const HostView& view) const;
    // Shows the image's layers there, under a layer that takes the container's changes, and at
    // volumes() what its mounts have a descriptor of, which are `volumes`. The targets in `image`
    // are what they lead to in it from then on, without links.
    Status mountImage(ImageRoot& image, const std::vector<Fd>& volumes) const;
    // Open for the init to write its status into, with room reserved.
    Result<Fd> createStatusFile() const;
    // Takes the runtime's leftovers, the changes, the exit file and the directory away. A renamed
    // directory commits the removal. REQUIRES: no process of the container is left.
    Status remove() const;
    // Ends a removal that was cut short.
    static Status removeDiscarded(const std::string& stateDirectory, const std::string& name);

    bool exists() const;
    bool isWaitingForStart() const; // created by runc, its command not yet running
    bool isInitReady() const; // takes signals
    std::optional<ContainerRecord> record() const;
    bool hasExitFile() const;
    Exit exit() const; // without oomKilled

    const ContainerId& id() const { return m_id; }
    std::string directory() const { return m_state + "/containers/" + m_id.value; }
    std::string file(const char* name) const { return directory() + '/' + name; }
    // What these two show is there in the container's own mount namespace only. The folders are on
    // the host: a runtime that runs something beside begins in the first.
    std::string rootfs() const { return m_place + "/root"; }
    std::string volumes() const { return stage() + "/volumes"; }
    std::string changes() const { return m_state + "/changes/" + m_id.value; }
    // Of mount_points.h, for all of them.
    static std::string mountPoints(const std::string& stateDirectory) {
        return stateDirectory + "/mount-points";
    }
    std::string exitFile() const { return m_state + "/exits/" + m_id.value; }
    std::string startFifo() const { return runtimeDirectory() + "/exec.fifo"; }
    std::string runtimeDirectory() const { return m_state + "/runc/" + m_id.value; }

private:
    std::string stage() const { return m_state + "/stage"; }
    Status mountStage() const;

    std::string m_state;
    std::string m_place;
    ContainerId m_id;
};

// The task's directory and its output files, made or taken over: 0700, owned by the task's user.
// Works on descriptors and refuses links: the user may have written there before.
struct Sandbox {
    Fd out;
    Fd error;
};
Result<Sandbox> openSandbox(const std::string& path, const UserIds& user);
// Of a container nested in the one whose sandbox is at `path`: ".containers/<name>" in it.
Result<Sandbox> openNestedSandbox(const std::string& path, const std::string& name);

// This boot of the kernel.
std::string bootId();

} // namespace muster::container

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/container/host_facts.h"
#include "core/container/spec.h"

namespace muster::container {

// What nobody but the host's own root should read, as absolute paths without links.
struct HostSecrets {
    // Files and folders that exist. One that is replaced on the host later is shown again.
    std::vector<std::string> places;
    // By folder: names that stay hidden whatever becomes of them, as /etc/shadow, which is another
    // file after each change of a password.
    std::map<std::string, std::vector<std::string>> names;

    void add(const HostSecrets& more);

    bool operator==(const HostSecrets&) const = default;
};

// Those of every machine: passwords, keys of ssh, root's files, and Muster's tokens and keys of
// ssh of everybody who has a home. `root`: "" but in tests. A link in somebody's home is followed
// within that home only.
HostSecrets machineSecrets(const std::string& root = "");
// Files that the agent's flags name, where they are and where a link to them is.
HostSecrets fileSecrets(const std::vector<std::string>& files);

// The same of all daemons of this machine: each keeps a list in `folder`, a path a line, the first
// its work directory; a list whose work directory is gone counts no more. Nothing below `except`.
HostSecrets listedSecrets(const std::string& folder, const std::vector<std::string>& except);

// Removes the lists whose work directory is gone: each would be read at each launch.
// REQUIRES: nobody writes a list meanwhile.
void removeAbandonedLists(const std::string& folder);

// The host's files as a task without an image sees them.
struct HostView {
    std::vector<std::string> mounts; // of file systems, each at its own place, in this order
    bool readOnly = false;
    HostSecrets hidden;
    std::vector<std::string> ours; // where the runtime will mount: above them it makes folders

    bool operator==(const HostView&) const = default;
};

// Mounts in `facts` that hold real files, not hidden, not another engine's, and no second view of
// the host's root: another agent's container may be one. Pure.
std::vector<std::string> shownMounts(const HostFacts& facts);

// What of `view.hidden` needs a mount of its own: nothing that lies in a folder which is hidden or
// mounted over as a whole. Pure.
HostSecrets withoutCovered(const HostView& view);

// Of a task that may do more than a plain user may in a shell: root, or with capabilities. It sees
// everything read-only, and no secret.
bool isPrivileged(const ContainerSpec& spec);

// Makes the folder `rootfs` that view. `place`: an empty folder on a file system of its own, kept
// as long as the view. A file system that has vanished meanwhile is left out. Follows no link.
// REQUIRES: the calling thread's mount namespace is the container's own.
Status mountHostView(const std::string& place, const std::string& rootfs, const HostView& view);

} // namespace muster::container

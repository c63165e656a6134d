// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/container/bundle.h"
#include "core/container/files.h"
#include "core/container/process.h"
#include "core/kernel/base/id.h"

namespace muster::container {

// Notices that containers ended: from the exit files that their monitors write and, should a
// monitor be killed itself, from the end of the container's first process. Thread-safe; each
// container is named once.
class ExitWatch {
public:
    // Watches from here on: a file written after this is seen, one written before is for recover().
    static Result<std::unique_ptr<ExitWatch>> open(std::string exitDirectory);

    int fd() const { return m_epoll.number(); } // readable when take() has something to look at
    void follow(const ContainerRecord& record);
    // No more news of this container: its end is known. False if it was known before.
    bool settle(const ContainerId& id);
    void forget(const ContainerId& id); // the id may be used again

    struct Ended {
        std::vector<ContainerId> reported; // has an exit file
        std::vector<ContainerId> lost; // monitor and container are gone, there is no exit file
    };
    Ended take();

private:
    struct Followed {
        Fd process;
        ContainerRecord record;
        bool monitorLost = false;
    };

    ExitWatch(std::string exitDirectory, Fd epoll, Fd inotify);
    bool hasExitFile(const ContainerId& id) const;
    void readNotices(std::set<ContainerId>& ids);
    void listDirectory(std::set<ContainerId>& ids) const;
    void processEnded(int descriptor, Ended& ended);
    bool watch(Followed followed, const ProcessRef& process);

    const std::string m_exitDirectory;
    const Fd m_epoll;
    const Fd m_inotify;
    std::mutex m_mutex; // guards everything below
    std::map<int, Followed> m_followed;
    std::set<ContainerId> m_settled;
};

} // namespace muster::container

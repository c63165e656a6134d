// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/exit_watch.h"

#include <array>
#include <cerrno>

#include <dirent.h>
#include <sys/epoll.h>
#include <sys/inotify.h>

namespace muster::container {
namespace {

bool addTo(const Fd& epoll, int descriptor) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = descriptor;
    return epoll_ctl(epoll.number(), EPOLL_CTL_ADD, descriptor, &event) == 0;
}

} // namespace

ExitWatch::ExitWatch(std::string exitDirectory, Fd epoll, Fd inotify)
    : m_exitDirectory(std::move(exitDirectory)), m_epoll(std::move(epoll)),
      m_inotify(std::move(inotify)) { }

Result<std::unique_ptr<ExitWatch>> ExitWatch::open(std::string exitDirectory) {
    Fd epoll(epoll_create1(EPOLL_CLOEXEC));
    Fd inotify(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    // conmon writes under another name and renames: what appears is whole.
    if (!epoll || !inotify || !addTo(epoll, inotify.number())
        || inotify_add_watch(inotify.number(), exitDirectory.c_str(), IN_MOVED_TO | IN_ONLYDIR) < 0)
        return systemFailure("watch " + exitDirectory);
    return std::unique_ptr<ExitWatch>(
        new ExitWatch(std::move(exitDirectory), std::move(epoll), std::move(inotify)));
}

bool ExitWatch::watch(Followed followed, const ProcessRef& process) {
    followed.process = openProcess(process);
    const int descriptor = followed.process.number();
    if (descriptor < 0 || !addTo(m_epoll, descriptor))
        return false;
    m_followed.insert_or_assign(descriptor, std::move(followed));
    return true;
}

void ExitWatch::follow(const ContainerRecord& record) {
    const std::lock_guard lock(m_mutex);
    if (!watch({Fd(), record, false}, record.monitor))
        watch({Fd(), record, true}, record.init);
}

bool ExitWatch::settle(const ContainerId& id) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_followed, [&](const auto& entry) { return entry.second.record.id == id; });
    return m_settled.insert(id).second;
}

void ExitWatch::forget(const ContainerId& id) {
    const std::lock_guard lock(m_mutex);
    m_settled.erase(id);
}

bool ExitWatch::hasExitFile(const ContainerId& id) const {
    return access((m_exitDirectory + '/' + id.value).c_str(), F_OK) == 0;
}

void ExitWatch::listDirectory(std::set<ContainerId>& ids) const {
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(m_exitDirectory.c_str()), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        const std::string name = entry->d_name;
        if (name.find('.') == std::string::npos)
            ids.insert(ContainerId{name});
    }
}

void ExitWatch::readNotices(std::set<ContainerId>& ids) {
    alignas(inotify_event) std::array<char, 16384> buffer{};
    for (;;) {
        const auto size = read(m_inotify.number(), buffer.data(), buffer.size());
        if (size <= 0)
            return;
        for (const char* at = buffer.data(); at < buffer.data() + size;) {
            const auto* event = reinterpret_cast<const inotify_event*>(at);
            if ((event->mask & IN_Q_OVERFLOW) != 0)
                listDirectory(ids);
            else if (event->len > 0)
                ids.insert(ContainerId{event->name});
            at += sizeof(inotify_event) + event->len;
        }
    }
}

// The end of a monitor is usually the end of its work. If it was killed, its container is on its
// own: that one's first process is followed instead.
void ExitWatch::processEnded(int descriptor, Ended& ended) {
    const auto found = m_followed.find(descriptor);
    if (found == m_followed.end())
        return;
    Followed followed = std::move(found->second);
    m_followed.erase(found);
    if (hasExitFile(followed.record.id))
        return;
    const ContainerRecord record = followed.record;
    if (!followed.monitorLost && watch({Fd(), record, true}, record.init))
        return;
    if (m_settled.insert(record.id).second)
        ended.lost.push_back(record.id);
}

ExitWatch::Ended ExitWatch::take() {
    std::set<ContainerId> ids;
    Ended ended;
    const std::lock_guard lock(m_mutex);
    std::array<epoll_event, 64> events{};
    const int count = epoll_wait(m_epoll.number(), events.data(), events.size(), 0);
    readNotices(ids);
    for (const ContainerId& id : ids) {
        // A notice can be older than the container: its id was used, freed and used again.
        if (hasExitFile(id) && m_settled.insert(id).second)
            ended.reported.push_back(id);
    }
    for (int i = 0; i < count; ++i) {
        if (events[static_cast<std::size_t>(i)].data.fd != m_inotify.number())
            processEnded(events[static_cast<std::size_t>(i)].data.fd, ended);
    }
    return ended;
}

} // namespace muster::container

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/sandbox_gc.h"

#include <algorithm>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <boost/asio/post.hpp>
#include <spdlog/spdlog.h>

#include "agentd/agent/files.h"
#include "core/container/beneath.h"
#include "core/kernel/base/elapsed.h"

namespace muster::agentd {
namespace {

using container::Fd;

constexpr Duration kLeastDelay = std::chrono::minutes(10);
constexpr std::size_t kStep = 500; // entries removed before the worker looks whether the agent ends
constexpr std::size_t kMostAtOnce = 1000; // sandboxes a look, on the agent's own thread

std::vector<std::string> foldersIn(int parent, const std::string& name) {
    std::vector<std::string> out;
    const int number = container::openBeneath(parent, name, O_RDONLY | O_DIRECTORY).release();
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        number < 0 ? nullptr : ::fdopendir(number), ::closedir);
    while (const auto* entry = listing ? ::readdir(listing.get()) : nullptr) {
        const std::string_view found = entry->d_name;
        if (found != "." && found != "..") {
            out.emplace_back(found);
        }
    }
    return out;
}

Fd openFolder(const std::string& path) {
    return Fd(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
}

Instant instantOf(const timespec& time) {
    return Instant(std::chrono::duration_cast<Duration>(
        std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
}

} // namespace

Duration allowedAge(Duration delay, double headroom, double usage) {
    const double share = std::clamp(1.0 - headroom - usage, 0.0, 1.0);
    const auto age
        = Duration(static_cast<Duration::rep>(static_cast<double>(delay.count()) * share));
    return std::max(age, std::min(delay, kLeastDelay));
}

EndedSandbox seenFirst(Instant changed, const Now& now) {
    return {now.uptime, std::max(now.wall - changed, Duration(0))};
}

bool isDue(const EndedSandbox& sandbox, Duration allowed, Duration least, Uptime now) {
    const auto since = now - sandbox.seen;
    return sandbox.ageThen + since >= allowed && since >= least;
}

double diskUsage(const std::string& path) {
    struct statvfs disk { };
    if (::statvfs(path.c_str(), &disk) != 0 || disk.f_blocks == 0) {
        return 0;
    }
    return static_cast<double>(disk.f_blocks - disk.f_bfree) / static_cast<double>(disk.f_blocks);
}

SandboxGc::SandboxGc(boost::asio::io_context& io, Options options, Callbacks callbacks, Trash trash)
    : m_io(io), m_options(std::move(options)), m_callbacks(std::move(callbacks)),
      m_trash(std::move(trash)), m_timer(io) { }

Result<std::unique_ptr<SandboxGc>> SandboxGc::open(
    boost::asio::io_context& io, Options options, Callbacks callbacks) {
    auto trash = Trash::open(options.trash);
    if (!trash) {
        return tl::unexpected(trash.error());
    }
    return std::unique_ptr<SandboxGc>(
        new SandboxGc(io, std::move(options), std::move(callbacks), std::move(*trash)));
}

SandboxGc::~SandboxGc() {
    m_ending = true;
    m_worker.join();
}

void SandboxGc::inUse(
    const ContainerId& container, const FrameworkId& framework, const std::string& name) {
    const Key key{framework.value, name};
    m_seen.erase(key);
    m_used.insert_or_assign(container, key);
}

void SandboxGc::ended(const ContainerId& container) {
    const auto used = m_used.extract(container);
    if (!used) {
        return;
    }
    const auto now = m_callbacks.now();
    m_seen.insert_or_assign(used.mapped(), seenFirst(now.wall, now));
    const auto& [framework, name] = used.mapped();
    const Fd root = openFolder(m_options.sandboxes);
    const Fd sandbox(
        container::openBeneath(root.number(), framework + '/' + name, O_RDONLY | O_DIRECTORY));
    const auto since = std::chrono::floor<std::chrono::seconds>(now.wall).time_since_epoch();
    const timespec time{.tv_sec = since.count(), .tv_nsec = 0};
    const timespec both[] = {time, time};
    if (sandbox && ::futimens(sandbox.number(), both) != 0) {
        spdlog::warn("{}", container::systemFailure("set the time of " + name).value().message);
    }
}

void SandboxGc::start() {
    m_started = true;
    look();
}

void SandboxGc::look() {
    if (std::exchange(m_looking, true)) {
        return;
    }
    boost::asio::post(m_worker, [this] {
        m_trash.retry();
        boost::asio::post(m_io, [this, found = list()] { decide(found); });
    });
}

void SandboxGc::makeRoom() {
    m_urgent = true;
    look();
}

std::vector<SandboxGc::Key> SandboxGc::olderHalf(
    const Found& found, const std::set<Key>& used) const {
    std::vector<std::pair<Instant, Key>> ended;
    for (const auto& [key, changed] : found.sandboxes) {
        if (!used.contains(key)) {
            ended.emplace_back(changed, key);
        }
    }
    std::ranges::sort(ended);
    std::vector<Key> out;
    for (std::size_t i = 0; i < std::min((ended.size() + 1) / 2, kMostAtOnce); ++i) {
        out.push_back(ended[i].second);
    }
    return out;
}

SandboxGc::Found SandboxGc::list() const {
    Found out;
    out.usage = m_callbacks.usage();
    const Fd root = openFolder(m_options.sandboxes);
    out.frameworks = foldersIn(root.number(), ".");
    for (const auto& framework : out.frameworks) {
        for (auto& name : foldersIn(root.number(), framework)) {
            struct stat facts { };
            const Fd sandbox(container::openBeneath(root.number(), framework + '/' + name, O_PATH));
            if (sandbox && ::fstat(sandbox.number(), &facts) == 0 && S_ISDIR(facts.st_mode)) {
                out.sandboxes.emplace(Key{framework, std::move(name)}, instantOf(facts.st_mtim));
            }
        }
    }
    return out;
}

// What is in use is known here, at this moment: what is launched from now on finds its name free.
void SandboxGc::decide(const Found& found) {
    const auto now = m_callbacks.now();
    const auto allowed = allowedAge(m_options.delay, m_options.headroom, found.usage);
    const auto least = std::min(m_options.delay, kLeastDelay);
    std::map<Key, EndedSandbox> seen;
    std::size_t taken = 0;
    std::set<Key> used;
    for (const auto& [container, key] : m_used) {
        used.insert(key);
    }
    std::set<Key> gone;
    if (std::exchange(m_urgent, false)) {
        for (const auto& key : olderHalf(found, used)) {
            if (take(key)) {
                gone.insert(key);
            }
        }
        if (!gone.empty()) {
            spdlog::warn("The disk is full: removing sandboxes of ended tasks, oldest first: {}",
                gone.size());
        }
    }
    for (const auto& [key, changed] : found.sandboxes) {
        if (used.contains(key) || gone.contains(key)) {
            continue;
        }
        const auto known = m_seen.find(key);
        const auto sandbox = known == m_seen.end() ? seenFirst(changed, now) : known->second;
        if (taken < kMostAtOnce && isDue(sandbox, allowed, least, now.uptime) && take(key)) {
            ++taken;
        } else {
            seen.emplace(key, sandbox);
        }
    }
    m_seen = std::move(seen);
    m_removed += taken;
    m_allowed = allowed;
    if (taken > 0) {
        spdlog::info(
            "Removing sandboxes of tasks that ended more than {} ago: {}; disk usage was {:.0f}%",
            elapsedText(allowed), taken, 100 * found.usage);
    }
    removeEmpty(found.frameworks);
    boost::asio::post(m_worker, [this] { work(); });
}

bool SandboxGc::take(const Key& key) {
    const auto& [framework, name] = key;
    const Fd root = openFolder(m_options.sandboxes);
    const Fd folder(container::openBeneath(root.number(), framework, O_PATH | O_DIRECTORY));
    const auto taken = m_trash.take(folder.number(), name);
    if (!taken) {
        ++m_notRemoved;
        spdlog::warn("Sandbox {}/{} is kept: {}", framework, name, taken.error().message);
    }
    return taken.has_value();
}

// A launch makes its framework's folder on another thread, but its container is in use before.
void SandboxGc::removeEmpty(const std::vector<std::string>& frameworks) const {
    std::set<std::string> used;
    for (const auto& [container, key] : m_used) {
        used.insert(key.first);
    }
    const Fd root = openFolder(m_options.sandboxes);
    for (const auto& framework : frameworks) {
        if (!used.contains(framework)) {
            ::unlinkat(root.number(), framework.c_str(), AT_REMOVEDIR);
        }
    }
}

void SandboxGc::work() {
    if (m_ending) {
        return;
    }
    if (m_trash.step(kStep)) {
        boost::asio::post(m_worker, [this] { work(); });
    } else {
        boost::asio::post(m_io, [this] { done(); });
    }
}

void SandboxGc::done() {
    m_looking = false;
    ++m_looks;
    if (!m_started) {
        return;
    }
    m_timer.expires_after(m_options.interval);
    m_timer.async_wait([this](boost::system::error_code error) {
        if (!error) {
            look();
        }
    });
}

} // namespace muster::agentd

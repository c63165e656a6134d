// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/set_up.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spdlog/spdlog.h>

#include "core/container/files.h"
#include "core/container/host_view.h"
#include "core/net/address.h"
#include "core/net/context.h"
#include "core/net/token.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

constexpr const char* kContext = "local";
// The home of the user that the service muster-master runs as.
constexpr const char* kServiceHome = "/var/lib/muster";

Status checkFlags(Mode mode, const CommonOptions& options) {
    if (options.tlsCert.empty() != options.tlsKey.empty()) {
        return failure("TLS needs both --tls_certificate and --tls_key");
    }
    if (mode == Mode::Agent) {
        return {};
    }
    if (!options.authenticate) {
        spdlog::warn("--no-authenticate: everyone who can reach this host's loopback address may "
                     "run jobs as any user");
    }
    return net::checkListen(
        options.ip, !options.tlsCert.empty(), options.authenticate, options.authenticate);
}

// A process that a killed daemon was just starting holds its descriptors until it has become the
// other program: the next daemon waits for that moment.
bool takeLock(int fd) {
    constexpr int kAttempts = 20;
    for (int attempt = 1; ::flock(fd, LOCK_EX | LOCK_NB) != 0; ++attempt) {
        if (errno != EWOULDBLOCK || attempt == kAttempts) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return true;
}

constexpr const char* kAgentLock = "agent.lock";
constexpr const char* kMasterLock = "master.lock";

std::vector<const char*> lockNames(Mode mode) {
    switch (mode) {
    case Mode::Agent:
        return {kAgentLock};
    case Mode::Master:
        return {kMasterLock};
    case Mode::Standalone:
        break;
    }
    return {kMasterLock, kAgentLock};
}

// No task may pass for an agent: in a mount namespace of its own it can give a file any path.
bool mayBeDaemon(const std::string& process, const std::string& cgroupParent) {
    const auto folder = "/proc/" + process;
    const auto status = container::readFile(folder + "/status").value_or("");
    const auto groups = container::readFile(folder + "/cgroup");
    const auto isShared = [&](const char* kind) {
        std::error_code error;
        const auto theirs = fs::read_symlink(folder + kind, error);
        return !error && theirs == fs::read_symlink(std::string("/proc/self") + kind, error);
    };
    return status.find("\nUid:\t0\t0\t0\t0\n") != std::string::npos && isShared("/ns/mnt")
        && isShared("/ns/pid") && groups && groups->find(cgroupParent + '/') == std::string::npos;
}

struct User {
    uid_t uid;
    gid_t gid;
    std::string home;
};

// Who typed sudo, if that is how we became root.
std::optional<User> invokingUser() {
    const char* uid = std::getenv("SUDO_UID");
    const passwd* entry = ::geteuid() == 0 && uid != nullptr
        ? ::getpwuid(static_cast<uid_t>(std::strtoul(uid, nullptr, 10)))
        : nullptr;
    if (entry == nullptr || entry->pw_uid == 0) {
        return std::nullopt;
    }
    return User{entry->pw_uid, entry->pw_gid, entry->pw_dir};
}

// Beside somebody's "local": "local-5050".
std::string besides(const net::Context& context) {
    return fmt::format("{}-{}", kContext, context.address.substr(context.address.rfind(':') + 1));
}

// What an earlier daemon wrote: of this address, or of this work directory.
bool isOurs(const net::Context& written, const net::Context& context) {
    const bool sameToken = (!context.tokenFile.empty() && written.tokenFile == context.tokenFile)
        || (!context.token.empty() && written.token == context.token);
    return written.address == context.address || sameToken;
}

// Nothing: both names are of other masters.
std::optional<std::string> nameFor(const net::Context& context, const net::Contexts& contexts) {
    for (const auto& name : {std::string(kContext), besides(context)}) {
        const auto* written = contexts.find(name);
        if (written == nullptr || isOurs(*written, context)) {
            return name;
        }
    }
    return std::nullopt;
}

Result<std::string> tokenIn(const std::string& path) {
    auto file = net::readToken(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    for (const auto& warning : file->warnings) {
        spdlog::warn("{}", warning);
    }
    return file->token;
}

// Another file than the default one.
bool namesToken(const CommonOptions& options) {
    return fs::absolute(options.tokenFile).lexically_normal()
        != fs::absolute(options.workDir + "/token").lexically_normal();
}

// Only there a master may be without authentication.
bool isHere(const std::string& master) {
    const auto endpoint = net::Endpoint::parse(master);
    return endpoint && net::isLoopback(endpoint->authority.host);
}

// What the master wrote for a user when it started (writeUserContext).
std::optional<net::Context> contextOfMaster(const fs::path& path, std::uint16_t port) {
    const auto contexts = net::readContexts(path);
    if (!contexts) {
        spdlog::warn("{}", contexts.error().message);
        return std::nullopt;
    }
    for (const auto& [name, context] : contexts->all) {
        const auto master = net::Endpoint::parse(context.address);
        if (master && net::isLoopback(master->authority.host) && master->authority.port == port) {
            return context;
        }
    }
    return std::nullopt;
}

Result<std::string> tokenOfMasterHere(const std::string& master) {
    const auto port = net::Endpoint::parse(master)->authority.port;
    std::vector<Result<fs::path>> files;
    if (const auto user = invokingUser()) {
        files.push_back(net::contextsPath(nullptr, user->home.c_str()));
    }
    files.push_back(net::contextsPath(std::getenv("XDG_CONFIG_HOME"), std::getenv("HOME")));
    if (::geteuid() == 0) {
        files.push_back(net::contextsPath(nullptr, kServiceHome));
    }
    for (const auto& file : files) {
        const auto context = file ? contextOfMaster(*file, port) : std::nullopt;
        if (context && !(context->tokenFile.empty() && context->token.empty())) {
            auto token = context->tokenFile.empty() ? Result<std::string>(context->token)
                                                    : tokenIn(context->tokenFile);
            if (token) {
                spdlog::info("Using the token of the master at {} from {}", master,
                    context->tokenFile.empty() ? file->string() : context->tokenFile);
            }
            return token;
        }
    }
    return std::string();
}

void writeContext(const char* xdgConfigHome, const char* home, const net::Context& context) {
    const auto path = net::contextsPath(xdgConfigHome, home);
    auto contexts
        = path ? net::readContexts(*path) : Result<net::Contexts>(tl::unexpected(path.error()));
    if (!contexts) {
        spdlog::warn("{}", contexts.error().message);
        return;
    }
    const auto name = nameFor(context, *contexts);
    if (!name) {
        spdlog::warn("The contexts '{}' and '{}' in {} belong to other masters and are kept: add "
                     "this one with 'muster context set NAME {}'",
            kContext, besides(context), path->string(), context.address);
        return;
    }
    auto& kept = contexts->all[*name]; // its certificate authority and colour, too
    kept.address = context.address;
    kept.token = context.token;
    kept.tokenFile = context.tokenFile;
    if (contexts->find(contexts->current) == nullptr) {
        contexts->current = *name;
    }
    if (auto status = net::writeContexts(*path, *contexts); !status) {
        spdlog::warn("{}", status.error().message);
    }
}

} // namespace

Result<WorkDirLock> prepareWorkDir(Mode mode, CommonOptions& options) {
    if (auto status = checkFlags(mode, options); !status) {
        return tl::unexpected(status.error());
    }
    options.workDir = fs::absolute(options.workDir).lexically_normal().string();
    std::error_code error;
    fs::create_directories(options.workDir, error);
    if (error) {
        return failure(
            fmt::format("Cannot create the work directory {}: {}. Choose another with --work_dir",
                options.workDir, error.message()));
    }
    fs::permissions(options.workDir, fs::perms::owner_all, error);
    WorkDirLock lock;
    for (const auto* name : lockNames(mode)) {
        const auto path = options.workDir + "/" + name;
        const auto& file
            = lock.emplace_back(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
        if (!file) {
            return failure(fmt::format(
                "Cannot write to the work directory {}: {}. Choose another with --work_dir",
                options.workDir, std::strerror(errno)));
        }
        if (!takeLock(file.number())) {
            return failure(
                fmt::format(
                    "Another muster-agentd is using {}: stop it, or choose another --work_dir",
                    options.workDir),
                Error::Kind::Conflict);
        }
    }
    return lock;
}

// By the lock, which each has open: of a removed file the kernel still knows the path.
std::map<std::string, pid_t> agentsWithoutWorkDir(const std::string& cgroupParent) {
    const auto lock = fmt::format("/{} (deleted)", kAgentLock);
    std::map<std::string, pid_t> out;
    for (const auto& process : container::namesIn("/proc")) {
        const auto pid = static_cast<pid_t>(std::atoi(process.c_str()));
        if (pid <= 0 || pid == ::getpid()) {
            continue;
        }
        const auto folder = fmt::format("/proc/{}/fd", pid);
        for (const auto& descriptor : container::namesIn(folder)) {
            std::error_code error;
            const auto path = fs::read_symlink(fs::path(folder) / descriptor, error).string();
            if (path.ends_with(lock) && mayBeDaemon(process, cgroupParent)) {
                out.emplace(path.substr(0, path.size() - lock.size()), pid);
            }
        }
    }
    return out;
}

void listSecrets(Mode mode, const std::string& workDir, const std::vector<std::string>& files) {
    if (::geteuid() != 0) { // then its tasks are no root's either
        return;
    }
    std::error_code error;
    fs::create_directories(kSecretLists, error);
    fs::permissions(kSecretLists, fs::perms::owner_all, error);
    // One daemon at a time: none of them takes another's list for abandoned while that one starts.
    const container::Fd folder(::open(kSecretLists, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (folder && ::flock(folder.number(), LOCK_EX) == 0) {
        container::removeAbandonedLists(kSecretLists);
    }
    auto text = workDir + '\n';
    for (const auto& file : files) {
        text += file + '\n';
    }
    const auto path = fmt::format(
        "{}/{:016x}-{}", kSecretLists, std::hash<std::string>()(workDir), lockNames(mode).front());
    if (auto status = container::writeFileAtomically(path, text); !status) {
        spdlog::warn(
            "Other agents of this host do not know which files in {} tasks must not see: {}",
            workDir, status.error().message);
    }
}

Result<std::string> tokenFor(Mode mode, const CommonOptions& options, const std::string& master) {
    std::error_code error;
    if (!fs::exists(options.tokenFile, error) && !error) {
        if (mode == Mode::Agent && !namesToken(options) && isHere(master)) {
            return tokenOfMasterHere(master);
        }
        if (mode == Mode::Agent) {
            return failure(fmt::format("Token file {} not found: copy the master's "
                                       "<work_dir>/token here, or specify it with --token_file",
                options.tokenFile));
        }
        auto token = net::createToken();
        if (!token) {
            return token;
        }
        if (auto status = net::writeToken(options.tokenFile, *token); !status) {
            return tl::unexpected(status.error());
        }
    }
    return tokenIn(options.tokenFile);
}

void writeUserContext(const CommonOptions& options, const std::string& token) {
    net::Context context{.address = ownAddress(options)};
    const auto user = invokingUser();
    if (!user) {
        context.tokenFile = token.empty() ? "" : fs::absolute(options.tokenFile).string();
        writeContext(std::getenv("XDG_CONFIG_HOME"), std::getenv("HOME"), context);
        return;
    }
    context.token = token; // the file is root's
    const pid_t child = ::fork();
    if (child == 0) {
        const bool became
            = ::setgroups(0, nullptr) == 0 && ::setgid(user->gid) == 0 && ::setuid(user->uid) == 0;
        if (became) {
            writeContext(nullptr, user->home.c_str(), context);
        }
        std::_Exit(0);
    }
    ::waitpid(child, nullptr, 0);
}

std::string ownAddress(const CommonOptions& options) {
    const bool any = options.ip == "0.0.0.0" || options.ip == "::";
    const auto host = any ? std::string("127.0.0.1") : options.ip;
    const auto bracketed = host.find(':') == std::string::npos ? host : "[" + host + "]";
    return fmt::format(
        "{}{}:{}", options.tlsCert.empty() ? "" : "https://", bracketed, options.port);
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/set_up.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spdlog/spdlog.h>

#include "core/container/files.h"
#include "core/net/address.h"
#include "core/net/context.h"
#include "core/net/token.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

constexpr const char* kContext = "local";

Status checkFlags(const Options& options) {
    if (options.tlsCert.empty() != options.tlsKey.empty()) {
        return failure("TLS needs both --tls_certificate and --tls_key");
    }
    if (options.mode == Mode::Agent) {
        return {};
    }
    if (!options.authenticate) {
        spdlog::warn("--no-authenticate: everybody who can reach this machine's loopback may run "
                     "jobs as any user");
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

const char* lockName(Mode mode) {
    return mode == Mode::Agent ? "agent.lock" : "master.lock";
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
bool namesToken(const Options& options) {
    return fs::absolute(options.tokenFile).lexically_normal()
        != fs::absolute(options.workDir + "/token").lexically_normal();
}

// Only there a master may be without authentication.
bool masterIsHere(const Options& options) {
    const auto master = net::Endpoint::parse(options.master);
    return master && net::isLoopback(master->authority.host);
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

Result<std::string> tokenOfMasterHere(const Options& options) {
    const auto port = net::Endpoint::parse(options.master)->authority.port;
    std::vector<Result<fs::path>> files;
    if (const auto user = invokingUser()) {
        files.push_back(net::contextsPath(nullptr, user->home.c_str()));
    }
    files.push_back(net::contextsPath(std::getenv("XDG_CONFIG_HOME"), std::getenv("HOME")));
    for (const auto& file : files) {
        const auto context = file ? contextOfMaster(*file, port) : std::nullopt;
        if (context && !(context->tokenFile.empty() && context->token.empty())) {
            spdlog::info("Taking the token of the master at {} from {}", options.master,
                context->tokenFile.empty() ? file->string() : context->tokenFile);
            return context->tokenFile.empty() ? Result<std::string>(context->token)
                                              : tokenIn(context->tokenFile);
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
        spdlog::warn("The contexts '{}' and '{}' of {} are of other masters and stay: add this one "
                     "with 'muster context add NAME --address={}'",
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

WorkDirLock::WorkDirLock(WorkDirLock&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }

WorkDirLock::~WorkDirLock() {
    if (m_fd >= 0) {
        ::close(m_fd);
    }
}

Result<WorkDirLock> prepareWorkDir(Options& options) {
    if (auto status = checkFlags(options); !status) {
        return tl::unexpected(status.error());
    }
    options.workDir = fs::absolute(options.workDir).lexically_normal().string();
    std::error_code error;
    fs::create_directories(options.workDir, error);
    if (error) {
        return failure(
            fmt::format("Cannot make the work directory {}: {}. Name another with --work_dir",
                options.workDir, error.message()));
    }
    fs::permissions(options.workDir, fs::perms::owner_all, error);
    const auto path = options.workDir + "/" + lockName(options.mode);
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        return failure(
            fmt::format("Cannot write to the work directory {}: {}. Name another with --work_dir",
                options.workDir, std::strerror(errno)));
    }
    WorkDirLock lock(fd);
    if (!takeLock(fd)) {
        return failure(
            fmt::format("Another muster-agentd works in {}: stop it, or name another --work_dir",
                options.workDir),
            Error::Kind::Conflict);
    }
    return lock;
}

// By the lock, which it has open: of a removed directory the kernel still knows the name.
std::optional<pid_t> workerIn(const std::string& workDir) {
    std::set<std::string> locks;
    for (const auto mode : {Mode::Agent, Mode::Master}) {
        const auto path = fmt::format("{}/{}", workDir, lockName(mode));
        locks.insert({path, path + " (deleted)"});
    }
    for (const auto& process : container::namesIn("/proc")) {
        const auto pid = static_cast<pid_t>(std::atoi(process.c_str()));
        if (pid <= 0 || pid == ::getpid()) {
            continue;
        }
        const auto folder = fmt::format("/proc/{}/fd", pid);
        for (const auto& descriptor : container::namesIn(folder)) {
            std::error_code error;
            if (locks.contains(fs::read_symlink(fs::path(folder) / descriptor, error).string())) {
                return pid;
            }
        }
    }
    return std::nullopt;
}

void listSecrets(const Options& options) {
    if (::geteuid() != 0) { // then its tasks are no root's either
        return;
    }
    std::error_code error;
    fs::create_directories(kSecretLists, error);
    fs::permissions(kSecretLists, fs::perms::owner_all, error);
    auto text = options.workDir + '\n';
    for (const auto& file : namedFiles(options)) {
        text += file + '\n';
    }
    const auto path = fmt::format("{}/{:016x}-{}", kSecretLists,
        std::hash<std::string>()(options.workDir), lockName(options.mode));
    if (auto status = container::writeFileAtomically(path, text); !status) {
        spdlog::warn("Other agents of this machine do not know what of {} no task may see: {}",
            options.workDir, status.error().message);
    }
}

Result<std::string> tokenFor(const Options& options) {
    if (!fs::exists(options.tokenFile)) {
        if (options.mode == Mode::Agent && !namesToken(options) && masterIsHere(options)) {
            return tokenOfMasterHere(options);
        }
        if (options.mode == Mode::Agent) {
            return failure(fmt::format(
                "There is no token file {}: copy the master's <work_dir>/token here, or name it "
                "with --token_file",
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

void writeUserContext(const Options& options, const std::string& token) {
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

std::string ownAddress(const Options& options) {
    const bool any = options.ip == "0.0.0.0" || options.ip == "::";
    const auto host = any ? std::string("127.0.0.1") : options.ip;
    const auto bracketed = host.find(':') == std::string::npos ? host : "[" + host + "]";
    return fmt::format(
        "{}{}:{}", options.tlsCert.empty() ? "" : "https://", bracketed, options.port);
}

} // namespace muster::agentd

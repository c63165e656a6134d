// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

#include "agentd/flags.h"

namespace muster::agentd {

// Holds the work directory for one daemon of a kind, until it is dropped.
class WorkDirLock {
public:
    explicit WorkDirLock(int fd) : m_fd(fd) { }
    WorkDirLock(WorkDirLock&& other) noexcept;
    WorkDirLock& operator=(WorkDirLock&&) = delete;
    ~WorkDirLock();

private:
    int m_fd;
};

// Makes the work directory (0700) and locks it. An error when another daemon has it, or when the
// flags are not safe together (a public address without TLS and token).
Result<WorkDirLock> prepareWorkDir(Options& options);

// Another process that works in that directory, which somebody may have removed under it; nothing:
// none does.
std::optional<pid_t> workerIn(const std::string& workDir);

// Where each daemon of this machine says what no task may see, for all agents of the machine.
// Root's alone, and gone with the next boot.
inline constexpr const char* kSecretLists = "/run/muster/secrets";
void listSecrets(const Options& options);

// The token of --token_file; the master makes it at its first start (0600). An agent that is told
// of none takes the one that this machine's users have for a master on loopback; that master may
// want none at all, or may not have started yet: empty.
Result<std::string> tokenFor(const Options& options);

// So that the command line and the console of this user on this machine need no option. Under sudo
// it is the invoking user's context, written with that user's rights and with the token in it,
// since root's token file cannot be read by anybody else. Never fatal. REQUIRES: no threads yet.
void writeUserContext(const Options& options, const std::string& token);

// Where the standalone's agent finds its master: this machine, also when it listens on every
// address.
std::string ownAddress(const Options& options);

} // namespace muster::agentd

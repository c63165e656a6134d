// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "agentd/flags.h"
#include "core/container/files.h"

namespace muster::agentd {

// Holds the work directory for one master and one agent, a standalone being both, until it is
// dropped.
using WorkDirLock = std::vector<container::Fd>;

// Makes the work directory (0700) and locks it. An error when another daemon has it, or when the
// flags are not safe together (a public address without TLS and token).
Result<WorkDirLock> prepareWorkDir(Mode mode, CommonOptions& options);

// The agents of this machine whose work directory somebody removed under them, by its path. Of what
// runs below the control group, as tasks do, none is one.
std::map<std::string, pid_t> agentsWithoutWorkDir(const std::string& cgroupParent);

// Where each daemon of this machine says what no task may see, its work directory and `files`, for
// all agents of the machine. Root's alone, and gone with the next boot.
inline constexpr const char* kSecretLists = "/run/muster/secrets";
void listSecrets(Mode mode, const std::string& workDir, const std::vector<std::string>& files);

// The token of --token_file; the master makes it at its first start (0600). An agent that is told
// of none takes the one that this machine's users have for a master on loopback; that master may
// want none at all, or may not have started yet: empty. `master`: the agent's --master.
Result<std::string> tokenFor(Mode mode, const CommonOptions& options, const std::string& master);

// So that the command line and the console of this user on this machine need no option. Under sudo
// it is the invoking user's context, written with that user's rights and with the token in it,
// since root's token file cannot be read by anybody else. Never fatal. REQUIRES: no threads yet.
void writeUserContext(const CommonOptions& options, const std::string& token);

// Where the standalone's agent finds its master: this machine, also when it listens on every
// address.
std::string ownAddress(const CommonOptions& options);

} // namespace muster::agentd

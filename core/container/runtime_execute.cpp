// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/runtime.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/container/oci_config.h"
#include "core/container/program_lookup.h"
#include "core/container/runc_execution.h"

// Commands beside a container's own.
namespace muster::container {

Status Runtime::writeProcess(const std::string& file, const Bundle& bundle,
    const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment,
    const std::string& terminal) const {
    const auto config = readFile(bundle.file("config.json"));
    if (!config)
        return tl::unexpected(config.error());
    winsize size{};
    const Fd end(::open(terminal.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
    if (!end || ioctl(end.number(), TIOCGWINSZ, &size) != 0)
        return systemFailure("read the size of " + terminal);
    const auto process = terminalProcess(*config, argv, environment, {size.ws_row, size.ws_col});
    return process ? writeFileAtomically(file, *process) : tl::unexpected(process.error());
}

Result<std::unique_ptr<Execution>> Runtime::execute(const ContainerId& id,
    const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment, const std::string& name,
    const Descriptors& io) const {
    const Bundle found = bundle(id);
    RuncExecution::Files files{.pid = found.file((name + ".pid").c_str())};
    std::vector<std::string> arguments{m_options.runc, "--root", m_options.stateDirectory + "/runc",
        "exec", "--pid-file", files.pid};
    if (!io.terminal.empty()) {
        files.process = found.file((name + ".json").c_str());
        if (auto written = writeProcess(files.process, found, argv, environment, io.terminal);
            !written)
            return tl::unexpected(written.error());
        arguments.insert(arguments.end(), {"--process", files.process, id.value});
    } else {
        for (const auto& [key, value] : environment) {
            arguments.emplace_back("--env");
            arguments.push_back(key + '=' + value);
        }
        arguments.push_back(id.value);
        arguments.insert(arguments.end(), argv.begin(), argv.end());
    }
    const auto pid = spawn(arguments, {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, "", io);
    if (!pid)
        return tl::unexpected(pid.error());
    Fd end(static_cast<int>(syscall(SYS_pidfd_open, *pid, 0)));
    return std::make_unique<RuncExecution>(*pid, std::move(end), std::move(files), cgroup(id));
}

// What cannot be looked at is left to the runtime to judge.
Status Runtime::findProgram(const ContainerId& id, const std::string& program,
    const std::vector<std::pair<std::string, std::string>>& environment) const {
    const Bundle found = bundle(id);
    const auto record = found.record();
    const auto config = readFile(found.file("config.json"));
    const auto place = config ? parseProcessPlace(*config) : tl::unexpected(config.error());
    if (!record || record->bootId != m_bootId || !place)
        return {};
    const Fd init = openProcess(record->init);
    const Fd root(::open(
        fmt::format("/proc/{}/root", record->init.pid).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    // Still the same process: the root is that container's.
    if (!root || !init || !findProcess(record->init.pid)
        || *findProcess(record->init.pid) != record->init)
        return {};
    return container::findProgram(root, program, *place, environment);
}

} // namespace muster::container

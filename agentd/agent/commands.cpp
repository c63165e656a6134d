// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/commands.h"

#include <fcntl.h>
#include <sys/eventfd.h>

#include <spdlog/spdlog.h>

#include "core/container/program_lookup.h"

namespace muster::agentd {
namespace {

using container::Fd;

// Of a command that never was.
class EndedAtOnce final : public container::Execution {
public:
    explicit EndedAtOnce(int status) : m_status(status), m_end(::eventfd(1, EFD_CLOEXEC)) { }
    int endFd() const override { return m_end.number(); }
    int finish() override { return m_status; }
    bool signal(int) override { return true; }

private:
    const int m_status;
    const Fd m_end;
};

// Where the command would have written what is wrong, without the runtime's words around it.
void complain(const container::Descriptors& io, const std::string& message) {
    const bool terminal = !io.terminal.empty();
    const Fd opened(terminal ? ::open(io.terminal.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC) : -1);
    const auto text = message + "\n";
    const int to = terminal ? opened.number() : io.error;
    if (::write(to, text.data(), text.size()) < 0) {
        spdlog::warn("A command in a container could not start: {}", message);
    }
}

} // namespace

std::optional<std::string> Commands::sandboxOf(const ContainerId& id) const {
    return m_docker != nullptr && m_docker->has(id) ? m_docker->runtime().sandboxOf(id)
                                                    : m_runtime.sandboxOf(id);
}

Result<std::unique_ptr<container::Execution>> Commands::start(
    const ContainerId& id, const Command& command) const {
    const auto& [argv, environment, name, io] = command;
    if (m_docker != nullptr && m_docker->has(id)) {
        return m_docker->runtime().start(id, argv, environment, io);
    }
    if (const auto found = m_runtime.findProgram(id, argv.front(), environment); !found) {
        complain(io, found.error().message);
        return std::make_unique<EndedAtOnce>(container::exitStatusOf(found.error()));
    }
    return m_runtime.execute(id, argv, environment, name, io);
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sessions/exec.h"

#include <ostream>
#include <random>

#include <fmt/ranges.h>

#include "app/cli/agent_api.h"
#include "app/cli/conversation.h"
#include "app/cli/operator_command.h"
#include "app/cli/sessions/session.h"
#include "app/cli/sessions/task_output.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"

namespace muster::cli {

namespace {

using Call = mesos::v1::agent::Call;
using mesos::v1::ContainerID;

// The API does not tell whether a command has a terminal; its name does.
constexpr std::string_view kWithTerminal = "terminal-";
constexpr std::string_view kWithout = "command-";

std::string newName(bool terminal) {
    std::random_device random;
    return fmt::format("{}{:08x}", terminal ? kWithTerminal : kWithout, random());
}

ExitCode fail(const CliContext& here, const Error& error) {
    return fail(here, error, exitCodeOf(error.kind));
}

// A running task: what it is, and its container where it runs.
struct Place {
    net::WebSocketClientOptions master;
    Target target;
    AgentApi agent;
    ContainerID container;
    bool hasTerminal;
};

tl::expected<Place, ExitCode> findPlace(
    const MasterFlags& flags, const CliContext& here, const TaskName& name) {
    auto master = findMaster(flags, here, "/ws/console");
    if (!master)
        return tl::unexpected(fail(here, master.error(), ExitCode::Usage));
    auto target = askForTarget(*master, here, name, Wanted::Running);
    if (!target)
        return tl::unexpected(target.error());
    auto agent = AgentApi::find(*master, target->agent, authorOf(here));
    if (!agent)
        return tl::unexpected(fail(here, agent.error()));
    auto task = agent->runningTask(*target);
    if (!task)
        return tl::unexpected(fail(here, task.error()));
    return Place{std::move(*master), std::move(*target), std::move(*agent),
        std::move(task->container), task->hasTerminal};
}

template <typename Launch>
Status fill(Launch& launch, const ExecFlags& flags, const ContainerID& parent,
    const std::string& name, unsigned rows, unsigned columns) {
    launch.mutable_container_id()->set_value(name);
    *launch.mutable_container_id()->mutable_parent() = parent;
    auto& command = *launch.mutable_command();
    command.set_shell(false);
    command.set_value(flags.argv.front());
    for (const auto& word : flags.argv)
        command.add_arguments(word);
    for (const auto& text : flags.env) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            return failure(fmt::format("'--env={}' must be NAME=VALUE", text));
        auto* variable = command.mutable_environment()->add_variables();
        variable->set_name(text.substr(0, equals));
        variable->set_value(text.substr(equals + 1));
    }
    if (flags.terminal)
        askForTerminal(*launch.mutable_container(), {rows, columns});
    return {};
}

} // namespace

Result<Call> planExec(const ExecFlags& flags, const ContainerID& parent, const std::string& name,
    unsigned rows, unsigned columns) {
    if (flags.argv.empty())
        return failure("The command must follow '--', as in 'muster exec TASK -- COMMAND'");
    if (flags.detach && flags.interactive)
        return failure("--interactive and --detach cannot be combined: use 'muster attach' to "
                       "return to a detached command with a terminal");
    Call call;
    call.set_type(
        flags.detach ? Call::LAUNCH_NESTED_CONTAINER : Call::LAUNCH_NESTED_CONTAINER_SESSION);
    const auto filled = flags.detach
        ? fill(*call.mutable_launch_nested_container(), flags, parent, name, rows, columns)
        : fill(*call.mutable_launch_nested_container_session(), flags, parent, name, rows, columns);
    if (!filled)
        return tl::unexpected(filled.error());
    return call;
}

CommandLine Exec::line() {
    CommandLine line;
    line.flags = {
        {"-i,--interactive", &m_flags.interactive, "Pass standard input to the command"},
        {"-t,--tty", &m_flags.terminal, "Give the command a terminal of the size of this one"},
        {"-d,--detach", &m_flags.detach,
            "Leave it running: its output goes to the sandbox, or with --tty to 'muster attach'"},
        {"-e,--env", &m_flags.env, "Set an environment variable", "NAME=VALUE"},
        frameworkFlag(m_framework),
    };
    line.arguments = {
        {"TASK_OR_JOB", &m_id, "The id or name of a running task or job", true, Names::OpenTasks}};
    line.rest = &m_flags.argv;
    m_master.addTo(line);
    line.examples = "  muster exec -it job-1 -- bash\n"
                    "  muster exec train -- nvidia-smi\n"
                    "  muster exec -i job-1 -- tar -x < data.tar\n"
                    "The exit status is that of the command, 128 + N after signal N; 127: no such\n"
                    "program, 126: the program cannot be executed";
    return line;
}

ExitCode Exec::run(const CliContext& here) {
    if (m_flags.terminal && !m_flags.detach && !isTerminal(here.input))
        return fail(here, Error{"The input is not a terminal: omit -t"});
    const auto size = terminalSize(here.input);
    if (const auto plan = planExec(m_flags, {}, "", 0, 0); !plan)
        return fail(here, plan.error());
    const auto place = findPlace(m_master, here, {m_id, m_framework});
    if (!place)
        return place.error();
    const auto name = newName(m_flags.terminal);
    const auto call = planExec(m_flags, place->container, name, size.rows, size.columns);
    if (m_flags.detach) {
        const auto reply = net::askHttp(place->agent.options(), place->agent.request(*call), 65536);
        if (!reply)
            return fail(here, reply.error());
        if (reply->status != 200)
            return fail(here, AgentApi::errorOf(reply->status, reply->body));
        here.out << name << '\n';
        return ExitCode::Ok;
    }
    SessionPlan plan{.open = *call,
        .container = call->launch_nested_container_session().container_id(),
        .input = m_flags.interactive,
        .terminal = m_flags.terminal};
    return runSession(place->agent, plan, here);
}

CommandLine Attach::line() {
    CommandLine line;
    line.flags = {
        {"--session", &m_session,
            "A command started in it, by the id that 'muster exec -d' printed", "NAME"},
        {"--no-stdin", &m_noInput, "Only watch, do not pass on input"},
        frameworkFlag(m_framework),
    };
    line.arguments = {
        {"TASK_OR_JOB", &m_id, "The id or name of a running task or job", true, Names::OpenTasks}};
    m_master.addTo(line);
    line.examples = "  muster submit --tty --name=shell -- bash\n"
                    "  muster attach shell\n"
                    "  muster exec -dt job-1 -- bash\n"
                    "  muster attach job-1\n"
                    "Attaches to the terminal of the task; Ctrl+P Ctrl+Q detaches and leaves it "
                    "running. If the\n"
                    "task has no terminal, attaches to the command that was started in it. If "
                    "there is none, shows\n"
                    "the new output of the task until Ctrl+C. The exit status is that of the task "
                    "or the command;\n5: the connection to the master was lost, and the task keeps "
                    "running";
    return line;
}

namespace {

// Of the commands that run in the task's container the one that is meant; nothing: none runs.
Result<std::optional<ContainerID>> findSession(
    const Place& place, const std::string& id, const std::optional<std::string>& wanted) {
    Call call;
    call.set_type(Call::GET_CONTAINERS);
    call.mutable_get_containers()->set_show_nested(true);
    const auto response = place.agent.ask(call);
    if (!response)
        return tl::unexpected(response.error());
    std::vector<ContainerID> found;
    std::vector<std::string> names;
    for (const auto& row : response->get_containers().containers()) {
        const auto& container = row.container_id();
        if (container.has_parent() && container.parent().value() == place.container.value()) {
            names.push_back(container.value());
            if (!wanted || *wanted == container.value())
                found.push_back(container);
        }
    }
    if (found.size() == 1)
        return found.front();
    if (found.size() > 1)
        return failure(fmt::format("{} commands run in it: choose one of {} with --session",
            found.size(), fmt::join(names, ", ")));
    if (wanted)
        return failure(fmt::format("No command '{}' is running in '{}'{}", *wanted, id,
                           names.empty() ? ": there is none"
                                         : fmt::format(": there is {}", fmt::join(names, ", "))),
            Error::Kind::NotFound);
    return std::nullopt;
}

} // namespace

ExitCode Attach::run(const CliContext& here) {
    const auto place = findPlace(m_master, here, {m_id, m_framework});
    if (!place)
        return place.error();
    const auto again
        = fmt::format("It keeps running: attach to it again with 'muster attach{}{}{} {}'\n",
            m_framework.empty() ? "" : " --framework=" + escaped(m_framework),
            m_session ? " --session=" + escaped(*m_session) : "", m_noInput ? " --no-stdin" : "",
            escaped(m_id));
    const auto attachTo = [&](const ContainerID& container, bool hasTerminal) {
        SessionPlan plan{.open = {}, .container = container, .attached = true, .again = again};
        plan.open.set_type(Call::ATTACH_CONTAINER_OUTPUT);
        *plan.open.mutable_attach_container_output()->mutable_container_id() = container;
        plan.input = !m_noInput;
        plan.terminal = plan.input && hasTerminal && isTerminal(here.input);
        return runSession(place->agent, plan, here);
    };
    if (place->hasTerminal && !m_session)
        return attachTo(place->container, true);
    const auto session = findSession(*place, m_id, m_session);
    if (!session)
        return fail(here, session.error());
    if (*session)
        return attachTo(**session, !(*session)->value().starts_with(kWithout));
    here.err << fmt::format("'{0}' has no terminal: showing its new output until Ctrl+C. Use "
                            "'muster exec -it {0} -- sh' to open a shell in it\n",
        escaped(m_id))
             << std::flush;
    return watchTask(place->master, place->agent, place->target, place->container, again, here);
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/terminal_endpoint.h"

#include <deque>
#include <optional>
#include <random>

#include <sys/wait.h>

#include <nlohmann/json.hpp>

#include "agentd/master/caller.h"
#include "agentd/master/control.h"
#include "agentd/master/viewer.h"
#include "agentd/master/wire.h"
#include "core/kernel/base/text.h"

namespace muster::agentd {
namespace {

using mesos::v1::agent::ProcessIO;
using nlohmann::json;
using AgentCall = api::AgentApi::Call;
using StreamEvent = api::AgentStreams::Event;

constexpr std::string_view kSubprotocol = "muster.terminal.v1";
constexpr std::size_t kLongestMessage = 64 << 10;
constexpr std::size_t kMostAhead = 256 << 10; // bytes of input that the command has not taken
constexpr std::size_t kMostArguments = 64; // of a command
constexpr unsigned kMostCells = 10'000; // of a row or column
constexpr unsigned kDone = 1000; // as RFC 6455 numbers closes
constexpr const char* kTerminalKind = "xterm-256color";

// Any shell will do, the better one first.
const std::vector<std::string> kShell{"sh", "-c", "exec $(command -v bash || echo sh)"};

std::string textAt(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

struct Size {
    unsigned rows = 0;
    unsigned columns = 0;
};

std::optional<Size> windowOf(const json& object) {
    const auto cells = [&](const char* key) -> unsigned {
        const auto found = object.find(key);
        const bool fits = found != object.end() && found->is_number_unsigned()
            && found->get<std::uint64_t>() <= kMostCells;
        return fits ? found->get<unsigned>() : 0;
    };
    const Size out{cells("rows"), cells("columns")};
    return out.rows > 0 && out.columns > 0 ? std::optional(out) : std::nullopt;
}

void setSize(mesos::v1::TTYInfo& terminal, const Size& size) {
    terminal.mutable_window_size()->set_rows(size.rows);
    terminal.mutable_window_size()->set_columns(size.columns);
}

// Nothing: it is none, or has too many words.
std::optional<std::vector<std::string>> argumentsOf(const json& object) {
    const auto found = object.find("command");
    if (found == object.end()) {
        return kShell;
    }
    std::vector<std::string> out;
    for (const auto& word : found->is_array() ? *found : json::array()) {
        if (!word.is_string() || out.size() == kMostArguments) {
            return std::nullopt;
        }
        out.push_back(word.get<std::string>());
    }
    return out.empty() || out.front().empty() ? std::nullopt : std::optional(std::move(out));
}

AgentCall launchCall(
    const std::string& parent, const std::vector<std::string>& words, const Size& size) {
    AgentCall out;
    out.set_type(AgentCall::LAUNCH_NESTED_CONTAINER_SESSION);
    auto& launch = *out.mutable_launch_nested_container_session();
    std::random_device random;
    launch.mutable_container_id()->set_value(fmt::format("terminal-{:08x}", random()));
    launch.mutable_container_id()->mutable_parent()->set_value(parent);
    auto& command = *launch.mutable_command();
    command.set_shell(false);
    command.set_value(words.front());
    for (const auto& word : words) {
        command.add_arguments(word);
    }
    auto* kind = command.mutable_environment()->add_variables();
    kind->set_name("TERM");
    kind->set_value(kTerminalKind);
    launch.mutable_container()->set_type(mesos::v1::ContainerInfo::MESOS);
    setSize(*launch.mutable_container()->mutable_tty_info(), size);
    return out;
}

json howEnded(int status) { // as of wait(2)
    return WIFSIGNALED(status) ? json{{"signal", WTERMSIG(status)}}
                               : json{{"exit_code", WEXITSTATUS(status)}};
}

} // namespace

// One command, from the first message to its end. Both sides count messages: what one has not said
// to be taken, the other keeps small.
struct TerminalEndpoint::Terminal : std::enable_shared_from_this<Terminal> {
    Terminal(api::AgentApi& api, net::SessionPtr to)
        : agents(api), streams(api.streams()), session(std::move(to)) { }

    // A protocol error, for people; nothing: it was understood.
    std::optional<std::string> take(const json& message) {
        if (const auto taken = message.find("taken");
            taken != message.end() && taken->is_number_unsigned()) {
            written(taken->get<std::uint64_t>());
            return std::nullopt;
        }
        const auto resize = message.find("resize");
        const auto size
            = resize != message.end() && resize->is_object() ? windowOf(*resize) : std::nullopt;
        if (!size) {
            return "Expecting 'resize' with 'rows' and 'columns', or 'taken'";
        }
        ProcessIO io;
        io.set_type(ProcessIO::CONTROL);
        io.mutable_control()->set_type(ProcessIO::Control::TTY_INFO);
        setSize(*io.mutable_control()->mutable_tty_info(), *size);
        return typed(io);
    }

    std::optional<std::string> take(std::string_view bytes) {
        ProcessIO io;
        io.set_type(ProcessIO::DATA);
        io.mutable_data()->set_type(ProcessIO::Data::STDIN);
        io.mutable_data()->set_data(std::string(bytes));
        return bytes.empty() ? std::nullopt : typed(io);
    }

    void start(const Place& place, api::AgentApi::Client who, const std::vector<std::string>& words,
        const Size& size) {
        agent = place.agent;
        client = std::move(who);
        const auto call = launchCall(place.container, words, size);
        container = call.launch_nested_container_session().container_id();
        open(
            output, call, [](Terminal& self, const StreamEvent& event) { self.outputCame(event); });
    }

    // The command ends with its output's stream.
    void close() {
        for (auto* stream : {&input, &output, &wait}) {
            if (*stream) {
                streams.close(*std::exchange(*stream, std::nullopt));
            }
        }
    }

    void fail(std::string_view why) { end({{"error", why}}); }

private:
    using Came = void (*)(Terminal&, const StreamEvent&);

    void open(std::optional<std::uint64_t>& stream, const AgentCall& call, Came came) {
        const auto opened = agents.stream(agent, call, client,
            [self = shared_from_this(), came](const StreamEvent& event) { came(*self, event); });
        if (!opened) {
            return fail(opened.error().message);
        }
        stream = *opened;
    }

    void outputCame(const StreamEvent& event) {
        if (event.has_end()) {
            output.reset();
            return event.end().status() == 200 ? askForEnd() : fail(event.end().body());
        }
        if (event.event_case() != StreamEvent::kIo) {
            return;
        }
        if (!std::exchange(begun, true)) {
            send({{"opened", true}});
            attachInput();
        }
        ProcessIO io;
        if (event.io().empty() || !io.ParseFromString(event.io()) || !output) {
            return;
        }
        if (io.type() != ProcessIO::DATA || io.data().data().empty()) {
            return streams.tellTaken(*output, event.io().size());
        }
        onTheWay.push_back(event.io().size());
        session->send(
            std::make_shared<const std::string>(std::move(*io.mutable_data()->mutable_data())),
            true);
    }

    void written(std::uint64_t messages) {
        std::uint64_t bytes = 0;
        for (; messages > 0 && !onTheWay.empty(); --messages) {
            bytes += onTheWay.front();
            onTheWay.pop_front();
        }
        if (output && bytes > 0) {
            streams.tellTaken(*output, bytes);
        }
    }

    void attachInput() {
        AgentCall call;
        call.set_type(AgentCall::ATTACH_CONTAINER_INPUT);
        call.mutable_attach_container_input()->set_type(
            AgentCall::AttachContainerInput::CONTAINER_ID);
        *call.mutable_attach_container_input()->mutable_container_id() = container;
        open(input, call, [](Terminal& self, const StreamEvent& event) { self.inputCame(event); });
    }

    void inputCame(const StreamEvent& event) {
        if (event.has_end()) {
            input.reset();
            if (event.end().status() == 403 || event.end().status() == 409) {
                fail(event.end().body()); // otherwise its output says what came of the command
            }
            return;
        }
        std::uint64_t messages = 0;
        for (freed += event.event_case() == StreamEvent::kTaken ? event.taken() : 0;
             !ahead.empty() && freed >= ahead.front(); ++messages) {
            freed -= ahead.front();
            aheadBytes -= ahead.front();
            ahead.pop_front();
        }
        if (messages > 0) {
            send({{"taken", messages}});
        }
    }

    // What comes before the command has begun, or after its end, is for nobody.
    std::optional<std::string> typed(const ProcessIO& io) {
        if (!input) {
            send({{"taken", 1}});
            return std::nullopt;
        }
        auto bytes = io.SerializeAsString();
        if (aheadBytes > kMostAhead) {
            return fmt::format("More than {} bytes of input that were not taken", kMostAhead);
        }
        ahead.push_back(bytes.size());
        aheadBytes += bytes.size();
        streams.tellInput(*input, std::move(bytes));
        return std::nullopt;
    }

    void askForEnd() {
        AgentCall call;
        call.set_type(AgentCall::WAIT_NESTED_CONTAINER);
        *call.mutable_wait_nested_container()->mutable_container_id() = container;
        open(wait, call, [](Terminal& self, const StreamEvent& event) { self.ended(event); });
    }

    void ended(const StreamEvent& event) {
        if (!event.has_end()) {
            return;
        }
        wait.reset();
        mesos::v1::agent::Response response;
        if (event.end().status() == 404) { // it is forgotten with its task
            fail("The task ended, and the command with it");
        } else if (event.end().status() != 200) {
            fail(event.end().body());
        } else if (!response.ParseFromString(event.end().body())
            || !response.wait_nested_container().has_exit_status()) {
            fail("The command has ended; how is not known");
        } else {
            end({{"ended", howEnded(response.wait_nested_container().exit_status())}});
        }
    }

    void send(const json& message) {
        session->send(std::make_shared<const std::string>(
                          message.dump(-1, ' ', false, json::error_handler_t::replace)),
            false);
    }

    void end(const json& message) {
        send(message);
        close();
        session->close(kDone, "");
    }

    api::AgentApi& agents;
    api::AgentStreams& streams;
    net::SessionPtr session;
    AgentId agent;
    api::AgentApi::Client client;
    mesos::v1::ContainerID container;
    std::optional<std::uint64_t> output, input, wait; // streams that are open
    bool begun = false;
    std::deque<std::uint64_t> onTheWay; // sizes of output, as the agent counts, that was not taken
    std::deque<std::uint64_t> ahead; // the same of input
    std::uint64_t aheadBytes = 0; // their sum
    std::uint64_t freed = 0; // of the first of them
};

net::WebSocketEndpoint TerminalEndpoint::endpoint() {
    const auto row = rowOf(Endpoint::TerminalSocket);
    net::WebSocketEndpoint out;
    out.path = row.paths.front();
    out.subprotocols = {std::string(kSubprotocol)};
    out.byCookie = row.byCookie;
    out.limits.maximumMessage = kLongestMessage;
    out.onOpen = [](const net::SessionPtr&) {};
    out.onMessage = [this](const net::SessionPtr& session, std::string_view message, bool text) {
        receive(session, message, text);
    };
    out.onClose = [this](const net::SessionPtr& session, const Error&) { closed(session); };
    return out;
}

void TerminalEndpoint::receive(
    const net::SessionPtr& session, std::string_view message, bool text) {
    const auto refuse = [&](const std::string& why) {
        closed(session); // the client may take its time
        session->close(kPolicyViolation, why);
    };
    const auto parsed = text ? json::parse(message, nullptr, false) : json();
    if (text && !parsed.is_object()) {
        return refuse("A text message must be a JSON object");
    }
    if (const auto found = m_terminals.find(session); found != m_terminals.end()) {
        const auto terminal = found->second;
        const auto wrong = text ? terminal->take(parsed) : terminal->take(message);
        return wrong ? refuse(*wrong) : void();
    }
    const auto open = text ? parsed.find("open") : parsed.end();
    const auto size = open != parsed.end() && open->is_object() ? windowOf(*open) : std::nullopt;
    const auto words = size ? argumentsOf(*open) : std::nullopt;
    if (!words) {
        return refuse("Expecting 'open' with 'framework_id', 'task_id', 'rows' and 'columns'");
    }
    const auto terminal = std::make_shared<Terminal>(m_agents, session);
    m_terminals.emplace(session, terminal);
    const auto& principal = session->principal();
    const auto place
        = find({{textAt(*open, "framework_id")}, {textAt(*open, "task_id")}}, principal);
    if (!place) {
        return terminal->fail(place.error().message);
    }
    terminal->start(
        *place, {principal, authorOf(principal, textAt(*open, "author"))}, *words, *size);
}

void TerminalEndpoint::closed(const net::SessionPtr& session) {
    if (const auto terminal = m_terminals.extract(session)) {
        terminal.mapped()->close();
    }
}

Result<TerminalEndpoint::Place> TerminalEndpoint::find(
    const cluster::TaskKey& key, const std::string& principal) const {
    const Viewer viewer(m_gate, principal);
    const auto* task = m_control.master().task(key);
    if (task == nullptr || !viewer.sees(*task, m_control.master().framework(key.framework))) {
        if (const auto whole = viewer.whole(); !whole) {
            return tl::unexpected(whole.error());
        }
        return failure(
            fmt::format("No task '{}' is known", escaped(key.task.value)), Error::Kind::NotFound);
    }
    if (isTerminal(task->latest.state)) {
        return failure("The task has ended: a terminal needs a running one", Error::Kind::Conflict);
    }
    if (!task->latest.container) {
        return failure("The task is not running yet", Error::Kind::Conflict);
    }
    return Place{task->info.agent, task->latest.container->id.value};
}

} // namespace muster::agentd

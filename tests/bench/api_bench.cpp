// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Tasks a second through Mesos' scheduler API: the shipped master, one framework that speaks
// protobuf over HTTP and pipelines its calls as Mesos' own library does, and 100 agents of this
// process that run nothing. Each task is launched, told running and finished, and both are
// acknowledged, and what is free is offered at once. Prints the rate, what the master's CPU spent
// on a task, and beside them the rate of bare requests on the same connection. Needs root. Asserts
// nothing.
#include <array>
#include <chrono>
#include <deque>

#include <boost/asio.hpp>
#include <fmt/format.h>

#include "core/net/address.h"
#include "core/net/token.h"
#include "core/net/websocket_client.h"
#include "core/proto/encoding.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/muster/v1/agent.pb.h"
#include "core/proto/recordio.h"
#include "tests/bench/daemon_world.h"
#include "tests/bench/process_cost.h"
#include "tests/support/bundle.h"

namespace muster::bench {
namespace {

using boost::asio::ip::tcp;
using Call = mesos::v1::scheduler::Call;
using Event = mesos::v1::scheduler::Event;
using Clock = std::chrono::steady_clock;

constexpr int kAgents = 100;
constexpr int kTasks = 50'000;
constexpr int kTasksAnOffer = 20;
constexpr int kRequests = 50'000;

struct Master {
    net::Endpoint endpoint;
    std::string token;
};

// Runs nothing: what it is told to run is running, and finished as soon as that is acknowledged.
class FakeAgent {
public:
    FakeAgent(boost::asio::io_context& io, const Master& master, int number) : m_number(number) {
        net::WebSocketClientOptions options{.master = master.endpoint,
            .subprotocol = std::string(proto::kBinarySubprotocol),
            .token = master.token};
        options.master.path = "/ws/agent";
        m_client.emplace(io, std::move(options),
            net::WebSocketClientEvents{.onOpen = [this] { introduce(); },
                .onMessage = [this](std::string_view bytes, bool) { take(bytes); },
                .onClosed = [](const Error& error) { fmt::print("agent: {}\n", error.message); }});
    }

private:
    void send(const muster::v1::AgentMessage& message) {
        m_client->send(std::make_shared<const std::string>(message.SerializeAsString()));
    }

    void introduce() {
        muster::v1::AgentMessage message;
        *message.mutable_register_()->mutable_facts() = facts();
        send(message);
    }

    muster::v1::AgentFacts facts() const {
        muster::v1::AgentFacts out;
        out.set_hostname(fmt::format("node-{}", m_number));
        *out.mutable_resources() = test::bundle("cpus:64;mem:262144;disk:100000");
        return out;
    }

    void take(std::string_view bytes) {
        muster::v1::AgentCommand command;
        command.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
        if (command.has_registered()) {
            m_id = command.registered().id();
            muster::v1::AgentMessage kept; // from now on something is offered of it
            *kept.mutable_update() = facts();
            send(kept);
        } else if (command.has_run()) {
            tell(command.run().framework().id(), command.run().task().task_id().value(),
                mesos::v1::TASK_RUNNING);
        } else if (command.has_acknowledge() && command.acknowledge().uuid()[0] == 'R') {
            tell(command.acknowledge().framework_id(), command.acknowledge().task_id(),
                mesos::v1::TASK_FINISHED);
        }
    }

    void tell(const std::string& framework, const std::string& task, mesos::v1::TaskState state) {
        muster::v1::AgentMessage message;
        message.mutable_status()->set_framework_id(framework);
        auto& status = *message.mutable_status()->mutable_status();
        status.mutable_task_id()->set_value(task);
        status.mutable_agent_id()->set_value(m_id);
        status.mutable_executor_id()->set_value(task);
        status.set_state(state);
        status.set_source(mesos::v1::TaskStatus::SOURCE_EXECUTOR);
        status.set_timestamp(1.8e9);
        // 16 bytes that no other update has; the first says which of the two it is.
        status.set_uuid(fmt::format(
            "{}{:015}", state == mesos::v1::TASK_RUNNING ? 'R' : 'F', std::stoull(task.substr(1))));
        send(message);
    }

    int m_number;
    std::string m_id;
    std::optional<net::WebSocketClient> m_client;
};

// A connection that writes whole requests one behind another and takes the answers in their order.
class Connection {
public:
    Connection(boost::asio::io_context& io, const Master& master) : m_socket(io) {
        m_socket.connect({boost::asio::ip::make_address(master.endpoint.authority.host),
            master.endpoint.authority.port});
        m_socket.set_option(tcp::no_delay(true));
    }

    void send(std::string_view bytes) {
        m_waiting += bytes;
        write();
    }
    void read(std::function<void(std::string_view)> take) {
        m_socket.async_read_some(boost::asio::buffer(m_buffer),
            [this, take = std::move(take)](boost::system::error_code error, std::size_t count) {
                if (error) {
                    return fmt::print("connection: {}\n", error.message());
                }
                take({m_buffer.data(), count});
                read(take);
            });
    }

private:
    void write() {
        if (!m_writing.empty() || m_waiting.empty()) {
            return;
        }
        std::swap(m_writing, m_waiting);
        boost::asio::async_write(m_socket, boost::asio::buffer(m_writing),
            [this](boost::system::error_code, std::size_t) {
                m_writing.clear();
                write();
            });
    }

    tcp::socket m_socket;
    std::string m_waiting, m_writing;
    std::array<char, 256 << 10> m_buffer;
};

std::string request(const Master& master, const Call& call, const std::string& streamId) {
    const auto body = call.SerializeAsString();
    return fmt::format("POST /api/v1/scheduler HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n"
                       "Content-Type: application/x-protobuf\r\nAccept: application/x-protobuf\r\n"
                       "Content-Length: {}\r\n{}\r\n{}",
        master.endpoint.authority.text(), master.token, body.size(),
        streamId.empty() ? "" : "Mesos-Stream-Id: " + streamId + "\r\n", body);
}

int count(std::string_view bytes, std::string_view what) {
    int found = 0;
    for (auto at = bytes.find(what); at != bytes.npos; at = bytes.find(what, at + 1)) {
        ++found;
    }
    return found;
}

double cpusOf(const mesos::v1::Offer& offer) {
    for (const auto& resource : offer.resources()) {
        if (resource.name() == "cpus") {
            return resource.scalar().value();
        }
    }
    return 0;
}

class Framework {
public:
    Framework(boost::asio::io_context& io, const Master& master)
        : m_io(io), m_master(master), m_events(io, master), m_calls(io, master) {
        Call call;
        call.set_type(Call::SUBSCRIBE);
        auto& info = *call.mutable_subscribe()->mutable_framework_info();
        info.set_name("bench");
        info.set_user("root");
        m_events.read([this](std::string_view bytes) { takeStream(bytes); });
        m_calls.read([this](std::string_view bytes) { m_refused += count(bytes, "HTTP/1.1 4"); });
        m_events.send(request(master, call, ""));
    }

    int finished() const { return m_finished; }
    int refused() const { return m_refused; }
    Clock::time_point begun() const { return m_begun; }

private:
    // The head of the answer, then chunks.
    void takeStream(std::string_view bytes) {
        m_input += bytes;
        std::size_t at = 0;
        if (m_streamId.empty()) {
            const auto end = m_input.find("\r\n\r\n");
            const auto name = m_input.find("Mesos-Stream-Id: ");
            if (end == m_input.npos || name == m_input.npos) {
                return;
            }
            m_streamId = m_input.substr(name + 17, m_input.find('\r', name) - name - 17);
            at = end + 4;
        }
        for (;;) {
            const auto line = m_input.find("\r\n", at);
            if (line == m_input.npos) {
                break;
            }
            const auto size = std::stoul(m_input.substr(at, line - at), nullptr, 16);
            if (m_input.size() < line + size + 4) {
                break;
            }
            const auto records
                = m_records.decode(std::string_view(m_input).substr(line + 2, size)).value();
            for (const auto& record : records) {
                Event event;
                event.ParseFromString(record);
                take(event);
            }
            at = line + size + 4;
        }
        m_input.erase(0, at);
        m_calls.send(std::exchange(m_requests, {}));
    }

    void take(const Event& event) {
        if (event.type() == Event::SUBSCRIBED) {
            m_id = event.subscribed().framework_id().value();
            m_begun = Clock::now();
        } else if (event.type() == Event::OFFERS) {
            for (const auto& offer : event.offers().offers()) {
                launch(offer);
            }
        } else if (event.type() == Event::UPDATE) {
            acknowledge(event.update().status());
        }
    }

    void launch(const mesos::v1::Offer& offer) {
        Call call;
        call.set_type(Call::ACCEPT);
        call.mutable_accept()->add_offer_ids()->set_value(offer.id().value());
        call.mutable_accept()->mutable_filters()->set_refuse_seconds(0);
        if (m_launched < kTasks) {
            auto& launch = *call.mutable_accept()->add_operations();
            launch.set_type(mesos::v1::Offer::Operation::LAUNCH);
            const int most = std::min(kTasksAnOffer, static_cast<int>(cpusOf(offer) / 0.1));
            for (int i = 0; i < most && m_launched < kTasks; ++i) {
                auto& task = *launch.mutable_launch()->add_task_infos();
                task.set_name("task");
                task.mutable_task_id()->set_value(fmt::format("t{}", m_launched++));
                *task.mutable_agent_id() = offer.agent_id();
                task.mutable_command()->set_value("true");
                for (const auto& [name, amount] :
                    {std::pair{"cpus", 0.1}, std::pair{"mem", 32.0}}) {
                    auto& resource = *task.add_resources();
                    resource.set_name(name);
                    resource.set_type(mesos::v1::Value::SCALAR);
                    resource.mutable_scalar()->set_value(amount);
                }
            }
        } else {
            call.mutable_accept()->mutable_filters()->set_refuse_seconds(1000);
        }
        add(call);
    }

    void acknowledge(const mesos::v1::TaskStatus& status) {
        m_finished += status.state() == mesos::v1::TASK_FINISHED ? 1 : 0;
        Call call;
        call.set_type(Call::ACKNOWLEDGE);
        auto& body = *call.mutable_acknowledge();
        *body.mutable_agent_id() = status.agent_id();
        *body.mutable_task_id() = status.task_id();
        body.set_uuid(status.uuid());
        add(call);
        if (m_finished == kTasks) {
            m_io.stop();
        }
    }

    void add(Call& call) {
        call.mutable_framework_id()->set_value(m_id);
        m_requests += request(m_master, call, m_streamId);
    }

    boost::asio::io_context& m_io;
    const Master& m_master;
    Connection m_events, m_calls;
    proto::RecordDecoder m_records{4 << 20};
    std::string m_input, m_requests, m_streamId, m_id;
    int m_launched = 0, m_finished = 0, m_refused = 0;
    Clock::time_point m_begun;
};

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The floor: requests that the master only reads and refuses.
double bareRequests(const Master& master) {
    boost::asio::io_context io;
    Connection connection(io, master);
    int answered = 0;
    connection.read([&](std::string_view bytes) {
        answered += count(bytes, "HTTP/1.1 4");
        if (answered == kRequests) {
            io.stop();
        }
    });
    Call call;
    call.set_type(Call::ACKNOWLEDGE);
    call.mutable_framework_id()->set_value("nobody");
    const auto one = request(master, call, "");
    const auto begin = Clock::now();
    for (int i = 0; i < kRequests; ++i) {
        connection.send(one);
    }
    io.run();
    return secondsSince(begin);
}

Status measure(DaemonWorld& world) {
    const auto daemon = world.start("master", {"--port=0", "--allocation_interval=0secs"});
    const auto context = daemon ? world.master() : tl::unexpected(daemon.error());
    const auto endpoint
        = context ? net::Endpoint::parse(context->address) : tl::unexpected(context.error());
    if (!endpoint) {
        return tl::unexpected(endpoint.error());
    }
    const auto token = net::readToken(context->tokenFile);
    if (!token) {
        return tl::unexpected(token.error());
    }
    const Master master{*endpoint, token->token};
    const double bareCpu = cpuMilliseconds(*daemon);
    const double bare = bareRequests(master);
    const double floor = (cpuMilliseconds(*daemon) - bareCpu) / kRequests;

    boost::asio::io_context io;
    std::deque<FakeAgent> agents;
    for (int i = 0; i < kAgents; ++i) {
        agents.emplace_back(io, master, i);
    }
    io.run_for(std::chrono::seconds(2));
    const double before = cpuMilliseconds(*daemon);
    Framework framework(io, master);
    io.restart();
    io.run_for(std::chrono::seconds(120));
    const double took = secondsSince(framework.begun());
    const double spent = cpuMilliseconds(*daemon) - before;
    const auto done = std::max(framework.finished(), 1);
    fmt::print(
        "{} tasks of {}, {} calls refused\n", framework.finished(), kTasks, framework.refused());
    fmt::print("{:<44}{:>10}   {}\n", "", "ours", "peer / floor");
    fmt::print("{:<44}{:>10.0f}   Nomad C1M 3,750; aim 20,000\n", "tasks a second", done / took);
    fmt::print("{:<44}{:>10.4f}   three bare requests: {:.4f}\n", "CPU ms of the master a task",
        spent / done, 3 * floor);
    fmt::print("{:<44}{:>10.0f}\n", "bare requests a second", kRequests / bare);
    return {};
}

} // namespace
} // namespace muster::bench

int main() {
    return muster::bench::inDaemonWorld("api-bench", muster::bench::measure);
}

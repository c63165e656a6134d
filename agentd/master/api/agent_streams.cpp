// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_streams.h"

#include <algorithm>

#include "core/proto/encoding.h"
#include "core/proto/recordio.h"

namespace muster::agentd::api {
namespace {

constexpr std::uint64_t kWindow = 256 << 10; // of input on its way to the command
constexpr const char* kNotConnected = "The agent is not connected";

net::HttpResponse answerOf(const muster::v1::Stream::End& end, Media media) {
    if (end.status() != 200 || end.body().empty()) {
        const bool known = end.status() >= 200 && end.status() < 600;
        return net::HttpResponse::text(known ? end.status() : 502, end.body());
    }
    mesos::v1::agent::Response response;
    return response.ParseFromString(end.body())
        ? reply(response, media)
        : net::HttpResponse::text(502, "Cannot parse the agent's answer");
}

} // namespace

// One answer: whole, or records for as long as the agent has some.
struct AgentStreams::Answer : std::enable_shared_from_this<Answer> {
    Answer(AgentStreams& owner, AgentMedia wanted, Send answer)
        : streams(owner), media(wanted), send(std::move(answer)) { }

    void take(const Event& event) {
        if (event.has_end()) {
            ended = true;
            if (send) {
                return std::exchange(send, nullptr)(answerOf(event.end(), media.accept));
            }
            if (body) {
                body->finish();
            }
        } else if (event.event_case() == Event::kIo) {
            if (send) {
                std::exchange(send, nullptr)(head());
            }
            output(event.io());
        }
    }

    net::HttpResponse head() {
        net::HttpResponse response;
        response.contentType = media.streamsAccept ? kRecordIo : mediaType(media.accept);
        if (media.streamsAccept) {
            response.headers.push_back(
                {"Message-Content-Type", std::string(mediaType(media.accept))});
        }
        response.stream = [self = shared_from_this()](std::shared_ptr<net::BodyStream> stream) {
            self->begin(std::move(stream));
        };
        return response;
    }

    void begin(std::shared_ptr<net::BodyStream> stream) {
        body = std::move(stream);
        body->onDrained([this] { streams.tellTaken(id, std::exchange(queued, 0)); });
        body->onClosed([self = shared_from_this()] {
            if (!self->ended) {
                self->streams.close(self->id);
            }
            self->body = nullptr;
        });
        for (const auto& io : std::exchange(early, {})) {
            output(io);
        }
        if (ended) {
            body->finish();
        }
    }

    void output(const std::string& bytes) {
        if (!body) {
            early.push_back(bytes);
            return;
        }
        mesos::v1::agent::ProcessIO io;
        if (!bytes.empty() && io.ParseFromString(bytes)) {
            queued += bytes.size();
            body->send(record(io, media.accept));
        }
    }

    AgentStreams& streams;
    AgentMedia media;
    Send send; // until the head of the answer is on its way
    std::uint64_t id = 0;
    std::shared_ptr<net::BodyStream> body;
    std::vector<std::string> early; // came before there was a body; at most a window
    std::uint64_t queued = 0; // bytes of the agent's that the client has not taken
    bool ended = false;
};

// One request whose body is a container's input.
struct AgentStreams::Input : std::enable_shared_from_this<Input> {
    Input(AgentStreams& owner, std::shared_ptr<net::BodyReader> reader, AgentMedia given,
        Admit admission, Send answer)
        : streams(owner), body(std::move(reader)), media(given), admit(std::move(admission)),
          send(std::move(answer)) { }

    void read(std::string_view piece) {
        auto records = decoder.decode(piece);
        if (!records) {
            return answer(net::badRequest(records.error().message));
        }
        for (const auto& bytes : *records) {
            const auto call = readAgentCall(bytes, media.content);
            if (!call) {
                return answer(call.error());
            }
            if (auto refused = id ? next(*call) : first(*call)) {
                return answer(std::move(*refused));
            }
        }
    }

    std::optional<net::HttpResponse> first(const Call& call) {
        if (auto response = misfit(call, media)) {
            return response;
        }
        if (call.attach_container_input().type() != Call::AttachContainerInput::CONTAINER_ID) {
            return net::HttpResponse::text(
                400, "Expecting 'attach_container_input.type' to be CONTAINER_ID");
        }
        auto agent = admit(call);
        if (!agent) {
            return std::move(agent.error());
        }
        id = streams.open(
            *agent, call, [self = shared_from_this()](const Event& event) { self->take(event); });
        return id ? std::nullopt : std::optional(net::HttpResponse::text(503, kNotConnected));
    }

    std::optional<net::HttpResponse> next(const Call& call) {
        const auto& input = call.attach_container_input();
        if (call.type() != Call::ATTACH_CONTAINER_INPUT
            || input.type() != Call::AttachContainerInput::PROCESS_IO) {
            return net::HttpResponse::text(
                400, "Expecting 'attach_container_input.type' to be PROCESS_IO");
        }
        auto bytes = input.process_io().SerializeAsString();
        underWay += bytes.size();
        streams.tellInput(*id, std::move(bytes));
        if (underWay > kWindow) {
            body->pause();
        }
        return std::nullopt;
    }

    void end() {
        if (!id) {
            answer(net::badRequest("Received EOF while reading request body"));
        } else if (send) { // the agent answers when all of it is where it belongs
            streams.tell(*id, [](Event& event) { event.set_close(true); });
        }
    }

    void take(const Event& event) {
        if (event.has_end()) {
            id.reset();
            answer(answerOf(event.end(), Media::Json));
        } else if (event.event_case() == Event::kTaken) {
            underWay -= std::min(event.taken(), underWay);
            if (underWay <= kWindow) {
                body->resume();
            }
        }
    }

    void answer(net::HttpResponse response) {
        if (id) {
            streams.close(*id);
        }
        if (send) {
            std::exchange(send, nullptr)(std::move(response));
        }
    }

    AgentStreams& streams;
    std::shared_ptr<net::BodyReader> body;
    AgentMedia media;
    Admit admit;
    Send send; // until the answer
    proto::RecordDecoder decoder{proto::kMaximumMessage};
    std::optional<std::uint64_t> id; // while it is open
    std::uint64_t underWay = 0;
};

AgentStreams::AgentStreams(AgentEndpoint& agents) : m_agents(agents) {
    m_agents.onStream = [this](const AgentId& agent, const Event& event) { onEvent(agent, event); };
    m_agents.onGone.push_back([this](const AgentId& agent) { onGone(agent); });
}

void AgentStreams::call(
    const AgentId& agent, const Call& call, const AgentMedia& media, const Send& send) {
    const auto answer = std::make_shared<Answer>(*this, media, send);
    const auto id = open(agent, call, [answer](const Event& event) { answer->take(event); });
    if (!id) {
        return send(net::HttpResponse::text(503, kNotConnected));
    }
    answer->id = *id;
}

void AgentStreams::input(const std::shared_ptr<net::BodyReader>& body, const AgentMedia& media,
    Admit admit, const Send& send) {
    const auto input = std::make_shared<Input>(*this, body, media, std::move(admit), send);
    body->onData([input](std::string_view piece) { input->read(piece); });
    body->onEnd([input](const Status&) { input->end(); });
}

std::optional<std::uint64_t> AgentStreams::open(const AgentId& agent, const Call& call, Take take) {
    const auto id = ++m_last;
    muster::v1::AgentCommand command;
    command.mutable_stream()->set_id(id);
    command.mutable_stream()->set_open(call.SerializeAsString());
    if (!m_agents.send(agent, command)) {
        return std::nullopt;
    }
    m_open.emplace(id, Open{agent, std::move(take)});
    return id;
}

void AgentStreams::tell(std::uint64_t id, const std::function<void(Event&)>& fill) {
    if (const auto found = m_open.find(id); found != m_open.end()) {
        muster::v1::AgentCommand command;
        command.mutable_stream()->set_id(id);
        fill(*command.mutable_stream());
        m_agents.send(found->second.agent, command);
    }
}

void AgentStreams::tellInput(std::uint64_t id, std::string io) {
    tell(id, [&](Event& event) { event.set_io(std::move(io)); });
}

void AgentStreams::tellTaken(std::uint64_t id, std::uint64_t bytes) {
    tell(id, [bytes](Event& event) { event.set_taken(bytes); });
}

void AgentStreams::close(std::uint64_t id) {
    tell(id, [](Event& event) { event.set_close(true); });
    m_open.erase(id);
}

void AgentStreams::onEvent(const AgentId& agent, const Event& event) {
    const auto found = m_open.find(event.id());
    if (found == m_open.end() || found->second.agent != agent) {
        return; // too late, or not its own
    }
    const auto take = found->second.take;
    if (event.has_end()) {
        m_open.erase(found);
    }
    take(event);
}

void AgentStreams::onGone(const AgentId& agent) {
    std::vector<std::uint64_t> lost;
    for (const auto& [id, open] : m_open) {
        if (open.agent == agent) {
            lost.push_back(id);
        }
    }
    for (const auto id : lost) {
        Event event;
        event.set_id(id);
        event.mutable_end()->set_status(503);
        event.mutable_end()->set_body("The agent lost its connection");
        onEvent(agent, event);
    }
}

} // namespace muster::agentd::api

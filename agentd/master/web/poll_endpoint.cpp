// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/poll_endpoint.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "agentd/clock.h"
#include "core/net/server.h"
#include "core/net/token.h"
#include "core/proto/encoding.h"
#include "core/proto/protocol.h"

namespace muster::agentd {

using net::HttpRequest;
using net::HttpResponse;

namespace {

constexpr Duration kPollSweep = std::chrono::seconds(1);
constexpr int kMostRequests = 16; // of a Poll: they are carried out in one turn
constexpr std::size_t kLargestPoll = 512 << 10; // bytes, which are parsed in one turn
constexpr unsigned kGoingAway = 1001; // as RFC 6455 numbers closes
constexpr unsigned kTooSlow = 1008;

} // namespace

class PollEndpoint::Conversation : public net::Session {
public:
    using Answer = std::function<void(HttpResponse)>;

    Conversation(
        std::string id, const HttpRequest& from, const Limits& limits, PollTimer& answerTimer)
        : m_id(std::move(id)), m_remote(from.remote), m_principal(from.principal),
          m_webSession(from.webSession ? from.webSession->id : 0), m_limits(limits),
          m_answerTimer(answerTimer) { }

    // --- to those that it asks

    void send(net::Payload message, bool) override {
        if (m_end) {
            return;
        }
        m_bytes += message->size();
        m_messages.push_back(std::move(message));
        if (m_bytes - m_messages.front()->size() > m_limits.queue) {
            return close(kTooSlow, "The client does not keep up");
        }
        m_answerTimer.arm();
    }
    void close(unsigned code, std::string_view reason) override {
        if (!m_end) {
            m_end = End{code, std::string(reason)};
            m_answerTimer.arm();
        }
    }
    std::size_t queuedBytes() const override { return m_bytes; }
    void onDrained(std::function<void()> callback) override { m_onDrained = std::move(callback); }
    const std::string& subprotocol() const override { return m_subprotocol; }
    const std::string& remote() const override { return m_remote; }
    const std::string& principal() const override { return m_principal; }

    // --- to its client

    // Of that principal, and of the same browser's session or of a token.
    bool isOf(const HttpRequest& request) const {
        return m_principal == request.principal
            && m_webSession == (request.webSession ? request.webSession->id : 0);
    }
    bool isOf(std::uint64_t webSession) const { return m_webSession == webSession; }

    // An error: the client speaks of what was never there.
    Status check(const muster::v1::Poll& poll) const {
        if (poll.after() >= m_first + m_messages.size()) {
            return failure("Messages up to `after` were not sent yet");
        }
        if (poll.requests_size() > 0 && !m_end
            && (poll.first_request() == 0 || poll.first_request() > m_taken + 1)) {
            return failure(
                fmt::format("Request {} is missing: `first_request` must be it", m_taken + 1));
        }
        return {};
    }
    void arrived(std::uint64_t after) {
        const bool hadSome = !m_messages.empty();
        for (; !m_messages.empty() && m_first <= after; ++m_first) {
            m_bytes -= m_messages.front()->size();
            m_messages.pop_front();
            m_encoded = nullptr;
        }
        const auto drained = m_onDrained; // which may set another one
        if (hadSome && m_messages.empty() && drained && !m_end) {
            drained();
        }
    }
    bool claim(std::uint64_t request) {
        return !m_end && request > m_taken && (m_taken = request, true);
    }
    // The Poll that waits is answered, this one waits.
    void wait(Answer answer, Uptime now) {
        if (auto before = std::exchange(m_answer, std::move(answer))) {
            before(answerWith(false));
        }
        m_heard = now;
        if (hasNews()) {
            m_answerTimer.arm();
        }
    }
    bool waits() const { return m_answer != nullptr; }
    bool hasNews() const { return !m_messages.empty() || m_end; }
    Uptime heard() const { return m_heard; } // of its last Poll; while none waits, of its answer
    void answer(Uptime now) {
        m_heard = now;
        if (auto waiting = std::exchange(m_answer, nullptr)) {
            waiting(answerWith(true));
        }
    }
    // It is closed, and its client knows all that it was told.
    bool isOver() const { return m_end && m_messages.empty(); }
    // Once, when it is closed.
    bool takeEnd() { return m_end && !std::exchange(m_closeReported, true); }
    HttpResponse farewell() const {
        return HttpResponse::text(m_end->code == net::kSessionEnded ? 401 : 410, m_end->reason);
    }

private:
    struct End {
        unsigned code = 0;
        std::string reason;
    };

    HttpResponse answerWith(bool messages) {
        if (messages && isOver()) {
            return farewell();
        }
        auto out = HttpResponse::json({});
        out.body = messages ? encoded() : bodyOf(0, 0);
        return out;
    }
    // As many of the first messages as fit. Answers that say the same share their bytes.
    net::Payload encoded() {
        std::size_t count = 0, bytes = 0;
        while (count < m_messages.size()
            && (count == 0 || bytes + m_messages[count]->size() <= m_limits.answer)) {
            bytes += m_messages[count++]->size();
        }
        if (!m_encoded || m_encodedCount != count) {
            m_encoded = bodyOf(count, bytes);
            m_encodedCount = count;
        }
        return m_encoded;
    }
    net::Payload bodyOf(std::size_t count, std::size_t bytes) const {
        auto body = fmt::format(R"({{"poll":"{}","first":"{}","messages":[)", m_id, m_first);
        body.reserve(body.size() + bytes + count + 2);
        for (std::size_t i = 0; i < count; ++i) {
            body.append(i == 0 ? "" : ",").append(*m_messages[i]);
        }
        return std::make_shared<const std::string>(std::move(body.append("]}")));
    }

    const std::string m_subprotocol{proto::kJsonSubprotocol};
    const std::string m_id;
    const std::string m_remote;
    const std::string m_principal;
    const std::uint64_t m_webSession; // 0: by token
    const Limits& m_limits; // not after the end
    PollTimer& m_answerTimer; // not after the end
    std::deque<net::Payload> m_messages; // that have not arrived for sure
    std::size_t m_bytes = 0;
    std::uint64_t m_first = 1; // number of the first of them
    net::Payload m_encoded; // the answer with the first of them; null: there is none yet
    std::size_t m_encodedCount = 0; // how many that has
    std::uint64_t m_taken = 0; // number of the last request
    Answer m_answer; // of the Poll that waits
    Uptime m_heard = uptime();
    std::function<void()> m_onDrained;
    std::optional<End> m_end;
    bool m_closeReported = false; // of its end: those that it asked
};

PollEndpoint::PollEndpoint(boost::asio::io_context& io, const Gate& gate, Console console)
    : PollEndpoint(io, gate, std::move(console), Limits(), net::createSecret) { }

PollEndpoint::PollEndpoint(boost::asio::io_context& io, const Gate& gate, Console console,
    Limits limits, WebSessions::Random random)
    : m_gate(gate), m_console(std::move(console)), m_limits(limits), m_random(std::move(random)),
      m_answerTimer(io, Duration(0), [this] { answer(); }),
      m_sweepTimer(io, std::min(kPollSweep, limits.wait), [this] { sweep(); }) { }

PollEndpoint::~PollEndpoint() {
    for (const auto& [id, conversation] : m_conversations) {
        conversation->close(kGoingAway, "The master is stopping");
    }
}

GuardedRoutes PollEndpoint::routes() {
    return m_gate.routes(
        Endpoint::ConsolePoll, [this](const HttpRequest& request) { return poll(request); },
        kLargestPoll);
}

HttpResponse PollEndpoint::poll(const HttpRequest& request) {
    muster::v1::Poll poll;
    if (auto read = proto::parseBytes(request.body, proto::Encoding::Json, poll); !read) {
        return net::badRequest(read.error().message);
    }
    if (poll.requests_size() > kMostRequests) {
        return net::badRequest(fmt::format("A Poll has at most {} requests", kMostRequests));
    }
    if (poll.poll().empty() && (poll.after() > 0 || poll.first_request() > 1)) {
        return net::badRequest("A new conversation begins with request 1 and without messages");
    }
    const auto opened
        = poll.poll().empty() ? open(request) : Result<ConversationPtr>(find(poll.poll(), request));
    if (!opened) {
        return HttpResponse::text(503, opened.error().message);
    }
    const auto conversation = *opened;
    if (!conversation) {
        return HttpResponse::text(404, "No such conversation, or it has ended: begin another one");
    }
    if (const auto fits = conversation->check(poll); !fits) {
        return net::badRequest(fits.error().message);
    }
    conversation->arrived(poll.after());
    auto number = poll.first_request();
    for (const auto& asked : poll.requests()) {
        if (conversation->claim(number++)) {
            m_console.ask(conversation, asked);
        }
    }
    HttpResponse out;
    out.later = [conversation](
                    Conversation::Answer done) { conversation->wait(std::move(done), uptime()); };
    return out;
}

Result<PollEndpoint::ConversationPtr> PollEndpoint::open(const HttpRequest& request) {
    auto id = m_random();
    if (!id) {
        return tl::unexpected(id.error());
    }
    makeRoom(request);
    auto made = std::make_shared<Conversation>(*id, request, m_limits, m_answerTimer);
    m_conversations.emplace(std::move(*id), made);
    m_sweepTimer.arm();
    return made;
}

PollEndpoint::ConversationPtr PollEndpoint::find(
    const std::string& id, const HttpRequest& request) const {
    const auto found = m_conversations.find(id);
    return found != m_conversations.end() && found->second->isOf(request) ? found->second : nullptr;
}

void PollEndpoint::makeRoom(const HttpRequest& request) {
    const auto none = m_conversations.end();
    std::size_t ofBrowser = 0, ofPrincipal = 0;
    auto oldestOfBrowser = none, oldest = none;
    const auto older = [&](Conversations::iterator one, Conversations::iterator other) {
        const auto rank = [](const ConversationPtr& conversation) {
            return std::pair(conversation->waits(), conversation->heard());
        };
        return other == none || rank(one->second) < rank(other->second) ? one : other;
    };
    for (auto it = m_conversations.begin(); it != none; ++it) {
        if (it->second->principal() == request.principal) {
            ++ofPrincipal;
            oldest = older(it, oldest);
        }
        if (it->second->isOf(request)) {
            ++ofBrowser;
            oldestOfBrowser = older(it, oldestOfBrowser);
        }
    }
    const auto ends = ofBrowser >= m_limits.conversations ? oldestOfBrowser
        : ofPrincipal >= m_limits.ofPrincipal             ? oldest
                                                          : none;
    if (ends != none) {
        end(ends, "Another conversation took its place");
    }
}

PollEndpoint::Conversations::iterator PollEndpoint::end(
    Conversations::iterator which, std::string_view why) {
    const auto conversation = which->second;
    const auto next = m_conversations.erase(which);
    conversation->close(kGoingAway, why);
    tellClosed(conversation);
    conversation->answer(uptime());
    return next;
}

void PollEndpoint::tellClosed(const ConversationPtr& conversation) const {
    if (conversation->takeEnd()) {
        m_console.closed(conversation);
    }
}

void PollEndpoint::endWebSession(std::uint64_t session) {
    for (const auto& [id, conversation] : m_conversations) {
        if (conversation->isOf(session)) {
            conversation->close(net::kSessionEnded, "The session has ended: sign in again");
        }
    }
}

void PollEndpoint::answer() {
    const auto at = uptime();
    for (const auto& [id, conversation] : m_conversations) {
        if (conversation->waits() && conversation->hasNews()) {
            conversation->answer(at);
        }
    }
    for (auto it = m_conversations.begin(); it != m_conversations.end();) {
        tellClosed(it->second); // its client may still have messages to get
        it = it->second->isOver() && !it->second->waits() ? end(it, "Nobody polls") : std::next(it);
    }
}

void PollEndpoint::sweep() {
    const auto at = uptime();
    for (auto it = m_conversations.begin(); it != m_conversations.end();) {
        auto& conversation = *it->second;
        if (conversation.waits() && at - conversation.heard() >= m_limits.wait) {
            conversation.answer(at);
        }
        it = !conversation.waits() && at - conversation.heard() >= m_limits.silence
            ? end(it, "Nobody polls")
            : std::next(it);
    }
    endAbandoned();
    if (!m_conversations.empty()) {
        m_sweepTimer.arm();
    }
}

// The largest first.
void PollEndpoint::endAbandoned() {
    std::map<std::string_view, std::size_t> bytes;
    std::vector<Conversations::iterator> largest;
    for (auto it = m_conversations.begin(); it != m_conversations.end(); ++it) {
        if (!it->second->waits()) {
            bytes[it->second->principal()] += it->second->queuedBytes();
            largest.push_back(it);
        }
    }
    std::ranges::sort(largest, std::greater(), [](auto it) { return it->second->queuedBytes(); });
    std::vector<ConversationPtr> ended; // their principals are the keys
    for (const auto it : largest) {
        auto& all = bytes[it->second->principal()];
        if (all > m_limits.abandoned) {
            all -= it->second->queuedBytes();
            ended.push_back(it->second);
            end(it, "Too much was not fetched");
        }
    }
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/engine.h"

#include <algorithm>
#include <memory>

#include <curl/curl.h>
#include <nlohmann/json.hpp>

#include "core/container/docker/engine_errors.h"

namespace muster::container::docker {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

constexpr std::size_t longestRefusal = 64U << 10;

template <typename T, auto Free>
struct Freed {
    void operator()(T* object) const { Free(object); }
};
using Easy = std::unique_ptr<CURL, Freed<CURL, curl_easy_cleanup>>;
using Multi = std::unique_ptr<CURLM, Freed<CURLM, curl_multi_cleanup>>;
using Headers = std::unique_ptr<curl_slist, Freed<curl_slist, curl_slist_free_all>>;

// One request and its answer. Everything runs on the thread that calls run().
class Exchange {
public:
    Exchange(const EngineOptions& options, const EngineRequest& request)
        : m_options(options), m_request(request), m_easy(curl_easy_init()),
          m_multi(curl_multi_init()) {
        setUp();
    }
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    ~Exchange() { curl_multi_remove_handle(m_multi.get(), m_easy.get()); }

    // Pieces of the answer; false ends the exchange, as a success.
    using Sink = std::function<bool(std::string_view piece)>;
    Status run(const std::function<void()>& opened, const Sink& sink, const std::stop_token& stop);
    long status() const {
        long status = 0;
        curl_easy_getinfo(m_easy.get(), CURLINFO_RESPONSE_CODE, &status);
        return status;
    }
    const std::string& refusal() const { return m_refusal; }

private:
    template <typename T>
    void set(CURLoption option, T value) {
        curl_easy_setopt(m_easy.get(), option, value);
    }
    void setUp();
    void addHeader(const std::string& line) {
        m_headers.reset(curl_slist_append(m_headers.release(), line.c_str()));
    }
    static std::size_t receive(char* data, std::size_t, std::size_t size, void* self) {
        return static_cast<Exchange*>(self)->received({data, size}) ? size : CURL_WRITEFUNC_ERROR;
    }
    static std::size_t headerLine(char* data, std::size_t, std::size_t size, void* self) {
        static_cast<Exchange*>(self)->m_hasHead |= std::string_view(data, size) == "\r\n";
        return size;
    }
    bool received(std::string_view piece);
    Status perform(const std::function<void()>& opened, const std::stop_token& stop);
    Status outcome();
    Result<int> patience() const; // milliseconds

    const EngineOptions& m_options;
    const EngineRequest& m_request;
    const Easy m_easy;
    const Multi m_multi;
    Headers m_headers;
    Sink m_sink;
    std::string m_refusal;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_lastPiece = m_start;
    bool m_hasHead = false;
    bool m_enough = false;
};

void Exchange::setUp() {
    set(CURLOPT_UNIX_SOCKET_PATH, m_options.socket.c_str());
    // The host is only for the header. Proxies of the environment are for other hosts than this.
    set(CURLOPT_URL, fmt::format("http://docker/v{}{}", m_options.version, m_request.path).c_str());
    set(CURLOPT_PROXY, "");
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_CUSTOMREQUEST, m_request.method.c_str());
    if (m_request.method == "POST") {
        set(CURLOPT_POSTFIELDS, m_request.body.c_str());
        set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body.size()));
        addHeader("Content-Type: " + m_request.type);
        addHeader("Expect:"); // it would wait a second for leave to send
    }
    for (const std::string& header : m_request.headers)
        addHeader(header);
    set(CURLOPT_HTTPHEADER, m_headers.get());
    set(CURLOPT_WRITEFUNCTION, &Exchange::receive);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_HEADERFUNCTION, &Exchange::headerLine);
    set(CURLOPT_HEADERDATA, this);
    curl_multi_add_handle(m_multi.get(), m_easy.get());
}

bool Exchange::received(std::string_view piece) {
    m_lastPiece = Clock::now();
    if (status() >= firstError) {
        m_refusal.append(piece.substr(0, longestRefusal - m_refusal.size()));
        return true;
    }
    m_enough = !m_sink(piece);
    return !m_enough;
}

Result<int> Exchange::patience() const {
    using std::chrono::milliseconds;
    constexpr milliseconds longest = std::chrono::seconds(60);
    milliseconds left = longest;
    const auto bound = [&](milliseconds limit, Clock::time_point since) {
        if (limit.count() > 0)
            left = std::min(left, std::chrono::ceil<milliseconds>(since + limit - Clock::now()));
        return left.count() > 0;
    };
    if (!bound(m_request.limit, m_start))
        return late(m_request, m_request.limit);
    if (!bound(m_request.silence, m_lastPiece))
        return late(m_request, m_request.silence);
    return static_cast<int>(left.count());
}

Status Exchange::run(
    const std::function<void()>& opened, const Sink& sink, const std::stop_token& stop) {
    m_sink = sink;
    const std::stop_callback wake(stop, [this] { curl_multi_wakeup(m_multi.get()); });
    if (const auto performed = perform(opened, stop); !performed)
        return performed;
    return outcome();
}

Status Exchange::perform(const std::function<void()>& opened, const std::stop_token& stop) {
    bool told = false;
    for (int running = 1;;) {
        const auto code = curl_multi_perform(m_multi.get(), &running);
        if (code != CURLM_OK)
            return failure(
                fmt::format("Failed to ask the Docker Engine: {}", curl_multi_strerror(code)),
                Error::Kind::Internal);
        if (m_hasHead && !std::exchange(told, true) && opened && status() < firstError)
            opened();
        if (running == 0)
            return {};
        if (stop.stop_requested())
            return failure(nameOf(m_request) + " was given up", Error::Kind::Unavailable);
        const auto wait = patience();
        if (!wait)
            return tl::unexpected(wait.error());
        curl_multi_poll(m_multi.get(), nullptr, 0, *wait, nullptr);
    }
}

Status Exchange::outcome() {
    int left = 0;
    const CURLMsg* message = curl_multi_info_read(m_multi.get(), &left);
    const CURLcode code = message != nullptr ? message->data.result : CURLE_RECV_ERROR;
    if (m_enough || (code == CURLE_OK && m_hasHead))
        return {};
    if (code == CURLE_COULDNT_CONNECT) {
        long error = 0;
        curl_easy_getinfo(m_easy.get(), CURLINFO_OS_ERRNO, &error);
        return unreachable(m_options.socket, static_cast<int>(error));
    }
    return failure(
        fmt::format("The Docker Engine broke off its answer to {}: {}", nameOf(m_request),
            code == CURLE_OK ? "no whole head" : curl_easy_strerror(code)),
        Error::Kind::Unavailable);
}

} // namespace

Result<Json> Engine::ask(const EngineRequest& request, const std::stop_token& stop) const {
    Exchange exchange(m_options, request);
    std::string body;
    bool tooLarge = false;
    const auto ran = exchange.run(
        nullptr,
        [&](std::string_view piece) {
            tooLarge = body.size() + piece.size() > m_options.largestAnswer;
            body.append(tooLarge ? std::string_view() : piece);
            return !tooLarge;
        },
        stop);
    if (!ran)
        return tl::unexpected(ran.error());
    if (exchange.status() >= firstError)
        return refused(request, exchange.status(), exchange.refusal());
    if (tooLarge)
        return failure(fmt::format("The Docker Engine's answer to {} is larger than {} bytes",
                           nameOf(request), m_options.largestAnswer),
            Error::Kind::Internal);
    if (body.empty())
        return Json();
    Json answer = Json::parse(body, nullptr, /*allow_exceptions=*/false);
    if (answer.is_discarded())
        return failure(fmt::format("The Docker Engine's answer to {} is not JSON", nameOf(request)),
            Error::Kind::Internal);
    return answer;
}

Status Engine::follow(
    const EngineRequest& request, const Stream& stream, const std::stop_token& stop) const {
    Exchange exchange(m_options, request);
    std::string rest;
    const auto takeLines = [&](std::string_view piece) {
        for (auto end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
            rest.append(piece.substr(0, end));
            piece.remove_prefix(end + 1);
            if (!stream.line(rest))
                return false;
            rest.clear();
        }
        rest.append(piece);
        return rest.size() <= m_options.largestAnswer;
    };
    if (const auto ran = exchange.run(stream.opened, takeLines, stop); !ran)
        return ran;
    if (exchange.status() >= firstError)
        return refused(request, exchange.status(), exchange.refusal());
    if (rest.size() > m_options.largestAnswer)
        return failure(fmt::format("A line of the Docker Engine's answer to {} is longer than {} "
                                   "bytes",
                           nameOf(request), m_options.largestAnswer),
            Error::Kind::Internal);
    return {};
}

Status Engine::copy(const EngineRequest& request,
    const std::function<bool(std::string_view piece)>& take, const std::stop_token& stop) const {
    Exchange exchange(m_options, request);
    if (const auto ran = exchange.run(nullptr, take, stop); !ran)
        return ran;
    if (exchange.status() >= firstError)
        return refused(request, exchange.status(), exchange.refusal());
    return {};
}

Status Engine::check() const {
    const auto answer = ask({.method = "GET", .path = "/version"});
    if (!answer)
        return tl::unexpected(answer.error());
    const auto text = [&](const char* name) {
        const auto found = answer->is_object() ? answer->find(name) : answer->end();
        return found != answer->end() && found->is_string() ? found->get<std::string>() : "";
    };
    if (text("ApiVersion").empty())
        return failure(fmt::format("The server on {} is not a Docker Engine", m_options.socket));
    if (text("Os") != "linux")
        return failure(fmt::format("The Docker Engine runs on '{}', not on Linux", text("Os")));
    return {};
}

std::string urlEncoded(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9') || std::string_view("-._~").find(c) != std::string_view::npos;
        result += plain
            ? std::string(1, c)
            : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    }
    return result;
}

} // namespace muster::container::docker

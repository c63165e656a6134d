// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct ssl_ctx_st;
struct ssl_st;

namespace muster::container::fetch {

// One request on a Site, and the way to answer it, however badly.
class Conversation {
public:
    Conversation(int socket, ssl_ctx_st* tls);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;
    ~Conversation();

    bool readRequest(); // up to the blank line
    const std::string& request() const { return m_request; }
    std::string path() const;
    int number = 0; // the first request for this path is 1

    bool send(std::string_view text); // false once the client has gone
    // Status line, Content-Length and body.
    void answer(
        const std::string& status, const std::string& body, const std::string& headers = "");
    void redirect(const std::string& location);
    void waitUntilClientGoes();

private:
    std::size_t read(char* buffer, std::size_t size);

    const int m_socket;
    ssl_st* m_tls = nullptr;
    std::string m_request;
};

// A web server on 127.0.0.1 that does what the test says, at a port of its own.
class Site {
public:
    using Answer = std::function<void(Conversation&)>;

    explicit Site(bool isTls = false);
    Site(const Site&) = delete;
    Site& operator=(const Site&) = delete;
    ~Site();

    void on(const std::string& path, Answer answer);
    void serve(const std::string& path, const std::string& body);
    std::string url(const std::string& path) const;
    std::string address() const; // "127.0.0.1:8080"
    std::string certificate() const; // PEM; that of a TLS site, for 127.0.0.1 only
    int requests(const std::string& path) const;
    std::string lastRequest() const;

private:
    void listen();
    void talk(int socket);

    int m_listener = -1;
    std::uint16_t m_port = 0;
    ssl_ctx_st* m_tls = nullptr;
    std::string m_certificate;
    mutable std::mutex m_mutex;
    bool m_isClosing = false;
    std::map<std::string, Answer> m_answers;
    std::map<std::string, int> m_requests;
    std::string m_lastRequest;
    std::vector<int> m_sockets;
    std::list<std::thread> m_threads;
    std::thread m_accepting;
};

} // namespace muster::container::fetch

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/fetch/site.h"

#include <cerrno>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>

namespace muster::container::fetch {
namespace {

// A key and a certificate of an hour for 127.0.0.1, signed by itself.
SSL_CTX* makeTls(std::string& certificate) {
    EVP_PKEY* key = EVP_EC_gen("P-256");
    X509* x509 = X509_new();
    X509_set_version(x509, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509), -3600);
    X509_gmtime_adj(X509_getm_notAfter(x509), 3600);
    X509_set_pubkey(x509, key);
    X509_NAME* name = X509_get_subject_name(x509);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
        reinterpret_cast<const unsigned char*>("a test's site"), -1, -1, 0);
    X509_set_issuer_name(x509, name);
    X509_EXTENSION* alternative
        = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1");
    X509_add_ext(x509, alternative, -1);
    X509_EXTENSION_free(alternative);
    X509_sign(x509, key, EVP_sha256());
    BIO* memory = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(memory, x509);
    char* text = nullptr;
    const long size = BIO_get_mem_data(memory, &text);
    certificate.assign(text, static_cast<std::size_t>(size));
    BIO_free(memory);
    SSL_CTX* tls = SSL_CTX_new(TLS_server_method());
    SSL_CTX_use_certificate(tls, x509);
    SSL_CTX_use_PrivateKey(tls, key);
    X509_free(x509);
    EVP_PKEY_free(key);
    return tls;
}

} // namespace

Conversation::Conversation(int socket, ssl_ctx_st* tls) : m_socket(socket) {
    if (tls == nullptr)
        return;
    m_tls = SSL_new(tls);
    SSL_set_fd(m_tls, socket);
}

Conversation::~Conversation() {
    if (m_tls != nullptr)
        SSL_shutdown(m_tls);
    SSL_free(m_tls);
}

std::size_t Conversation::read(char* buffer, std::size_t size) {
    const auto count = m_tls != nullptr ? SSL_read(m_tls, buffer, static_cast<int>(size))
                                        : recv(m_socket, buffer, size, 0);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
}

bool Conversation::readRequest() {
    if (m_tls != nullptr && SSL_accept(m_tls) != 1)
        return false;
    char buffer[4096];
    while (m_request.find("\r\n\r\n") == std::string::npos) {
        const auto size = read(buffer, sizeof buffer);
        if (size == 0)
            return false;
        m_request.append(buffer, size);
    }
    return true;
}

std::string Conversation::path() const {
    const auto begin = m_request.find(' ') + 1;
    return m_request.substr(begin, m_request.find(' ', begin) - begin);
}

bool Conversation::send(std::string_view text) {
    while (!text.empty()) {
        const auto count = m_tls != nullptr
            ? SSL_write(m_tls, text.data(), static_cast<int>(text.size()))
            : ::send(m_socket, text.data(), text.size(), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

void Conversation::answer(
    const std::string& status, const std::string& body, const std::string& headers) {
    send(fmt::format("HTTP/1.1 {}\r\nContent-Length: {}\r\n{}\r\n", status, body.size(), headers));
    send(body);
}

void Conversation::redirect(const std::string& location) {
    answer("302 Found", "over there", "Location: " + location + "\r\n");
}

void Conversation::waitUntilClientGoes() {
    char byte = 0;
    while (read(&byte, 1) > 0) { }
}

Site::Site(bool isTls) {
    if (isTls)
        m_tls = makeTls(m_certificate);
    m_listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(m_listener, generic, size) != 0 || ::listen(m_listener, 16) != 0
        || getsockname(m_listener, generic, &size) != 0)
        throw std::runtime_error("a test's site cannot listen on 127.0.0.1");
    m_port = ntohs(address.sin_port);
    m_accepting = std::thread([this] { listen(); });
}

Site::~Site() {
    {
        const std::lock_guard lock(m_mutex);
        m_isClosing = true;
        for (const int socket : m_sockets)
            shutdown(socket, SHUT_RDWR);
    }
    shutdown(m_listener, SHUT_RDWR);
    m_accepting.join();
    for (std::thread& thread : m_threads)
        thread.join();
    for (const int socket : m_sockets)
        close(socket);
    close(m_listener);
    SSL_CTX_free(m_tls);
}

void Site::listen() {
    for (;;) {
        const int socket = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        const std::lock_guard lock(m_mutex);
        if (socket < 0 || m_isClosing) {
            if (socket >= 0)
                close(socket);
            return;
        }
        m_sockets.push_back(socket);
        m_threads.emplace_back([this, socket] { talk(socket); });
    }
}

void Site::talk(int socket) {
    {
        Conversation conversation(socket, m_tls);
        if (conversation.readRequest()) {
            Answer answer;
            {
                const std::lock_guard lock(m_mutex);
                m_lastRequest = conversation.request();
                conversation.number = ++m_requests[conversation.path()];
                const auto known = m_answers.find(conversation.path());
                if (known != m_answers.end())
                    answer = known->second;
            }
            if (answer)
                answer(conversation);
            else
                conversation.answer("404 Not Found", "there is no such page");
        }
    }
    shutdown(socket, SHUT_RDWR);
}

void Site::on(const std::string& path, Answer answer) {
    const std::lock_guard lock(m_mutex);
    m_answers[path] = std::move(answer);
}

void Site::serve(const std::string& path, const std::string& body) {
    on(path, [body](Conversation& conversation) { conversation.answer("200 OK", body); });
}

std::string Site::url(const std::string& path) const {
    return fmt::format("{}://{}{}", m_tls != nullptr ? "https" : "http", address(), path);
}

std::string Site::address() const {
    return fmt::format("127.0.0.1:{}", m_port);
}

std::string Site::certificate() const {
    return m_certificate;
}

int Site::requests(const std::string& path) const {
    const std::lock_guard lock(m_mutex);
    const auto known = m_requests.find(path);
    return known == m_requests.end() ? 0 : known->second;
}

std::string Site::lastRequest() const {
    const std::lock_guard lock(m_mutex);
    return m_lastRequest;
}

} // namespace muster::container::fetch

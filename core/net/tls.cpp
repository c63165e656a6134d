// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/tls.h"

#include <boost/asio/ip/address.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace muster::net {

namespace {

std::string lastTlsError() {
    char text[256] = "unknown error";
    if (const auto code = ERR_get_error())
        ERR_error_string_n(code, text, sizeof text);
    ERR_clear_error();
    return text;
}

TlsContext makeContext(asio::ssl::context::method method) {
    auto context = std::make_shared<asio::ssl::context>(method);
    SSL_CTX* native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_cipher_list(native, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS); // an idle connection keeps no buffers
    return context;
}

} // namespace

Result<TlsContext> serverTls(const TlsFiles& files) {
    TlsContext context = makeContext(asio::ssl::context::tls_server);
    SSL_CTX* native = context->native_handle();
    if (SSL_CTX_use_certificate_chain_file(native, files.certificate.c_str()) != 1)
        return failure(fmt::format(
            "Failed to read the certificate {}: {}", files.certificate, lastTlsError()));
    if (SSL_CTX_use_PrivateKey_file(native, files.key.c_str(), SSL_FILETYPE_PEM) != 1)
        return failure(fmt::format("The key {} does not match the certificate {}: {}", files.key,
            files.certificate, lastTlsError()));
    return context;
}

Result<TlsContext> clientTls(const std::string& caFile) {
    TlsContext context = makeContext(asio::ssl::context::tls_client);
    error_code error;
    if (caFile.empty())
        context->set_default_verify_paths(error);
    else
        context->load_verify_file(caFile, error);
    if (error)
        return failure(fmt::format("Failed to read the certificate authorities of {}: {}",
            caFile.empty() ? "this system" : caFile, error.message()));
    context->set_verify_mode(asio::ssl::verify_peer, error);
    return context;
}

void expectHost(Transport& transport, const std::string& host) {
    error_code notAddress;
    asio::ip::make_address(host, notAddress);
    if (!notAddress) {
        X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(transport.tls()), host.c_str());
        return;
    }
    SSL_set_tlsext_host_name(transport.tls(), host.c_str());
    SSL_set1_host(transport.tls(), host.c_str());
}

std::string handshakeFailure(Transport& transport, const error_code& error) {
    const long verified = SSL_get_verify_result(transport.tls());
    if (verified != X509_V_OK)
        return X509_verify_cert_error_string(verified);
    if (ERR_GET_REASON(static_cast<unsigned long>(error.value())) == SSL_R_WRONG_VERSION_NUMBER)
        return "it does not use TLS";
    return error.message();
}

} // namespace muster::net

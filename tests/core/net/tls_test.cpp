// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <gtest/gtest.h>

#include "tests/core/net/world.h"
#include "tests/support/temporary_folder.h"

extern char** environ;

namespace muster::net {

namespace {

using namespace std::chrono_literals;

bool run(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (auto& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t pid = 0;
    int status = -1;
    if (posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ) == 0)
        ::waitpid(pid, &status, 0);
    posix_spawn_file_actions_destroy(&actions);
    return status == 0;
}

struct CloseFile {
    void operator()(FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<FILE, CloseFile>;

// A self-signed certificate for a P-256 key; with `days` below 0 it has expired.
void writeCertificate(
    const std::string& pem, const std::string& keyPem, const std::string& subject, int days) {
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
        EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), &X509_free);
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -30 * 86400L);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), days * 86400L);
    X509_set_pubkey(certificate.get(), key.get());
    X509_NAME* name = X509_get_subject_name(certificate.get());
    X509_NAME_add_entry_by_txt(
        name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("muster test"), -1, -1, 0);
    X509_set_issuer_name(certificate.get(), name);
    X509_EXTENSION* names
        = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, subject.c_str());
    X509_add_ext(certificate.get(), names, -1);
    X509_EXTENSION_free(names);
    ASSERT_GT(X509_sign(certificate.get(), key.get(), EVP_sha256()), 0);
    const File certificateFile(std::fopen(pem.c_str(), "w"));
    const File keyFile(std::fopen(keyPem.c_str(), "w"));
    ASSERT_EQ(PEM_write_X509(certificateFile.get(), certificate.get()), 1);
    ASSERT_EQ(
        PEM_write_PrivateKey(keyFile.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr), 1);
}

class Tls : public World {
protected:
    void certificate(const std::string& name, const std::string& subject, int days) {
        const std::string base = (folder.path() / name).string();
        writeCertificate(base + ".pem", base + ".key", subject, days);
    }
    void serveTls(const std::string& name, const std::string& subject, int days = 2) {
        certificate(name, subject, days);
        const std::string base = (folder.path() / name).string();
        options.tls = TlsFiles{base + ".pem", base + ".key"};
        WebSocketEndpoint echo;
        echo.path = "/ws";
        echo.onMessage = [](const SessionPtr& session, std::string_view message, bool text) {
            session->send(payload(std::string(message)), !text);
        };
        serve({}, {echo});
        wanted = dial(port());
        wanted.master.tls = true;
        wanted.caFile = base + ".pem";
    }
    std::string error() {
        Dialer dialer(wanted);
        EXPECT_TRUE(dialer.until([&] { return !dialer.errors.empty(); }));
        return dialer.errors.empty() ? "" : dialer.errors[0].message;
    }

    test::TemporaryFolder folder;
    WebSocketClientOptions wanted;
};

TEST_F(Tls, CarriesMessagesLargeAndSmall) {
    serveTls("good", "IP:127.0.0.1");
    Dialer dialer(wanted);
    ASSERT_TRUE(dialer.untilOpen()) << (dialer.errors.empty() ? "" : dialer.errors[0].message);
    dialer.client->send(payload("hello"));
    dialer.client->send(payload(std::string(1 << 20, 'x')));
    ASSERT_TRUE(dialer.until([&] { return dialer.messages.size() == 2; }));
    EXPECT_EQ(dialer.messages[1], std::string(1 << 20, 'x'));
}

TEST_F(Tls, ClientRefusesAnUnknownAuthority) {
    serveTls("good", "IP:127.0.0.1");
    wanted.caFile.clear();
    EXPECT_EQ(error(),
        fmt::format("No secure connection to the master at 127.0.0.1:{}: self-signed certificate. "
                    "Check its certificate, or specify the authority to trust with --ca_file",
            port()));
}

TEST_F(Tls, ClientRefusesAnotherName) {
    serveTls("other", "IP:127.0.0.9,DNS:other.example.org");
    EXPECT_NE(error().find("IP address mismatch"), std::string::npos) << error();
    wanted.master.authority.host = "localhost";
    EXPECT_NE(error().find("hostname mismatch"), std::string::npos) << error();
}

TEST_F(Tls, ClientRefusesAnExpiredCertificate) {
    serveTls("old", "IP:127.0.0.1", -1);
    EXPECT_NE(error().find("certificate has expired"), std::string::npos) << error();
}

TEST_F(Tls, PortGivesPlainTextNothing) {
    serveTls("good", "IP:127.0.0.1");
    RawSocket socket(port());
    socket.send(get("/ws", port()));
    EXPECT_EQ(statusOf(socket.untilClosed()), 0U);
    wanted.master.tls = false;
    EXPECT_NE(error().find("use https://"), std::string::npos) << error();
}

TEST_F(Tls, ClientSaysWhenThePortIsPlain) {
    serve({});
    wanted = dial(port());
    wanted.master.tls = true;
    EXPECT_NE(error().find("it does not use TLS"), std::string::npos) << error();
}

TEST_F(Tls, ServerRefusesOldVersionsAndWeakSuites) {
    serveTls("good", "IP:127.0.0.1");
    const auto handshake = [&](std::vector<std::string> more) {
        std::vector<std::string> words{
            "openssl", "s_client", "-brief", "-connect", fmt::format("127.0.0.1:{}", port())};
        words.insert(words.end(), more.begin(), more.end());
        // s_client ends when its input does.
        words.insert(words.begin(), {"timeout", "2"});
        return run(words);
    };
    EXPECT_TRUE(handshake({"-tls1_3"}));
    EXPECT_TRUE(handshake({"-tls1_2"}));
    EXPECT_FALSE(handshake({"-tls1_1", "-cipher", "ALL:@SECLEVEL=0"}));
    EXPECT_FALSE(handshake({"-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0"}));
}

TEST_F(Tls, SilentClientIsCutOff) {
    options.headTimeout = 50ms;
    serveTls("good", "IP:127.0.0.1");
    RawSocket socket(port());
    EXPECT_EQ(socket.untilClosed(), "");
}

TEST(TlsFilesOfAServer, AreNamedWhenTheyDoNotFit) {
    boost::asio::io_context io;
    ServerOptions options;
    options.port = 0;
    options.authenticate = false;
    options.tls = TlsFiles{"/nonexistent/cert.pem", "/nonexistent/key.pem"};
    const auto refused = Server::listen(io, options, {}, {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_TRUE(refused.error().message.starts_with(
        "Failed to read the certificate /nonexistent/cert.pem: "))
        << refused.error().message;
}

} // namespace

} // namespace muster::net

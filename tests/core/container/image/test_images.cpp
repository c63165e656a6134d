// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/image/test_images.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/container/image/config.h"
#include "core/container/image/digest.h"
#include "core/container/process.h"

namespace muster::container::image {
namespace fs = std::filesystem;
namespace {

std::string readAll(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

void writeAll(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(path).parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

std::vector<std::string> ownEnvironment() {
    const char* path = std::getenv("PATH");
    return {fmt::format("PATH={}", path != nullptr ? path : "/usr/sbin:/usr/bin:/sbin:/bin"),
        "HOME=/nonexistent"};
}

// ustar's header (POSIX.1-1988).
std::string tarHeader(const TarEntry& entry, std::size_t size) {
    std::string block(512, '\0');
    const auto put
        = [&](std::size_t at, const std::string& text) { block.replace(at, text.size(), text); };
    put(0, entry.name);
    put(100, fmt::format("{:07o}", entry.mode));
    put(108, fmt::format("{:07o}", entry.uid));
    put(116, fmt::format("{:07o}", entry.gid));
    put(124, fmt::format("{:011o}", size));
    put(136, fmt::format("{:011o}", 1'700'000'000));
    put(148, std::string(8, ' '));
    block[156] = entry.type;
    put(157, entry.link);
    put(257, std::string("ustar\00000", 8));
    unsigned sum = 0;
    for (const unsigned char byte : block)
        sum += byte;
    put(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
    return block;
}

// A port that nobody has now.
int freePort() {
    const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(socket.number(), generic, size) != 0
        || getsockname(socket.number(), generic, &size) != 0)
        return 0;
    return ntohs(address.sin_port);
}

bool answers(int port) {
    const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return connect(socket.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

} // namespace

bool isInPath(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path != nullptr ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((folder + "/" + program).c_str(), X_OK) == 0)
            return true;
    }
    return false;
}

std::string tarOf(const std::vector<TarEntry>& entries) {
    std::string tar;
    for (const auto& entry : entries) {
        tar += tarHeader(entry, entry.content.size()) + entry.content;
        tar.resize((tar.size() + 511) / 512 * 512, '\0');
    }
    return tar + std::string(1024, '\0');
}

TestLayout::TestLayout(std::string folder) : m_folder(std::move(folder)) {
    writeAll(m_folder + "/oci-layout", R"({"imageLayoutVersion":"1.0.0"})");
}

std::string TestLayout::blob(const std::string& bytes) const {
    const auto digest = sha256Of(bytes);
    writeAll(m_folder + "/blobs/sha256/" + digest.substr(7), bytes);
    return digest;
}

std::string TestLayout::image(const std::string& tag, const std::vector<std::string>& layers,
    const std::vector<std::string>& diffIds, const std::string& config,
    const std::string& architecture) {
    const std::string platform(ourPlatform());
    const auto machine
        = architecture.empty() ? platform.substr(platform.find('/') + 1) : architecture;
    const auto text = fmt::format(
        R"({{"architecture":"{}","os":"linux","config":{},"rootfs":{{"type":"layers","diff_ids":["{}"]}}}})",
        machine, config, fmt::join(diffIds, "\",\""));
    std::string list;
    for (const auto& layer : layers)
        list += fmt::format(
            R"({}{{"mediaType":"application/vnd.oci.image.layer.v1.tar","digest":"{}","size":{}}})",
            list.empty() ? "" : ",", blob(layer), layer.size());
    const auto manifest = fmt::format(
        R"({{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"{}","size":{}}},"layers":[{}]}})",
        blob(text), text.size(), list);
    const auto digest = blob(manifest);
    name(tag, {"application/vnd.oci.image.manifest.v1+json", digest, manifest.size()});
    return digest;
}

void TestLayout::name(const std::string& tag, const Item& item) {
    std::erase_if(m_images, [&](const auto& image) { return image.first == tag; });
    m_images.emplace_back(tag, item);
    std::string images;
    for (const auto& [text, one] : m_images)
        images += fmt::format(
            R"({}{{"mediaType":"{}","digest":"{}","size":{},"annotations":{{"org.opencontainers.image.ref.name":"{}"}}}})",
            images.empty() ? "" : ",", one.type, one.digest, one.size, text);
    writeAll(
        m_folder + "/index.json", fmt::format(R"({{"schemaVersion":2,"manifests":[{}]}})", images));
}

void TestLayout::addList(
    const std::string& tag, const std::vector<std::pair<std::string, std::string>>& images) {
    std::string list;
    for (const auto& [architecture, image] : images) {
        const auto found
            = std::ranges::find(m_images, image, [](const auto& one) { return one.first; });
        list += fmt::format(
            R"({}{{"mediaType":"{}","digest":"{}","size":{},"platform":{{"architecture":"{}","os":"linux"}}}})",
            list.empty() ? "" : ",", found->second.type, found->second.digest, found->second.size,
            architecture);
    }
    const std::string type = "application/vnd.oci.image.index.v1+json";
    const auto text
        = fmt::format(R"({{"schemaVersion":2,"mediaType":"{}","manifests":[{}]}})", type, list);
    name(tag, {type, blob(text), text.size()});
}

std::string TestLayout::add(const std::string& tag, const std::vector<std::string>& layers,
    const std::string& config, const std::string& architecture) {
    std::vector<std::string> diffIds;
    for (const auto& layer : layers)
        diffIds.push_back(sha256Of(layer));
    return image(tag, layers, diffIds, config, architecture);
}

std::string TestLayout::addLying(
    const std::string& tag, const std::string& layer, const std::string& diffId) {
    return image(tag, {layer}, {diffId}, "{}", "");
}

std::string TestRegistry::whyNot() {
    for (const auto* program : {"docker-registry", "skopeo"}) {
        if (!isInPath(program))
            return fmt::format("{} is not installed", program);
    }
    return "";
}

TestRegistry::TestRegistry(std::string folder, const std::string& password, Transport transport)
    : m_folder(std::move(folder)), m_password(password), m_transport(transport) {
    if (m_transport == Transport::Tls) {
        fs::create_directories(m_folder);
        runProgram({"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                       "-subj", "/CN=test registry", "-addext", "subjectAltName=IP:0.0.0.0",
                       "-keyout", m_folder + "/tls.key", "-out", certificate()},
            std::chrono::seconds(60));
    }
    // Somebody may take the port before the registry does.
    for (int attempt = 0; attempt < 5 && !start(); ++attempt) { }
}

bool TestRegistry::start() {
    const int port = freePort();
    // Whoever connects to 0.0.0.0 gets this machine.
    m_host = fmt::format("{}:{}", m_transport == Transport::Tls ? "0.0.0.0" : "127.0.0.1", port);
    std::string auth;
    std::string tls;
    if (m_transport == Transport::Tls)
        tls = fmt::format(", tls: {{certificate: {}, key: {}/tls.key}}", certificate(), m_folder);
    if (!m_password.empty()) {
        const auto line
            = runProgram({"htpasswd", "-Bbn", "alice", m_password}, std::chrono::seconds(30));
        writeAll(m_folder + "/htpasswd", line ? line->output + "\n" : "");
        auth = fmt::format("auth: {{htpasswd: {{realm: test, path: {}/htpasswd}}}}\n", m_folder);
    }
    writeAll(m_folder + "/config.yml",
        fmt::format("version: 0.1\nlog: {{accesslog: {{disabled: false}}}}\n"
                    "storage: {{filesystem: {{rootdirectory: {}/data}}}}\n{}"
                    "http: {{addr: 127.0.0.1:{}{}}}\n",
            m_folder, auth, port, tls));
    const Fd log(open((m_folder + "/log").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    const auto pid = spawn({"docker-registry", "serve", m_folder + "/config.yml"}, ownEnvironment(),
        "", {-1, log.number(), log.number()});
    if (!pid)
        return false;
    m_pid = *pid;
    for (int i = 0; i < 600 && findProcess(m_pid); ++i) {
        if (answers(port))
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    kill(-m_pid, SIGKILL);
    waitForChild(m_pid);
    m_pid = 0;
    return false;
}

TestRegistry::~TestRegistry() {
    if (m_pid == 0)
        return;
    kill(-m_pid, SIGKILL);
    waitForChild(m_pid);
}

bool TestRegistry::push(
    const TestLayout& layout, const std::string& tag, const std::string& name, bool docker) const {
    std::vector<std::string> argv{"skopeo", "--insecure-policy", "copy", "--dest-tls-verify=false",
        "--all", "--format", docker ? "v2s2" : "oci"};
    if (!m_password.empty())
        argv.insert(argv.end(), {"--dest-creds", "alice:" + m_password});
    argv.push_back(fmt::format("oci:{}:{}", layout.folder(), tag));
    argv.push_back(fmt::format("docker://{}/{}", m_host, name));
    const auto run = runProgram(argv, std::chrono::seconds(60));
    return run && run->exitCode == 0;
}

std::string TestRegistry::credentials(const std::string& password) const {
    const auto base64 = [](const std::string& text) {
        constexpr std::string_view digits
            = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string out;
        for (std::size_t i = 0; i < text.size(); i += 3) {
            unsigned group = 0;
            for (std::size_t j = i; j < i + 3; ++j)
                group = group << 8 | (j < text.size() ? static_cast<unsigned char>(text[j]) : 0U);
            for (std::size_t j = 0; j < 4; ++j)
                out += i + j <= text.size() ? digits[group >> (18 - 6 * j) & 63U] : '=';
        }
        return out;
    };
    return fmt::format(
        R"({{"auths":{{"{}":{{"auth":"{}"}}}}}})", m_host, base64("alice:" + password));
}

std::string TestRegistry::blobFile(const std::string& digest) const {
    const auto hex = digest.substr(7);
    return fmt::format(
        "{}/data/docker/registry/v2/blobs/sha256/{}/{}/data", m_folder, hex.substr(0, 2), hex);
}

int TestRegistry::count(const std::string& text) const {
    std::istringstream lines(readAll(m_folder + "/log"));
    int found = 0;
    for (std::string line; std::getline(lines, line);)
        found += line.find(text) != std::string::npos ? 1 : 0;
    return found;
}

} // namespace muster::container::image

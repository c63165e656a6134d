// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/web.h"

#include <chrono>
#include <ostream>
#include <thread>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/cli/agent_api.h"
#include "app/cli/conversation.h"
#include "app/cli/text.h"
#include "core/net/http_client.h"

namespace muster::cli {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLongestLink = 64 << 10;
constexpr auto kBrowserPatience = 2s; // with a program that opens a browser and may fail at it

std::string baseOf(const net::Endpoint& master) {
    return fmt::format("{}://{}/", master.tls ? "https" : "http", master.authority.text());
}

std::string environmentText(const CliContext& here, const char* name) {
    const char* value = here.variable(name);
    return value == nullptr ? "" : value;
}

// $BROWSER's programs in their order, else that of the desktop; none where there is no screen.
std::vector<std::string> browsers(const CliContext& here) {
    std::vector<std::string> found;
    const auto wanted = environmentText(here, "BROWSER");
    for (std::string_view rest = wanted; !rest.empty();) {
        const auto end = std::min(rest.find(':'), rest.size());
        if (end > 0)
            found.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    const bool hasScreen = !environmentText(here, "DISPLAY").empty()
        || !environmentText(here, "WAYLAND_DISPLAY").empty();
    if (found.empty() && hasScreen)
        found.emplace_back("xdg-open");
    return found;
}

// Whether the program runs, or has ended well: a browser goes on without us.
bool opens(const std::string& program, const std::string& address) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    std::string name = program;
    std::string url = address;
    char* const arguments[] = {name.data(), url.data(), nullptr};
    pid_t child = -1;
    const int failed
        = ::posix_spawnp(&child, program.c_str(), &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0)
        return false;
    const auto end = std::chrono::steady_clock::now() + kBrowserPatience;
    for (int status = 0; std::chrono::steady_clock::now() < end;
         std::this_thread::sleep_for(20ms)) {
        if (::waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    return true;
}

} // namespace

CommandLine Web::line() {
    CommandLine line;
    line.flags = {{"--print", &m_print, "Print the address instead of opening a browser"}};
    m_master.addTo(line);
    line.examples = "  muster web\n  muster web --print";
    return line;
}

Result<std::string> Web::address(const net::WebSocketClientOptions& master) const {
    const net::HttpClientOptions options{
        .master = master.master, .token = master.token, .caFile = master.caFile};
    const auto reply
        = net::askHttp(options, {.method = "POST", .target = "/web/link"}, kLongestLink);
    if (!reply)
        return tl::unexpected(reply.error());
    if (reply->status == 404)
        return failure(
            "The master has no web page: it is older than this program", Error::Kind::NotFound);
    if (reply->status != 200)
        return tl::unexpected(AgentApi::errorOf(reply->status, reply->body));
    const auto body = nlohmann::json::parse(reply->body, nullptr, false);
    const auto path = body.is_object() ? body.find("path") : body.end();
    if (path == body.end() || !path->is_string())
        return failure("Cannot parse the master's answer", Error::Kind::Internal);
    return baseOf(master.master) + path->get<std::string>();
}

ExitCode Web::run(const CliContext& here) {
    const auto master = findMaster(m_master, here, "/");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    const auto address = this->address(*master);
    if (!address)
        return fail(here, address.error(), exitCodeOf(address.error().kind));
    if (m_print) {
        here.out << escaped(*address) << '\n';
        return ExitCode::Ok;
    }
    for (const auto& browser : browsers(here)) {
        if (opens(browser, *address)) {
            here.out << "Opening " << baseOf(master->master) << " in the browser\n";
            return ExitCode::Ok;
        }
    }
    here.out << "No browser can be opened here. Open this address within a minute:\n"
             << escaped(*address) << '\n';
    return ExitCode::Ok;
}

} // namespace muster::cli

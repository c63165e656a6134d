// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/start.h"

#include <random>

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/set_up.h"
#include "core/container/companion.h"
#include "core/container/fetch/address.h"
#include "core/container/host_check.h"
#include "core/proto/encoding.h"

namespace muster::agentd {
namespace {

std::string joined(const std::vector<std::string>& parts) {
    return fmt::format("{}", fmt::join(parts, ","));
}

} // namespace

Status checkHost(const AgentOptions& options, const Machine& machine) {
    const auto host = container::readHostAbilities(options.runc, options.conmon);
    if (auto status = container::checkIsolation(joined(options.isolation), host); !status) {
        return status;
    }
    if (machine.runsTasks) {
        for (const auto& warning : container::isolationWarnings(host)) {
            spdlog::warn("{}", warning);
        }
    }
    return {};
}

std::vector<std::string> ownEndpoints(Mode mode, const CommonOptions& common) {
    if (mode == Mode::Agent) {
        return {};
    }
    const bool v6 = common.ip.find(':') != std::string::npos;
    return {v6 ? fmt::format("[{}]:{}", common.ip, common.port)
               : fmt::format("{}:{}", common.ip, common.port)};
}

Result<std::unique_ptr<container::Runtime>> openRuntime(
    const std::string& workDir, const AgentOptions& options, std::vector<std::string> secretFiles) {
    if (options.hostRootWritable) {
        spdlog::warn("--host_root=writable: jobs that run as root without an image can change "
                     "every file of this host and read its passwords and keys");
    }
    container::RuntimeOptions out;
    out.stateDirectory = workDir + "/containers";
    out.mountPlace = workDir + "/mounts";
    out.init = container::companion("muster-init");
    out.runc = options.runc;
    out.conmon = options.conmon;
    out.hidden = {workDir};
    out.secretFiles = std::move(secretFiles);
    out.secretLists = kSecretLists;
    out.hostRootWritable = options.hostRootWritable;
    return container::Runtime::open(std::move(out));
}

Result<std::unique_ptr<container::fetch::Fetcher>> openFetcher(const std::string& workDir,
    const AgentOptions& options, std::vector<std::string> own) {
    container::fetch::FetcherOptions out;
    out.program = container::companion("muster-fetch");
    out.unpackProgram = container::companion("muster-unpack");
    out.directory = workDir + "/fetch";
    out.allow = options.fetchAllow;
    out.own = std::move(own);
    out.fileRoots = options.fetchFolders;
    out.caFile = options.fetchCaFile;
    out.cacheSize = options.fetcherCacheSize;
    out.maxBytes = options.maxFetchSize;
    return container::fetch::Fetcher::open(std::move(out));
}

container::image::ConnectionRule registryRule(
    const std::vector<std::string>& fetchAllow, const std::vector<std::string>& own) {
    using container::fetch::AddressRules;
    auto rules = AddressRules::parse(fetchAllow, own, {});
    if (!rules) {
        return [why = rules.error().message](auto, const auto&) { return why; };
    }
    rules->what = "images from there are not allowed";
    return [rules = std::move(*rules)](
               std::string_view host, const sockaddr& address) -> std::optional<std::string> {
        const auto target = container::fetch::IpAddress::of(address);
        if (!target) {
            return "only IPv4 and IPv6 are supported";
        }
        auto now = rules;
        for (const auto& text : container::fetch::localAddresses()) {
            if (const auto local = container::fetch::IpAddress::parse(text)) {
                now.local.push_back(*local);
            }
        }
        return now.refusal(host, *target, container::fetch::portOf(address));
    };
}

Result<std::unique_ptr<SandboxGc>> openGc(
    boost::asio::io_context& io, const std::string& workDir, const AgentOptions& options) {
    const auto sandboxes = workDir + "/sandboxes";
    return SandboxGc::open(io,
        {.sandboxes = sandboxes,
            .trash = workDir + "/removed",
            .delay = options.gcDelay,
            .headroom = options.gcDiskHeadroom,
            .interval = options.diskWatchInterval},
        {.now = [] { return now(); }, .usage = [sandboxes] { return diskUsage(sandboxes); }});
}

Result<net::WebSocketClientOptions> linkOptions(
    const AgentOptions& options, std::string token, std::function<std::string()> findToken) {
    auto master = net::Endpoint::parse(options.master);
    if (!master) {
        return failure("Failed to load flag 'master'", master.error());
    }
    net::WebSocketClientOptions out;
    out.master = std::move(*master);
    out.master.path = "/ws/agent";
    out.subprotocol = std::string(proto::kBinarySubprotocol);
    out.token = std::move(token);
    out.findToken = std::move(findToken);
    out.caFile = options.caFile;
    out.limits.maximumMessage = proto::kMaximumOfAgent;
    out.reconnect = net::Reconnect{.seed = std::random_device{}()};
    return out;
}

} // namespace muster::agentd

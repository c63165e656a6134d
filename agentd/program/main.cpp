// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <filesystem>
#include <iostream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <spdlog/spdlog.h>

#include "agentd/agent/agent_daemon.h"
#include "agentd/flags.h"
#include "agentd/log.h"
#include "agentd/program/master_daemon.h"
#include "agentd/set_up.h"
#include "core/kernel/base/text.h"

namespace {

using namespace muster;
using namespace muster::agentd;

int fail(const Error& error) {
    std::cerr << "EXIT with status 1: " << escaped(error.message) << std::endl;
    return 1;
}

Status run(Options options) {
    auto& common = options.common;
    auto lock = prepareWorkDir(options.mode, common);
    if (!lock) {
        return tl::unexpected(lock.error());
    }
    listSecrets(options.mode, common.workDir, namedFiles(options.mode, options.values));
    auto token = common.authenticate ? tokenFor(options.mode, common, options.agent.master)
                                     : Result<std::string>("");
    if (!token) {
        return tl::unexpected(token.error());
    }
    boost::asio::io_context io(1);
    std::unique_ptr<MasterDaemon> master;
    std::unique_ptr<AgentDaemon> agent;
    if (options.mode != Mode::Agent) {
        auto started = MasterDaemon::start(io, options, *token);
        if (!started) {
            return tl::unexpected(started.error());
        }
        master = std::move(*started);
        common.port = master->port();
        writeUserContext(common, *token);
        spdlog::info("Master listening on {}:{}", common.ip, common.port);
    }
    if (options.mode == Mode::Standalone) {
        options.agent.master = ownAddress(common);
    }
    if (options.mode == Mode::Agent && common.authenticate && token->empty()) {
        spdlog::info("Token file {} not found: joining without a token until it exists, which only "
                     "works if the master has --no-authenticate",
            common.tokenFile);
    }
    if (options.mode != Mode::Master) {
        auto started
            = AgentDaemon::start(io, {options.mode, common, options.agent, options.values, *token});
        if (!started) {
            return tl::unexpected(started.error());
        }
        agent = std::move(*started);
    }
    boost::asio::signal_set signals(io, SIGINT, SIGTERM);
    signals.async_wait([&io](boost::system::error_code error, int number) {
        if (!error) {
            spdlog::info("Exiting on signal {}; tasks keep running", number);
            io.stop();
        }
    });
    io.run();
    agent.reset();
    master.reset();
    return {};
}

} // namespace

int main(int argc, char** argv) {
    auto options = parseOptions(argc, argv);
    if (!options) {
        (options.error().exitStatus == 0 ? std::cout : std::cerr) << options.error().text;
        return options.error().exitStatus;
    }
    std::signal(SIGPIPE, SIG_IGN);
    setUpLog(options->common.logLevel);
    if (!options->common.configFile.empty()) {
        spdlog::info("Reading flags from {}", options->common.configFile);
    }
    if (auto status = run(std::move(*options)); !status) {
        return fail(status.error());
    }
    return 0;
}

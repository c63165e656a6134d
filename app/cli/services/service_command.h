// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command.h"
#include "app/cli/rest_client.h"

namespace muster::cli {

// "ID", the argument of each command about one service.
Argument serviceArgument(std::string& into);

// "/apps/shop/front", of "/shop/front" or "shop/front".
std::string appCall(const std::string& id);

// The app with its instances, deployments and last failure. An error says the nearest ids. Blocks.
Result<RestClient::Json> askForApp(const RestClient& marathon, const std::string& id);

// What the master refused of that service, with what to do.
Error withRemedy(const RestClient& marathon, const std::string& id, Error refused);

// What the commands about services have in common.
class ServiceCommand : public Command {
public:
    ExitCode run(const CliContext& here) final;

protected:
    using Json = RestClient::Json;

    // An error is said on stderr.
    virtual Result<ExitCode> ask(const RestClient& marathon, const CliContext& here) = 0;

    MasterFlags m_master;
    std::string m_id;
};

} // namespace muster::cli

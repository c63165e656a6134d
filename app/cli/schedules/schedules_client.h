// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "app/cli/cli_context.h"
#include "app/cli/exit_code.h"
#include "app/cli/master_flags.h"
#include "core/net/http_client.h"

namespace muster::cli {

// Scheduled jobs, at the master's Chronos API: every command of `muster schedules` is one call of
// it.
class SchedulesClient {
public:
    using Json = nlohmann::ordered_json;

    // An error names the flag or the file that has to be changed.
    static Result<SchedulesClient> find(const MasterFlags& flags, const CliContext& here);

    // The answer's JSON, null where it has none. An error says what the master says. Blocks.
    Result<Json> get(const std::string& call) const { return ask("GET", call, ""); }
    Result<Json> ask(
        const std::string& method, const std::string& call, const std::string& body) const;

private:
    SchedulesClient(net::HttpClientOptions options, std::string author)
        : m_options(std::move(options)), m_author(std::move(author)) { }

    net::HttpClientOptions m_options;
    std::string m_author;
};

} // namespace muster::cli

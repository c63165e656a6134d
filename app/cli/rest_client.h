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

// One of the master's APIs of JSON: every command of `muster schedules` and `muster services` is
// calls of it.
class RestClient {
public:
    using Json = nlohmann::ordered_json;

    // `base`: what is before each call, "/marathon/v2". An error names the flag or the file that
    // has to be changed.
    static Result<RestClient> find(
        const MasterFlags& flags, const CliContext& here, std::string base);

    // The answer's JSON, null where it has none. An error says what the master says. Blocks.
    Result<Json> get(const std::string& call) const { return ask("GET", call, ""); }
    Result<Json> ask(
        const std::string& method, const std::string& call, const std::string& body) const;

private:
    RestClient(net::HttpClientOptions options, std::string author, std::string base)
        : m_options(std::move(options)), m_author(std::move(author)), m_base(std::move(base)) { }

    net::HttpClientOptions m_options;
    std::string m_author;
    std::string m_base;
};

inline constexpr const char* kChronos = "/chronos/v1/scheduler";
inline constexpr const char* kMarathon = "/marathon/v2";

// Members of an answer: an empty text, 0, false or nothing where there is none of that type.
std::string textOf(const RestClient::Json& object, const char* key);
std::int64_t numberOf(const RestClient::Json& object, const char* key);
bool truthOf(const RestClient::Json& object, const char* key);
const RestClient::Json& memberOf(const RestClient::Json& object, const char* key); // else null

// "2026-11-20T12:04:31Z": fractions of a second are for JSON.
std::string clock(const std::string& time);

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/services/app_flags.h"

#include <algorithm>
#include <array>

#include "app/cli/json_body.h"
#include "app/cli/text.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

// A word of /bin/sh in which "$PORT0" is still the variable.
std::string shellWord(const std::string& word) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-+=.,:/@%";
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos)
        return word;
    std::string out = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\' || c == '`')
            out += '\\';
        out += c;
    }
    return out + '"';
}

Json objectOr(const Json& app, const char* key) {
    const auto& member = memberOf(app, key);
    return member.is_object() ? member : Json::object();
}

// "hostname:UNIQUE", "rack:LIKE:r[12]", as Marathon has them; "gpu:K40" is "gpu:IS:K40".
Result<Json> constraintOf(const std::string& text) {
    constexpr std::array<std::string_view, 7> kOperators{
        "UNIQUE", "CLUSTER", "GROUP_BY", "LIKE", "UNLIKE", "MAX_PER", "IS"};
    const auto rule = pairOf("--constraint", text, ':');
    if (!rule)
        return tl::unexpected(rule.error());
    const auto& [name, value] = *rule;
    const auto word = value.substr(0, value.find(':'));
    if (std::ranges::find(kOperators, word) == kOperators.end())
        return Json{name, "IS", value};
    return word == value ? Json{name, word} : Json{name, word, value.substr(word.size() + 1)};
}

} // namespace

void AppFlags::addTo(CommandLine& line) {
    const std::vector<Flag> flags = {
        {"--instances", &instances, "How many instances are to run; default: 1", "N"},
        {"--gpus", &gpus, "Number of GPUs of each instance", "N"},
        {"--cpus", &cpus, "Number of CPUs of each instance; default: 1", "N"},
        {"--mem", &memory,
            "Memory of each instance in MiB, or with a unit as of 'muster submit': 4G; default: "
            "128",
            "SIZE"},
        {"--command", &command,
            "A shell command for /bin/sh -c, instead of the arguments after '--'", "TEXT"},
        {"--image", &image, "The image to run it in, named as for Docker: busybox:1.36", "IMAGE"},
        {"--user", &user, "The user to run it as; default: the caller", "USER"},
        {"--port", &ports,
            "The port by which load balancers know it, 0 for any; may be repeated. The ports that "
            "an instance has on its node are in PORT0, PORT1 and so on",
            "PORT"},
        {"--require-ports", &requirePorts, "Use the same ports on the nodes, too"},
        {"--env", &env, "Set an environment variable; may be repeated", "NAME=VALUE"},
        {"--label", &labels, "Set a label; may be repeated", "NAME=VALUE"},
        {"--uri", &uris, "Fetch a file or archive into its sandbox; may be repeated", "URI"},
        {"--constraint", &constraints,
            "Only on nodes with this attribute, or with an operator of Marathon: hostname:UNIQUE; "
            "may be repeated",
            "NAME:VALUE"},
        {"--health-path", &healthPath,
            "An instance is healthy if it answers GET of this path, at its first port", "PATH"},
        {"--health-command", &healthCommand,
            "An instance is healthy if this shell command succeeds in it", "TEXT"},
        {"--health-interval", &healthInterval, "Time between two checks; default: 60s", "DURATION"},
        {"--health-grace", &healthGrace,
            "Time after the start in which failed checks do not count; default: 5m", "DURATION"},
    };
    line.flags.insert(line.flags.end(), flags.begin(), flags.end());
    line.rest = &words;
}

Result<Json> AppFlags::healthCheck(const Json& app) const {
    if (!healthPath && !healthCommand && !healthInterval && !healthGrace)
        return Json();
    if (healthPath && healthCommand)
        return failure("--health-path and --health-command cannot be combined");
    const auto& checks = memberOf(app, "healthChecks");
    auto out = checks.empty() ? Json::object() : checks.front();
    if (healthPath) {
        out.erase("command");
        out.update({{"protocol", "MESOS_HTTP"}, {"path", *healthPath}});
        if (!out.contains("port"))
            out["portIndex"] = 0;
    }
    if (healthCommand) {
        for (const auto* other : {"path", "port", "portIndex"})
            out.erase(other);
        out.update({{"protocol", "COMMAND"}, {"command", {{"value", *healthCommand}}}});
    }
    if (out.empty())
        return failure("'--health-interval' and '--health-grace' need '--health-path' or "
                       "'--health-command'");
    for (const auto& [text, flag, key] :
        {std::tuple(healthInterval, "--health-interval", "intervalSeconds"),
            std::tuple(healthGrace, "--health-grace", "gracePeriodSeconds")}) {
        if (!text)
            continue;
        const auto seconds = secondsOf(flag, *text);
        if (!seconds)
            return tl::unexpected(seconds.error());
        out[key] = *seconds;
    }
    return Json::array({out});
}

Result<Json> AppFlags::change(const Json& app) const {
    Json out = Json::object();
    Status status;
    const auto note = [&](const auto& result) {
        if (!result && status)
            status = tl::unexpected(result.error());
        return result.has_value();
    };
    const auto put = [&](const char* key, const char* flag, const Text& text, const auto& parse) {
        if (!text)
            return;
        if (const auto value = parse(flag, *text); note(value))
            out[key] = *value;
    };
    const auto putPairs = [&](const char* key, const char* flag, const auto& texts) {
        for (const auto& text : texts) {
            if (!out.contains(key))
                out[key] = objectOr(app, key);
            if (const auto pair = pairOf(flag, text); note(pair))
                out[key][pair->first] = pair->second;
        }
    };
    put("instances", "--instances", instances, countOf);
    put("gpus", "--gpus", gpus, countOf);
    put("cpus", "--cpus", cpus, amountOf);
    put("mem", "--mem", memory, mebibytesOf);
    putPairs("env", "--env", env);
    putPairs("labels", "--label", labels);
    if (command && !words.empty())
        return failure("Give its command either as --command or after '--'");
    if (command || !words.empty()) {
        std::string line = command.value_or("");
        for (const auto& word : words)
            line += (line.empty() ? "" : " ") + shellWord(word);
        out["cmd"] = line;
        if (!memberOf(app, "args").empty())
            out["args"] = Json::array(); // which would be another command
    }
    if (image) {
        out["container"] = objectOr(app, "container");
        out["container"].emplace("type", "MESOS");
        out["container"]["docker"] = objectOr(out["container"], "docker");
        out["container"]["docker"]["image"] = *image;
    }
    if (user)
        out["user"] = *user;
    for (const auto& text : ports) {
        if (const auto port = countOf("--port", text); note(port))
            out["portDefinitions"].push_back({{"port", *port}});
    }
    if (requirePorts)
        out["requirePorts"] = true;
    if (!uris.empty())
        out["uris"] = uris;
    for (const auto& text : constraints) {
        if (auto constraint = constraintOf(text); note(constraint))
            out["constraints"].push_back(std::move(*constraint));
    }
    if (auto check = healthCheck(app); note(check) && !check->is_null())
        out["healthChecks"] = std::move(*check);
    return status ? Result<Json>(std::move(out)) : tl::unexpected(status.error());
}

} // namespace muster::cli

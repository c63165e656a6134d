// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/services/services.h"

#include <algorithm>
#include <ostream>

#include <fmt/ranges.h>

#include "app/cli/json_body.h"
#include "app/cli/listing.h"
#include "app/cli/services/service_status.h"
#include "core/kernel/base/units.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

constexpr const char* kNoServices
    = "No services. To create one: muster services create /front --port=0 -- /shared/serve "
      "'$PORT0'\n";

// A number of Marathon's, whole where it can be.
Cell amountCell(const Json& app, const char* key) {
    const auto& amount = memberOf(app, key);
    if (!amount.is_number())
        return Cell::word("");
    const auto number = amount.get<double>();
    const auto whole = static_cast<std::int64_t>(number);
    return static_cast<double>(whole) == number ? Cell::number(whole) : Cell{number, {}};
}

Cell momentCell(const std::string& time) {
    return time.empty() ? Cell::word("") : Cell{time, clock(time)};
}

std::vector<Cell> rowOf(const Json& app, const Json& queue, const Json& deployments) {
    const auto id = textOf(app, "id");
    const auto running = numberOf(app, "tasksRunning");
    const auto wanted = numberOf(app, "instances");
    const bool isChecked = !memberOf(app, "healthChecks").empty();
    return {Cell::word(id), Cell::word(serviceState(app, queuedOf(queue, id))),
        Cell{running, fmt::format("{}/{}", running, wanted)}, Cell::number(wanted),
        isChecked ? Cell::number(numberOf(app, "tasksHealthy")) : Cell::word(""),
        amountCell(app, "gpus"), amountCell(app, "cpus"), amountCell(app, "mem"),
        Cell::word(textOf(app, "user")), Cell::word(deploymentText(deployments, id)),
        momentCell(textOf(app, "version"))};
}

// ---- one of them

// "64" of 64.0.
std::string amountText(const Json& app, const char* key) {
    const auto& member = memberOf(app, key);
    return member.is_number() ? Milli::fromDouble(member.get<double>()).text()
        : member.is_string()  ? member.get<std::string>()
                              : "none";
}

std::string commandText(const Json& app) {
    std::string out = textOf(app, "cmd");
    for (const auto& word : memberOf(app, "args"))
        out += (out.empty() ? "" : " ") + (word.is_string() ? word.get<std::string>() : "");
    return out;
}

std::string portsText(const Json& app) {
    const auto& mappings = memberOf(memberOf(app, "container"), "portMappings");
    std::string out;
    for (const auto& port : memberOf(app, "portDefinitions"))
        out += (out.empty() ? "" : ", ") + std::to_string(numberOf(port, "port"));
    for (const auto& mapping : mappings)
        out += fmt::format("{}{} to {} of the container", out.empty() ? "" : ", ",
            numberOf(mapping, "servicePort"), numberOf(mapping, "containerPort"));
    return out;
}

std::string healthCheckText(const Json& app) {
    const auto& checks = memberOf(app, "healthChecks");
    if (checks.empty())
        return "";
    const auto& check = checks.front();
    const auto what = textOf(memberOf(check, "command"), "value");
    return fmt::format("{} {} every {} s", textOf(check, "protocol"),
        what.empty() ? textOf(check, "path") : what, numberOf(check, "intervalSeconds"));
}

std::string labelsText(const Json& app) {
    std::string out;
    for (const auto& [name, value] : memberOf(app, "labels").items())
        out += fmt::format("{}{}={}", out.empty() ? "" : ", ", name,
            value.is_string() ? value.get<std::string>() : "");
    return out;
}

std::string failureText(const Json& app) {
    const auto& last = memberOf(app, "lastTaskFailure");
    const auto message = textOf(last, "message");
    return last.is_null()
        ? ""
        : fmt::format("{}: {} on {}{}{}, 'muster logs {}'", clock(textOf(last, "timestamp")),
            textOf(last, "state"), textOf(last, "host"), message.empty() ? "" : ": ", message,
            textOf(last, "taskId"));
}

Listing instancesOf(const Json& app) {
    Listing out{"instances", {{"TASK"}, {"NODE"}, {"STATE"}, {"HEALTH"}, {"PORTS"}, {"SINCE"}}, {}};
    for (const auto& task : memberOf(app, "tasks")) {
        std::vector<std::int64_t> ports;
        for (const auto& port : memberOf(task, "ports"))
            ports.push_back(port.get<std::int64_t>());
        const auto started = textOf(task, "startedAt");
        const bool isOld
            = textOf(task, "version") < textOf(memberOf(app, "versionInfo"), "lastConfigChangeAt");
        out.rows.push_back({Cell::word(textOf(task, "id")), Cell::word(textOf(task, "host")),
            Cell::word(textOf(task, "state") + (isOld ? ", outdated" : "")),
            Cell::word(healthText(task)), Cell::word(fmt::format("{}", fmt::join(ports, ", "))),
            Cell::word(clock(started.empty() ? textOf(task, "stagedAt") : started))});
    }
    return out;
}

Listing fieldsOf(const Json& app, const Json& queue, const Json& deployments) {
    Listing out{"service", {{"FIELD"}, {"VALUE"}}, {}};
    const auto add = [&](const char* what, const std::string& text) {
        if (!text.empty())
            out.rows.push_back({Cell::word(what), Cell::word(text)});
    };
    const auto id = textOf(app, "id");
    const auto& queued = queuedOf(queue, id);
    add("Id", id);
    add("State", serviceState(app, queued));
    add("Waits", waitingText(queued));
    add("Deployment", deploymentText(deployments, id));
    add("Instances",
        fmt::format("{} of {} run", numberOf(app, "tasksRunning"), numberOf(app, "instances")));
    add("Command", commandText(app));
    add("Image", textOf(memberOf(memberOf(app, "container"), "docker"), "image"));
    add("User", textOf(app, "user"));
    add("Needs",
        fmt::format("{} GPUs, {} CPUs, {} MiB of memory", amountText(app, "gpus"),
            amountText(app, "cpus"), amountText(app, "mem")));
    add("Ports", portsText(app));
    add("Health check", healthCheckText(app));
    add("Labels", labelsText(app));
    add("Last failure", failureText(app));
    add("Changed", clock(textOf(app, "version")));
    return out;
}

// ---- its versions

// "instances 1 to 2", "image a to b", "cmd".
std::vector<std::string> differences(const Json& before, const Json& after) {
    std::vector<std::string> out;
    const auto add = [&](const char* what, const Json& from, const Json& to, const char* key) {
        out.push_back(fmt::format("{} {} to {}", what, amountText(from, key), amountText(to, key)));
    };
    for (const auto& [name, value] : after.items()) {
        const auto& old = memberOf(before, name.c_str());
        if (value == old || name == "version" || name == "versionInfo")
            continue;
        const auto& image = memberOf(value, "docker");
        const auto& oldImage = memberOf(old, "docker");
        if (value.is_number())
            add(name.c_str(), before, after, name.c_str());
        else if (textOf(image, "image") != textOf(oldImage, "image"))
            add("image", oldImage, image, "image");
        else
            out.push_back(name);
    }
    for (const auto& [name, value] : before.items()) {
        if (!after.contains(name))
            out.push_back("no " + name);
    }
    return out;
}

} // namespace

CommandLine ListServices::line() {
    CommandLine line;
    line.flags = {outputFlag(m_output, {"table", "json", "csv"}), noHeaderFlag(m_noHeader)};
    m_master.addTo(line);
    line.examples = "  muster services\n  muster services -o json\n"
                    "waiting, delayed: 'muster services show' says why. GPUS, CPUS and MEM (MiB) "
                    "are those of\neach instance";
    return line;
}

Result<ExitCode> ListServices::ask(const RestClient& marathon, const CliContext& here) {
    const auto apps = marathon.get("/apps?embed=apps.counts&embed=apps.deployments");
    const auto queue = apps ? marathon.get("/queue") : apps;
    const auto deployments = queue ? marathon.get("/deployments") : queue;
    if (!deployments)
        return tl::unexpected(deployments.error());
    Listing listing{"services",
        {{"ID", "id"}, {"STATE", "state"}, {"INSTANCES", "running", false, true}, {"", "instances"},
            {"HEALTHY", "healthy", false, true}, {"GPUS", "gpus", false, true},
            {"CPUS", "cpus", false, true}, {"MEM", "memory_mib", false, true}, {"USER", "user"},
            {"DEPLOYMENT", "deployment"}, {"CHANGED", "changed"}},
        {}};
    for (const auto& app : memberOf(*apps, "apps"))
        listing.rows.push_back(rowOf(app, *queue, *deployments));
    here.out << listingText(listing, m_output, !m_noHeader);
    if (listing.rows.empty() && m_output == "table")
        here.err << kNoServices;
    return ExitCode::Ok;
}

CommandLine ShowService::line() {
    CommandLine line;
    line.flags = {outputFlag(m_output, {"table", "json"})};
    line.arguments = {serviceArgument(m_id)};
    m_master.addTo(line);
    line.examples = "  muster services show /shop/front\n"
                    "  muster services show /shop/front -o json > front.json\n"
                    "  muster services create --file=front.json";
    return line;
}

Result<ExitCode> ShowService::ask(const RestClient& marathon, const CliContext& here) {
    const auto app = askForApp(marathon, m_id);
    if (!app)
        return tl::unexpected(app.error());
    if (m_output == "json") {
        here.out << app->dump(2) << '\n';
        return ExitCode::Ok;
    }
    const auto queue = marathon.get("/queue");
    const auto deployments = queue ? marathon.get("/deployments") : queue;
    if (!deployments)
        return tl::unexpected(deployments.error());
    here.out << tableText(fieldsOf(*app, *queue, *deployments), false, false);
    if (const auto instances = instancesOf(*app); !instances.rows.empty())
        here.out << '\n' << tableText(instances, false, true);
    return ExitCode::Ok;
}

CommandLine ServiceHistory::line() {
    CommandLine line;
    line.flags = {{"--limit", &m_limit, "How many, the latest; at most 1000", "N"},
        outputFlag(m_output, {"table", "json", "csv"}), noHeaderFlag(m_noHeader)};
    line.arguments = {serviceArgument(m_id)};
    m_master.addTo(line);
    line.examples = "  muster services history /shop/front\n"
                    "  muster services rollback /shop/front 2026-11-20T12:04:31.250Z";
    return line;
}

Result<ExitCode> ServiceHistory::ask(const RestClient& marathon, const CliContext& here) {
    if (const auto status = checkMost("--limit", m_limit); !status)
        return tl::unexpected(status.error());
    const auto app = askForApp(marathon, m_id);
    if (!app)
        return tl::unexpected(app.error());
    const auto call = appCall(m_id) + "/versions";
    const auto versions = marathon.get(call);
    if (!versions)
        return tl::unexpected(versions.error());
    const auto& all = memberOf(*versions, "versions"); // the newest first
    const auto count = std::min(all.size(), static_cast<std::size_t>(m_limit));
    std::vector<Json> documents; // one more, to be compared with
    for (std::size_t i = 0; i < std::min(all.size(), count + 1); ++i) {
        auto document = marathon.get(call + "/" + net::percentEncoded(all[i].get<std::string>()));
        if (!document)
            return tl::unexpected(document.error());
        documents.push_back(std::move(*document));
    }
    Listing listing{"versions",
        {{"VERSION", "version"}, {"INSTANCES", "instances", false, true}, {"CHANGED", "changed"}},
        {}};
    for (std::size_t i = 0; i < count; ++i) {
        const bool isFirst = i + 1 == documents.size();
        listing.rows.push_back({Cell::word(all[i].get<std::string>()),
            Cell::number(numberOf(documents[i], "instances")),
            isFirst ? Cell{std::vector<std::string>{}, "the oldest that is kept"}
                    : Cell{differences(documents[i + 1], documents[i]), {}}});
    }
    here.out << listingText(listing, m_output, !m_noHeader);
    return ExitCode::Ok;
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/services/changes.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <thread>

#include "app/cli/confirm.h"
#include "app/cli/json_body.h"
#include "app/cli/services/service_status.h"
#include "app/cli/text.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

constexpr std::chrono::milliseconds kBetweenLooks{500};
constexpr std::chrono::seconds kUnsaid{10};

Flag appFileFlag(std::string& into) {
    return {"-f,--file", &into,
        "An app as Marathon's JSON, in place of the flags of a service; '-' reads stdin", "FILE"};
}

// The answer to a new app has it among those of the app.
std::string deploymentOf(const Json& answer) {
    const auto& deployments = memberOf(answer, "deployments");
    return deployments.empty() ? textOf(answer, "deploymentId") : textOf(deployments.front(), "id");
}

Error invalid(std::string text) {
    return {std::move(text), Error::Kind::Invalid};
}

} // namespace

void ServiceChange::addTo(CommandLine& line) {
    line.flags.push_back(
        {"--force", &m_force, "Also while a deployment of it is under way, which is given up"});
    line.flags.push_back({"--wait", &m_wait, "Wait until the deployment has ended"});
    m_master.addTo(line);
}

Result<ExitCode> ServiceChange::order(const RestClient& marathon, const CliContext& here,
    const std::string& method, const std::string& call, const Json& body, const std::string& done) {
    const auto answer = marathon.ask(
        method, call + (m_force ? "?force=true" : ""), body.is_null() ? "" : body.dump());
    if (!answer)
        return tl::unexpected(withRemedy(marathon, m_id, answer.error()));
    const auto deployment = deploymentOf(*answer);
    here.out << done;
    if (m_wait && !deployment.empty()) {
        here.out << '\n' << std::flush;
        return wait(marathon, here, deployment);
    }
    here.out << (deployment.empty()
            ? "\n"
            : fmt::format(": deployment {} has started\n", escaped(deployment)));
    return ExitCode::Ok;
}

// A line on stderr for each change of what has come of it.
void ServiceChange::tell(const RestClient& marathon, const CliContext& here,
    const Json& deployments, std::string& said) const {
    const auto app = marathon.get(appCall(m_id));
    if (!app)
        return;
    const auto& now = memberOf(*app, "app");
    const auto id = textOf(now, "id");
    const auto queue = marathon.get("/queue?id=" + net::percentEncoded(id));
    if (!queue)
        return;
    const auto why = whyWaiting(queuedOf(*queue, id));
    auto text = fmt::format("{}: {} of {} instances run{}{}", deploymentText(deployments, id),
        numberOf(now, "tasksRunning"), numberOf(now, "instances"), why.empty() ? "" : ", ", why);
    if (text != said)
        here.err << escaped(text) << std::endl;
    said = std::move(text);
}

// On a terminal it says how far it is, elsewhere only what has not ended soon.
Result<ExitCode> ServiceChange::wait(
    const RestClient& marathon, const CliContext& here, const std::string& deployment) const {
    const auto quiet
        = std::chrono::steady_clock::now() + (here.errTerminal ? std::chrono::seconds(0) : kUnsaid);
    std::string said;
    for (;;) {
        const auto deployments = marathon.get("/deployments");
        if (!deployments)
            return failure(fmt::format("{}. The deployment goes on without this command: see "
                                       "'muster services show {}'",
                               deployments.error().message, m_id),
                deployments.error().kind);
        if (std::ranges::none_of(
                *deployments, [&](const auto& one) { return textOf(one, "id") == deployment; }))
            break;
        if (std::chrono::steady_clock::now() >= quiet)
            tell(marathon, here, *deployments, said);
        std::this_thread::sleep_for(kBetweenLooks);
    }
    const auto answer = marathon.get(appCall(m_id)).value_or(Json());
    const auto& app = memberOf(answer, "app"); // none: it is deleted
    if (!memberOf(app, "deployments").empty())
        return failure(
            fmt::format(
                "The deployment was given up for another one, see 'muster services show {}'", m_id),
            Error::Kind::Conflict);
    here.out << "The deployment has ended"
             << (app.is_null() ? "\n"
                               : fmt::format(": {} of {} instances run\n",
                                   numberOf(app, "tasksRunning"), numberOf(app, "instances")));
    return ExitCode::Ok;
}

CommandLine CreateService::line() {
    CommandLine line;
    line.flags = {appFileFlag(m_file)};
    m_flags.addTo(line);
    line.arguments
        = {{"ID", &m_id, "Its id, a path: /shop/front. Not with --file, which has one", false}};
    addTo(line);
    line.examples
        = "  muster services create /shop/front --instances=2 --mem=512 --port=8080 \\\n"
          "      --health-path=/ping --label=HAPROXY_GROUP=external -- /shared/serve --port "
          "'$PORT0'\n"
          "  muster services create /models/chat --gpus=1 --image=chat:3 --command='serve $PORT0'\n"
          "  muster services create --file=app.json --wait\n"
          "The command is run by /bin/sh, which replaces $PORT0 and other variables of the "
          "instance;\nwithout a command the image's is run";
    return line;
}

Result<Json> CreateService::wanted(const CliContext& here) {
    if (!m_file.empty()) {
        const auto alone = checkAlone(line(), CreateService().line(), {"--force", "--wait"});
        auto app = alone ? readObject(m_file) : tl::unexpected(alone.error());
        if (app)
            m_id = textOf(*app, "id");
        return app;
    }
    if (m_id.empty())
        return failure("A service needs an id: muster services create ID ...");
    auto app = m_flags.change(Json::object());
    if (!app)
        return app;
    if (!app->contains("cmd") && !app->contains("container"))
        return failure("Give its command, as --command or after '--', or an --image");
    (*app)["id"] = m_id;
    app->emplace("user", here.user);
    return app;
}

Result<ExitCode> CreateService::ask(const RestClient& marathon, const CliContext& here) {
    const auto app = wanted(here);
    if (!app)
        return tl::unexpected(app.error());
    return order(marathon, here, "POST", "/apps", *app, fmt::format("Created {}", escaped(m_id)));
}

CommandLine UpdateService::line() {
    CommandLine line;
    line.flags = {appFileFlag(m_file)};
    m_flags.addTo(line);
    line.arguments = {serviceArgument(m_id)};
    addTo(line);
    line.examples = "  muster services update /shop/front --image=front:1.5 --wait\n"
                    "  muster services update /shop/front --mem=1G --env=LEVEL=debug\n"
                    "  muster services update /shop/front --file=change.json\n"
                    "Only what is given changes, of a file, too. Lists, as of --port, are replaced "
                    "by what is\ngiven; a variable or label is set beside the others";
    return line;
}

Result<Json> UpdateService::wanted(const RestClient& marathon) {
    const auto now = askForApp(marathon, m_id);
    if (!now)
        return now;
    m_id = textOf(*now, "id");
    if (m_file.empty()) {
        auto change = m_flags.change(*now);
        return change && change->empty() ? failure("Give what is to change, such as --instances=2")
                                         : change;
    }
    const auto alone = checkAlone(line(), UpdateService().line(), {"--force", "--wait", "ID"});
    auto change = alone ? readObject(m_file) : tl::unexpected(alone.error());
    if (!change)
        return change;
    if (const auto id = textOf(*change, "id"); !id.empty() && id != m_id)
        return failure(fmt::format("'{}' is of {}, not of {}", m_file, id, m_id));
    change->erase("version"); // what 'show' prints has the current one, which is no change
    return change;
}

Result<ExitCode> UpdateService::ask(const RestClient& marathon, const CliContext& here) {
    const auto change = wanted(marathon);
    if (!change)
        return tl::unexpected(change.error());
    return order(
        marathon, here, "PATCH", appCall(m_id), *change, fmt::format("Changed {}", escaped(m_id)));
}

CommandLine ScaleService::line() {
    CommandLine line;
    line.arguments = {
        serviceArgument(m_id), {"N", &m_instances, "How many instances are to run; 0 suspends it"}};
    addTo(line);
    line.examples = "  muster services scale /shop/front 4 --wait";
    return line;
}

Result<ExitCode> ScaleService::ask(const RestClient& marathon, const CliContext& here) {
    const auto count = countOf("N", m_instances);
    if (!count)
        return tl::unexpected(invalid(fmt::format(
            "'{}' is no number of instances: write a whole number, 0 or more", m_instances)));
    return order(marathon, here, "PATCH", appCall(m_id), {{"instances", *count}},
        fmt::format("Scaled {} to {}", escaped(m_id), *count));
}

CommandLine RestartService::line() {
    CommandLine line;
    line.arguments = {serviceArgument(m_id)};
    addTo(line);
    line.examples = "  muster services restart /shop/front --wait\n"
                    "New instances are started first, as far as its upgrade strategy says so";
    return line;
}

Result<ExitCode> RestartService::ask(const RestClient& marathon, const CliContext& here) {
    return order(marathon, here, "POST", appCall(m_id) + "/restart", Json(),
        fmt::format("Restarted {}", escaped(m_id)));
}

CommandLine RollBackService::line() {
    CommandLine line;
    line.arguments = {serviceArgument(m_id),
        {"VERSION", &m_version,
            "As of 'muster services history'; without one the deployment under way is cancelled, "
            "or if there is none the version before the current one is restored",
            false}};
    addTo(line);
    line.examples = "  muster services rollback /shop/front --wait\n"
                    "  muster services rollback /shop/front 2026-11-20T12:04:31.250Z\n"
                    "With --force a deployment under way is stopped where it is";
    return line;
}

Result<ExitCode> RollBackService::ask(const RestClient& marathon, const CliContext& here) {
    const auto app = askForApp(marathon, m_id);
    if (!app)
        return tl::unexpected(app.error());
    m_id = textOf(*app, "id");
    if (const auto deployment = deploymentOf(*app); m_version.empty() && !deployment.empty())
        return order(marathon, here, "DELETE", "/deployments/" + net::percentEncoded(deployment),
            Json(), fmt::format("Cancelled the deployment of {}", escaped(m_id)));
    const auto versions = marathon.get(appCall(m_id) + "/versions");
    if (!versions)
        return tl::unexpected(versions.error());
    const auto current = textOf(*app, "version");
    const auto& all = memberOf(*versions, "versions"); // the newest first
    const auto found = std::ranges::find_if(all, [&](const auto& version) {
        return m_version.empty() ? version.template get<std::string>() < current
                                 : version == m_version;
    });
    if (found == all.end())
        return failure(m_version.empty()
                ? fmt::format("{} has no earlier version", m_id)
                : fmt::format("{} has no version '{}': see 'muster services history {}'", m_id,
                    m_version, m_id),
            Error::Kind::NotFound);
    return order(marathon, here, "PUT", appCall(m_id), {{"version", *found}},
        fmt::format("Rolled {} back to {}", escaped(m_id), escaped(found->get<std::string>())));
}

CommandLine DeleteService::line() {
    CommandLine line;
    line.flags = {yesFlag(m_yes)};
    line.arguments = {serviceArgument(m_id)};
    addTo(line);
    line.examples = "  muster services delete /shop/front\n"
                    "Its versions are forgotten, too. To keep them: muster services scale "
                    "/shop/front 0";
    return line;
}

Result<ExitCode> DeleteService::ask(const RestClient& marathon, const CliContext& here) {
    const auto app = askForApp(marathon, m_id);
    if (!app)
        return tl::unexpected(app.error());
    m_id = textOf(*app, "id");
    const auto running = numberOf(*app, "tasksRunning");
    if (const auto code = confirm(here, CommandKind::DeleteService, m_yes,
            fmt::format("Delete service {} and kill its {}?", escaped(m_id),
                running == 1 ? "running instance" : fmt::format("{} running instances", running))))
        return *code;
    return order(
        marathon, here, "DELETE", appCall(m_id), Json(), fmt::format("Deleted {}", escaped(m_id)));
}

} // namespace muster::cli

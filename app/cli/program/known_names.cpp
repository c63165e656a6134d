// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/program/known_names.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <sstream>
#include <thread>

#include <boost/asio/steady_timer.hpp>

#include "app/cli/conversation.h"
#include "app/cli/rest_client.h"
#include "core/net/context.h"
#include "core/proto/states.h"
#include "core/spec/template_files.h"

namespace muster::cli {

namespace {

constexpr std::chrono::seconds kLongestWait{1};

// The flags of the words that say which master is meant.
MasterFlags masterOf(std::span<const std::string> words) {
    MasterFlags out;
    CommandLine line;
    out.addTo(line);
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (const auto& flag : line.flags) {
            auto& into = *std::get<std::optional<std::string>*>(flag.into);
            if (words[i] == flag.name && i + 1 < words.size())
                into = words[i + 1];
            else if (words[i].starts_with(flag.name + "="))
                into = words[i].substr(flag.name.size() + 1);
        }
    }
    return out;
}

std::vector<std::string> contextNames(const CliContext& here) {
    const auto path = net::contextsPath(here.variable("XDG_CONFIG_HOME"), here.variable("HOME"));
    const auto contexts = path ? net::readContexts(*path) : net::Contexts();
    std::vector<std::string> out;
    if (contexts) {
        for (const auto& [name, context] : contexts->all)
            out.push_back(name);
    }
    return out;
}

std::vector<std::string> templateNames(const CliContext& here) {
    std::vector<std::string> out;
    for (const auto& file : spec::readTemplates(
             spec::templateFolders(here.variable("XDG_CONFIG_HOME"), here.variable("HOME"))))
        out.push_back(file.name);
    return out;
}

// Says nothing.
ClusterView askSilently(const net::WebSocketClientOptions& master) {
    std::ostringstream unheard;
    const CliContext silent{.out = unheard, .err = unheard, .variable = {}};
    ClusterView view;
    Conversation conversation(master, silent);
    boost::asio::steady_timer tooLong(conversation.io(), kLongestWait);
    tooLong.async_wait([&](const auto& error) {
        if (!error)
            conversation.end(ExitCode::Unreachable);
    });
    muster::v1::Request request;
    request.mutable_subscribe()->set_once(true);
    conversation.run({request}, [&](Conversation&, const muster::v1::Message& message) {
        view.apply(message);
        return view.hasSnapshot() ? std::optional(ExitCode::Ok) : std::nullopt;
    });
    return view;
}

bool isPlainWord(const std::string& name) {
    return !name.empty() && name.front() != '-'
        && std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                   || c == '.' || c == '_' || c == '-' || c == '/';
           });
}

// What one of the master's APIs lists: `list` is the member of the answer, `name` that of each.
FoundNames namesOf(const RestClient& client, const char* call, const char* list, const char* name) {
    FoundNames out;
    const auto answer = client.get(call).value_or(RestClient::Json());
    for (const auto& one : memberOf(answer, list))
        out.push_back(textOf(one, name));
    std::erase_if(out, [](const auto& found) { return !isPlainWord(found); });
    return out;
}

} // namespace

std::vector<std::string> namesIn(const ClusterView& view, Names names) {
    std::vector<std::string> out;
    const auto addIds = [&out](const auto& rows) {
        for (const auto& [id, row] : rows)
            out.push_back(id);
    };
    const auto addWork = [&](const auto& rows, bool open) {
        for (const auto& [key, row] : rows) {
            if (!open || row.ended_ms() == 0)
                out.insert(out.end(), {row.id(), row.name()});
        }
    };
    const bool open = names == Names::OpenJobs || names == Names::OpenTasks;
    switch (names) {
    case Names::Nodes:
        for (const auto& [id, agent] : view.agents())
            out.push_back(agent.hostname());
        break;
    case Names::Gpus:
        addIds(view.gpus());
        break;
    case Names::OpenTasks:
    case Names::Tasks:
        addWork(view.tasks(), open);
        addWork(view.jobs(), open);
        break;
    case Names::OpenJobs:
    case Names::Jobs:
        addWork(view.jobs(), open);
        break;
    case Names::Offers:
        addIds(view.offers());
        break;
    case Names::Alerts:
        addIds(view.alerts());
        break;
    case Names::None:
    case Names::Contexts:
    case Names::Templates:
    case Names::Schedules:
    case Names::Services:
        break;
    }
    std::erase_if(out, [](const auto& name) { return !isPlainWord(name); });
    return out;
}

std::vector<std::string> knownNames(
    Names names, std::span<const std::string> words, const CliContext& here) {
    if (names == Names::None)
        return {};
    if (names == Names::Contexts)
        return contextNames(here);
    if (names == Names::Templates)
        return templateNames(here);
    std::ostringstream unheard;
    const CliContext silent{.out = unheard, .err = unheard, .variable = here.variable};
    if (names == Names::Schedules || names == Names::Services) {
        const bool isSchedule = names == Names::Schedules;
        const auto client
            = RestClient::find(masterOf(words), silent, isSchedule ? kChronos : kMarathon);
        return client ? askFor(kLongestWait,
                   [client = *client, isSchedule] {
                       return isSchedule ? namesOf(client, "/jobs/summary", "jobs", "name")
                                         : namesOf(client, "/apps", "apps", "id");
                   })
                      : FoundNames();
    }
    const auto master = findMaster(masterOf(words), silent, "/ws/console");
    return master ? askFor(kLongestWait,
               [master = *master, names] { return namesIn(askSilently(master), names); })
                  : FoundNames();
}

FoundNames askFor(std::chrono::milliseconds longest, std::function<FoundNames()> ask) {
    auto promise = std::make_shared<std::promise<FoundNames>>();
    auto answer = promise->get_future();
    std::thread([promise, ask = std::move(ask)] { promise->set_value(ask()); }).detach();
    return answer.wait_for(longest) == std::future_status::ready ? answer.get() : FoundNames();
}

} // namespace muster::cli

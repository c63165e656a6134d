// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/lists/list_command.h"

#include <algorithm>
#include <ctime>
#include <ostream>

#include <fmt/ranges.h>

#include "app/cli/lists/topology.h"
#include "app/cli/reconnect.h"
#include "core/kernel/base/nearest.h"

namespace muster::cli {

namespace {

constexpr std::uint64_t kEndedRequest = 2;
constexpr std::uint32_t kEndedLimit = 200;

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text.starts_with("task_") ? text.substr(5) : text;
}

// Below a table that is no longer kept up to date; by the clock of the one who reads it.
std::string oldText() {
    const auto now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    return fmt::format(
        "as of {:02}:{:02}:{:02}, master lost\n", local.tm_hour, local.tm_min, local.tm_sec);
}

} // namespace

CommandLine ListCommand::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "wide", "json", "csv"}),
        noHeaderFlag(m_noHeader),
        {"--watch", &m_watch,
            "Watch: print again on each change, until Ctrl+C; while the master is lost, the table "
            "is marked as old"},
        {.name = "--node",
            .into = &m_filters.node,
            .help = "Only of this node",
            .value = "NAME",
            .names = Names::Nodes},
    };
    addTo(line);
    for (auto& flag : line.flags) {
        if (flag.into == Flag::Target(&m_filters.state))
            flag.values = typedStates();
    }
    m_master.addTo(line);
    return line;
}

std::vector<std::string> ListCommand::typedStates() const {
    auto known = states();
    std::transform(known.begin(), known.end(), known.begin(), lowered);
    return known;
}

Status ListCommand::checkState() const {
    const auto known = typedStates();
    const auto typed = lowered(m_filters.state.value_or(""));
    if (!m_filters.state || std::find(known.begin(), known.end(), typed) != known.end())
        return {};
    const auto near = nearestNames(typed, known, 1);
    return failure(fmt::format("'{}' is not one of {}{}", *m_filters.state, fmt::join(known, ", "),
        near.empty() ? "" : fmt::format("; did you mean {}?", near.front())));
}

ExitCode ListCommand::run(const CliContext& here) {
    if (const auto state = checkState(); !state)
        return fail(here, state.error(), ExitCode::Usage);
    bool isShown = false; // a table, maybe that of an earlier connection
    LastingTalk lasting;
    lasting.talk = [&](Conversation& conversation, bool& answered) {
        const auto code = show(conversation, here, answered);
        isShown = isShown || (answered && isTable());
        return code;
    };
    lasting.onLost = [&] {
        if (isShown)
            here.out << oldText() << std::flush;
    };
    if (m_watch)
        return keepTalking(m_master, here, lasting);
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    Conversation conversation(std::move(*master), here);
    return show(conversation, here, isShown);
}

// `isShown`: what is listed has been printed.
ExitCode ListCommand::show(
    Conversation& conversation, const CliContext& here, bool& isShown) const {
    std::vector<muster::v1::Request> requests(1);
    requests[0].mutable_subscribe()->set_once(!m_watch);
    requests[0].mutable_subscribe()->set_telemetry(wantsTelemetry());
    if (wantsEnded()) {
        auto& ended = requests.emplace_back();
        ended.set_id(kEndedRequest);
        ended.mutable_query_ended()->set_limit(kEndedLimit);
    }
    ClusterView view;
    muster::v1::Message ended;
    std::size_t awaited = requests.size();
    return conversation.run(requests,
        [&](Conversation&, const muster::v1::Message& message) -> std::optional<ExitCode> {
            if (message.reply().has_ended())
                ended = message;
            view.apply(message);
            if (message.has_snapshot() && ended.has_reply())
                view.apply(ended);
            if ((message.has_snapshot() || message.has_reply()) && awaited > 0)
                --awaited;
            if (awaited > 0)
                return std::nullopt;
            const auto listing = list(view);
            if (const auto node = checkNode(view); !m_watch && listing.rows.empty() && !node)
                return fail(here, node.error(), ExitCode::NotFound);
            print(view, listing, here);
            isShown = true;
            return m_watch ? std::nullopt : std::optional(ExitCode::Ok);
        });
}

bool ListCommand::passes(std::string_view state, const std::string& node) const {
    return (!m_filters.state || filtersFor(state)) && (!m_filters.node || *m_filters.node == node);
}

bool ListCommand::filtersFor(std::string_view state) const {
    return m_filters.state && lowered(*m_filters.state) == lowered(std::string(state));
}

// What ended long ago may have been on a node that is gone.
Status ListCommand::checkNode(const ClusterView& view) const {
    if (!m_filters.node)
        return {};
    const auto node = findNode(view, *m_filters.node);
    return node || node.error().kind != Error::Kind::NotFound
        ? Status()
        : Status(tl::unexpected(node.error()));
}

void ListCommand::print(
    const ClusterView& view, const Listing& listing, const CliContext& here) const {
    if (m_watch && here.terminal)
        here.out << "\x1b[H\x1b[J";
    here.out << listingText(listing, m_output, !m_noHeader) << std::flush;
    if (listing.rows.empty())
        here.err << fmt::format("No {}{}. {}\n", listing.noun,
            m_filters.state || m_filters.node ? " match the filters" : "", emptyHint());
    else if (const auto hint = leftOutHint(view); isTable() && !hint.empty())
        here.err << hint << '\n' << std::flush;
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/services/service_status.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "core/kernel/base/elapsed.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

constexpr auto kReasons = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"UnfulfilledRole", "nothing is offered to its role"},
    {"UnfulfilledConstraint", "no node satisfies its constraints"},
    {"NoCorrespondingReservationFound", "no reservation for it"},
    {"AgentMaintenance", "nodes are in maintenance"},
    {"InsufficientCpus", "too few free CPUs"},
    {"InsufficientMemory", "too little free memory"},
    {"InsufficientDisk", "too little free disk"},
    {"InsufficientGpus", "too few free GPUs"},
    {"InsufficientPorts", "its ports are in use"},
    {"DeclinedScarceResources", "nodes with GPUs are kept for those that need GPUs"},
});

std::string wordsOf(const std::string& reason) {
    const auto found = std::ranges::find(kReasons, reason, &decltype(kReasons)::value_type::first);
    return found == kReasons.end() ? reason : std::string(found->second);
}

std::int64_t delayOf(const Json& queued) {
    return numberOf(memberOf(queued, "delay"), "timeLeftSeconds");
}

// The reject reason that declined most offers, the first of equal ones; null: none did.
const Json& mainReject(const Json& queued) {
    static const Json none;
    const Json* most = &none;
    const auto& offers = memberOf(queued, "processedOffersSummary");
    for (const auto& reject : memberOf(offers, "rejectSummaryLastOffers")) {
        if (numberOf(reject, "declined") > numberOf(*most, "declined"))
            most = &reject;
    }
    return *most;
}

// "RestartApplication" -> "restart"
std::string actionWord(const Json& action) {
    auto word = textOf(action, "action");
    word = word.substr(0, word.find("Application"));
    if (!word.empty())
        word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
    return word;
}

} // namespace

const Json& queuedOf(const Json& queue, const std::string& id) {
    static const Json none;
    for (const auto& entry : memberOf(queue, "queue")) {
        if (textOf(memberOf(entry, "app"), "id") == id)
            return entry;
    }
    return none;
}

// In the order of the console.
std::string serviceState(const Json& app, const Json& queued) {
    return delayOf(queued) > 0                                            ? "delayed"
        : !memberOf(app, "deployments").empty()                           ? "deploying"
        : numberOf(queued, "count") > 0                                   ? "waiting"
        : numberOf(app, "tasksUnhealthy") > 0                             ? "unhealthy"
        : numberOf(app, "instances") + numberOf(app, "tasksRunning") == 0 ? "suspended"
                                                                          : "running";
}

std::string whyWaiting(const Json& queued) {
    if (queued.is_null())
        return "";
    if (delayOf(queued) > 0)
        return "its instances ended too soon";
    const auto& reject = mainReject(queued);
    return reject.is_null() ? "no node has offered anything yet"
                            : wordsOf(textOf(reject, "reason"));
}

std::string waitingText(const Json& queued) {
    if (queued.is_null())
        return "";
    const auto count = numberOf(queued, "count");
    const auto text = fmt::format(
        "{} {}: {}", count, count == 1 ? "instance" : "instances", whyWaiting(queued));
    if (const auto left = delayOf(queued); left > 0)
        return fmt::format(
            "{}, the next one starts in {}", text, elapsedText(std::chrono::seconds(left)));
    const auto& reject = mainReject(queued);
    return reject.is_null() ? text
                            : fmt::format("{} in {} of {} offers", text,
                                numberOf(reject, "declined"), numberOf(reject, "processed"));
}

std::string deploymentText(const Json& deployments, const std::string& id) {
    for (const auto& deployment : deployments) {
        const auto& affected = memberOf(deployment, "affectedApps");
        if (std::ranges::find(affected, Json(id)) == affected.end())
            continue;
        std::string word = "deploy"; // another app of it is being changed
        for (const auto& action : memberOf(deployment, "currentActions")) {
            if (textOf(action, "app") == id)
                word = actionWord(action);
        }
        return fmt::format("{} {}/{}", word, numberOf(deployment, "currentStep"),
            numberOf(deployment, "totalSteps"));
    }
    return "";
}

std::string healthText(const Json& task) {
    std::string out;
    for (const auto& result : memberOf(task, "healthCheckResults"))
        out = truthOf(result, "alive") ? "healthy" : "unhealthy";
    return out;
}

} // namespace muster::cli

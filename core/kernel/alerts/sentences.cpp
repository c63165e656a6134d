// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/alerts/sentences.h"

namespace muster::alerts {

std::string spokenTime(Duration duration) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(duration).count();
    constexpr std::pair<std::int64_t, const char*> kUnits[]
        = {{86400, "d"}, {3600, "h"}, {60, "min"}};
    for (const auto& [length, unit] : kUnits) {
        if (seconds >= length && seconds % length == 0) {
            return fmt::format("{} {}", seconds / length, unit);
        }
    }
    return fmt::format("{} s", seconds);
}

std::string stateSentence(GpuState state, const std::string& problem) {
    const auto& words = wording(state);
    return fmt::format(
        "{}{}{}. {}", words.sentence, problem.empty() ? "" : ": ", problem, words.remedy);
}

std::string troubleSentence(
    NodeProblem problem, const std::vector<cluster::NodeTrouble>& troubles) {
    std::string texts;
    for (const auto& trouble : troubles) {
        if (trouble.problem == problem) {
            texts += (texts.empty() ? ": " : "; ") + trouble.text;
        }
    }
    const auto& words = wording(problem);
    return fmt::format("{}{}. {}", words.sentence, texts, words.remedy);
}

std::string unreachableSentence(const cluster::Agent& agent, Now now) {
    const auto gpus = agent.info.gpus.size();
    return fmt::format("No connection for {}{}. Check the machine, its network and muster-agentd",
        spokenTime(agent.disconnected ? now.uptime - agent.awaySince : Duration(0)),
        gpus == 0       ? std::string()
            : gpus == 1 ? std::string("; its GPU is not offered")
                        : fmt::format("; its {} GPUs are not offered", gpus));
}

std::string heatSentence(MetricValue peak, MetricValue limit, bool slowed) {
    std::string text = slowed ? "The GPU slows down to cool" : "The GPU is hot";
    if (peak != kUnknown) {
        text += fmt::format(": it reached {} °C", peak);
    }
    if (peak != kUnknown && limit > 0) {
        text += fmt::format(", the limit is {} °C", limit);
    }
    return text + ". Check fans, air flow and dust";
}

std::string idleSentence(const std::string& user, const std::string& task, Duration idle) {
    return fmt::format("Task '{}'{}{} holds the GPU and has used at most 1 % of it for {}. Ask {} "
                       "whether it is still needed, or kill it",
        task, user.empty() ? "" : " of ", user, spokenTime(idle),
        user.empty() ? "its owner" : user);
}

std::string waitSentence(const JobId& job, const std::string& why, Duration limit) {
    return fmt::format("Queued for more than {}: {}. 'muster jobs explain {}' says what would let "
                       "it start",
        spokenTime(limit), why, job.value);
}

} // namespace muster::alerts

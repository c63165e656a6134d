// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/alerts/sentences.h"

#include "core/kernel/base/elapsed.h"

namespace muster::alerts {

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
    return fmt::format("No connection since {}{}. Check the host, its network and muster-agentd",
        isoSeconds(agent.disconnected.value_or(now.wall)),
        gpus == 0       ? std::string()
            : gpus == 1 ? std::string("; its GPU is not offered")
                        : fmt::format("; its {} GPUs are not offered", gpus));
}

std::string heatSentence(MetricValue peak, MetricValue limit, bool slowed) {
    std::string text = slowed ? "The GPU is throttled to cool down" : "The GPU is hot";
    if (peak != kUnknown) {
        text += fmt::format(": it reached {} °C", peak);
    }
    if (peak != kUnknown && limit > 0) {
        text += fmt::format(", the limit is {} °C", limit);
    }
    return text + ". Check fans, airflow and dust";
}

std::string idleSentence(const std::string& user, const std::string& task, Duration idle) {
    return fmt::format("Task '{}'{}{} holds the GPU and has used at most 1 % of it for {}. Ask {} "
                       "whether it is still needed, or kill it",
        task, user.empty() ? "" : " of ", user, elapsedText(idle),
        user.empty() ? "its owner" : user);
}

std::string waitSentence(const JobId& job, const std::string& why, Duration limit) {
    return fmt::format("Pending for more than {}: {}. See 'muster jobs explain {}'",
        elapsedText(limit), why, job.value);
}

} // namespace muster::alerts

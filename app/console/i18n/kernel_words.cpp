// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints the words of the kernel's tables as lupdate finds them, for the kernel knows nothing of
// Qt. Used by scripts/translations.
#include <iostream>
#include <set>
#include <string>

#include "core/kernel/base/metric.h"
#include "core/kernel/base/path.h"
#include "core/kernel/base/refusal.h"
#include "core/kernel/base/state.h"
#include "core/kernel/cluster/failure_card.h"

namespace {

using namespace muster;

void print(const char* context, std::string_view words) {
    static std::set<std::pair<std::string, std::string>> printed;
    if (!words.empty() && printed.emplace(context, words).second) {
        std::cout << "QT_TRANSLATE_NOOP(\"" << context << "\", \"" << words << "\")\n";
    }
}

// A number that is no value of the enum has the words for that, which are printed once.
template <typename Enum>
void printWording() {
    constexpr int kMore = 64; // than any has
    for (int value = 0; value < kMore; ++value) {
        const auto& row = wording(static_cast<Enum>(value));
        print("Wording", row.sentence);
        print("Wording", row.remedy);
    }
}

} // namespace

int main() {
    printWording<TaskState>();
    printWording<Reason>();
    printWording<GpuState>();
    printWording<AgentState>();
    printWording<JobState>();
    printWording<WaitReason>();
    printWording<RefusalReason>();
    for (const auto& metric : metricTable()) {
        print("Metric", metric.label);
        print("Metric", metric.help);
        print("Metric", metric.chart.title);
        print("Metric", metric.chart.line);
        if (metric.heat) {
            print("Metric", metric.heat->label);
            print("Metric", metric.heat->help);
        }
    }
    for (const auto words : cluster::failureWords()) {
        print("Failure", words);
    }
    for (const auto& path : pathTable()) {
        print("Path", path.meaning);
    }
}

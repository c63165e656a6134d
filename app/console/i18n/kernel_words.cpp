// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Prints the words of core's tables as lupdate finds them, for core knows nothing of Qt. Used by
// scripts/translations.
#include <iostream>
#include <set>
#include <string>

#include "core/columns/alert.h"
#include "core/columns/event.h"
#include "core/columns/gpu.h"
#include "core/columns/job.h"
#include "core/columns/node.h"
#include "core/columns/offer.h"
#include "core/columns/refusal.h"
#include "core/columns/task.h"
#include "core/columns/usage.h"
#include "core/kernel/base/metric.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/base/path.h"
#include "core/kernel/base/refusal.h"
#include "core/kernel/base/state.h"
#include "core/kernel/cluster/failure_card.h"
#include "core/words/page.h"
#include "core/words/state_words.h"

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

template <typename Wire>
void printStates(const char* context) {
    const auto& type = *google::protobuf::GetEnumDescriptor<Wire>();
    for (int i = 0; i < type.value_count(); ++i) {
        const auto shown = words::wordsOf(static_cast<Wire>(type.value(i)->number()));
        print(context, shown.word);
        print("Wording", shown.sentence);
        print("Wording", shown.remedy);
    }
}

// Those that the console shows; the words of a metric are those of its own table.
template <typename Row>
void printColumns(const char* context, std::span<const columns::Column<Row>> table) {
    for (const auto& column : table) {
        const auto& heading = column.heading;
        if (heading.rank == columns::Rank::Absent) {
            continue;
        }
        if (!heading.metric || heading.title != info(*heading.metric).label) {
            print(context, heading.title);
        }
        if (!heading.metric) {
            print(context, heading.help);
        }
    }
}

} // namespace

int main() {
    printStates<v1::Gpu::State>("State");
    printStates<v1::Agent::State>("State");
    printStates<v1::Task::State>("State");
    printStates<v1::Job::State>("State");
    printStates<v1::Job::WaitReason>("State");
    printStates<v1::Refusals::Reason>("State");
    printStates<v1::Alert::Severity>("Alert");
    printStates<v1::Alert::Rule>("Alert");
    for (const auto words : words::rowWords()) {
        print("State", words);
    }
    printWording<Reason>();
    for (const auto& page : words::pages()) {
        print("muster::console::MainWindow", page.title);
    }
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
    for (const auto& command : operatorCommands()) {
        print("muster::console::ListCommands", command.entry);
        print("muster::console::ListCommands", command.tip);
        print("CommandText", command.verb);
        print("CommandText", command.choose);
    }
    for (const auto words : refusalWords()) {
        print("CommandText", words);
    }
    printColumns("muster::models::AlertModel", columns::alertColumns());
    printColumns("muster::models::AuditModel", columns::eventColumns());
    printColumns("muster::models::GpuModel", columns::gpuColumns());
    printColumns("muster::models::JobModel", columns::jobColumns());
    printColumns("muster::models::NodeModel", columns::nodeColumns());
    printColumns("muster::models::OfferModel", columns::offerColumns());
    printColumns("muster::models::RefusalModel", columns::refusalColumns());
    printColumns("muster::models::TaskModel", columns::taskColumns());
    printColumns("muster::models::UsageModel", columns::usageColumns());
    for (const auto reason : columns::throttleReasons(~0)) {
        print("Throttle", reason);
    }
    for (const auto words : cluster::failureWords()) {
        print("Failure", words);
    }
    for (const auto& path : pathTable()) {
        print("Path", path.meaning);
    }
}

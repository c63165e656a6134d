// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/samples.h"

#include <set>

#include <gtest/gtest.h>

#include "app/web/declarations/kinds.h"
#include "app/web/declarations/script.h"
#include "core/proto/encoding.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::web {
namespace {

Json parsed() {
    return Json::parse(samples());
}

Json cell(const Json& sample, const char* key) {
    return sample.at("cells").at(key);
}

// The sample whose row has that value in that field.
Json sampleOf(const Json& samples, const char* field, const char* value) {
    for (const auto& sample : samples) {
        if (sample.at("row").value(field, "") == value) {
            return sample;
        }
    }
    throw std::out_of_range(value);
}

TEST(Samples, SayEachColumnOfEachRow) {
    const auto all = parsed();
    forEachKind([&](const std::string& kind, auto table, auto) {
        EXPECT_GE(all.at(kind).size(), 2U) << kind;
        for (const auto& sample : all.at(kind)) {
            EXPECT_EQ(sample.at("cells").size(), table.size()) << kind;
            for (const auto& column : table) {
                const auto& said = sample.at("cells").at(std::string(column.heading.key));
                EXPECT_NE(said.at("text"), "") << kind << ": " << column.heading.key;
                EXPECT_EQ(said.contains("total"), column.total != nullptr) << column.heading.key;
                EXPECT_EQ(said.contains("tip"), column.tip != nullptr) << column.heading.key;
            }
        }
    });
}

TEST(Samples, HaveEveryStateOfAGpu) {
    const auto all = parsed();
    std::set<std::string> states;
    for (const auto& sample : all.at("gpus")) {
        const auto& state = sample.at("row").at("state");
        states.insert(state.is_string() ? state.get<std::string>() : "newer");
    }
    const auto& type = *v1::Gpu::State_descriptor();
    for (int i = 1; i < type.value_count(); ++i) {
        EXPECT_TRUE(states.contains(type.value(i)->name())) << type.value(i)->name();
    }
    EXPECT_TRUE(states.contains("newer"));
}

TEST(Samples, StandForWhatColumnsTellApart) {
    const auto all = parsed();
    const auto busy = sampleOf(all.at("gpus"), "uuid", "GPU-busy");
    EXPECT_EQ(cell(busy, "power_watts"),
        Json::parse(R"({"value": 612345, "text": "612/700 W", "total": 700000})"));
    EXPECT_EQ(cell(busy, "fan_percent"), Json::parse(R"({"value": null, "text": "n/a"})"));
    EXPECT_EQ(cell(busy, "task_name"),
        Json::parse(R"({"value": "train", "text": "train", "tip": "job-1.1"})"));
    const auto silent = sampleOf(all.at("gpus"), "uuid", "GPU-silent");
    EXPECT_EQ(cell(silent, "utilization_percent").at("value"), nullptr);
    EXPECT_EQ(cell(silent, "state").at("text"), "no data since 2026-11-20T12:03:20Z");
    EXPECT_EQ(silent.at("state"), Json::parse(R"({"word": "No data since %1", "mark": "lost"})"));
    EXPECT_EQ(cell(sampleOf(all.at("nodes"), "id", "M1-S2"), "state").at("text"), "draining");
    EXPECT_EQ(cell(sampleOf(all.at("jobs"), "id", "job-7"), "reason").at("text"),
        "16 GPUs requested, 2 free on node-1");
    EXPECT_EQ(cell(sampleOf(all.at("tasks"), "id", "job-3.1"), "exit").at("value"), "3");
    EXPECT_EQ(cell(sampleOf(all.at("usage"), "user", "alice"), "share_percent").at("value"), 75);
}

TEST(Samples, AreInTheJsonOfTheWire) {
    v1::Snapshot snapshot;
    ASSERT_TRUE(
        proto::decode(parsed().at("snapshot").dump(), proto::Encoding::Json, snapshot).has_value());
    EXPECT_EQ(snapshot.rows().gpus_size(), static_cast<int>(parsed().at("gpus").size()));
    EXPECT_EQ(snapshot.rows().gpus(0).memory_bytes(), 85520809984U);
}

} // namespace
} // namespace muster::web

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "core/words/page.h"
#include "core/words/state_words.h"
#include "tests/support/paths.h"
#include "tests/support/words.h"

namespace muster::words {
namespace {

bool isIcon(std::string_view name) {
    return std::filesystem::exists(
        fmt::format("{}/resources/icons/{}.svg", MUSTER_SOURCE_DIR, name));
}

// Each value but that of 0, which was not told.
template <typename Wire>
void expectWords(bool sentences) {
    const auto& type = *google::protobuf::GetEnumDescriptor<Wire>();
    for (int i = 0; i < type.value_count(); ++i) {
        const auto& name = type.value(i)->full_name();
        const auto wire = static_cast<Wire>(type.value(i)->number());
        const auto shown = wordsOf(wire);
        const bool none = type.value(i)->number() == 0 || name == "muster.v1.Job.NONE";
        EXPECT_EQ(shown.word.empty(), none) << name;
        EXPECT_EQ(shown.mark == Mark::None, none) << name;
        EXPECT_NE(shown.word, "unknown") << name;
        EXPECT_EQ(shown.sentence.empty(), type.value(i)->number() == 0 || !sentences) << name;
    }
    EXPECT_EQ(wordsOf(Wire(test::worded("unknown"))).word, "unknown");
    EXPECT_EQ(wordsOf(Wire(test::worded("unknown"))).mark, Mark::None);
}

TEST(StateWords, NameAndMarkWhatTheWireCanSay) {
    expectWords<v1::Gpu::State>(true);
    expectWords<v1::Agent::State>(true);
    expectWords<v1::Task::State>(true);
    expectWords<v1::Job::State>(true);
    expectWords<v1::Job::WaitReason>(true);
    expectWords<v1::Refusals::Reason>(true);
    expectWords<v1::Alert::Rule>(false); // each alert has a text
    expectWords<v1::Alert::Severity>(false);
}

TEST(StateWords, SayOfARowWhatWasOrdered) {
    v1::Agent node;
    node.set_state(v1::Agent::ACTIVE);
    EXPECT_EQ(wordsOf(node).word, "Active");
    node.set_closed("no container can be launched");
    EXPECT_EQ(wordsOf(node).word, "Closed");
    node.mutable_drain();
    EXPECT_EQ(wordsOf(node).word, "Draining");
    node.mutable_drain()->set_done(true);
    EXPECT_EQ(wordsOf(node).word, "Drained");
    node.set_no_data_since_ms(1);
    EXPECT_EQ(wordsOf(node).word, kNoDataSince);
    EXPECT_EQ(wordsOf(node).mark, Mark::Lost);
    node.set_state(v1::Agent::UNREACHABLE);
    EXPECT_EQ(wordsOf(node).word, "Unreachable");

    v1::Gpu gpu;
    gpu.set_state(v1::Gpu::WITHOUT_DATA);
    gpu.set_no_data_since_ms(1);
    EXPECT_EQ(wordsOf(gpu).word, kNoDataSince);
    EXPECT_EQ(wordsOf(gpu).mark, Mark::Lost);

    v1::Job job;
    job.set_state(v1::Job::QUEUED);
    job.mutable_hold();
    EXPECT_EQ(wordsOf(job).word, "Held");
}

TEST(StateWords, MarkEventsThatAreNoteworthy) {
    EXPECT_EQ(markOf(v1::AuditRow::OTHER), Mark::None);
    EXPECT_EQ(markOf(v1::AuditRow::ALERT_RAISED), Mark::Bad);
    EXPECT_EQ(markOf(v1::AuditRow::NODE_DRAINED), Mark::Draining);
}

TEST(Marks, HaveNamesOfTheirOwnAndIconsThatExist) {
    std::set<std::string_view> names;
    for (int i = 0; i < kMarkCount; ++i) {
        const auto& row = style(static_cast<Mark>(i));
        EXPECT_TRUE(names.insert(row.name).second) << row.name;
        EXPECT_TRUE(isIcon(row.icon)) << row.icon;
        EXPECT_NE(row.onLight, row.onDark) << row.name;
    }
}

TEST(Pages, HaveNamesAndKeysOfTheirOwnAndIconsThatExist) {
    std::set<std::string_view> taken;
    for (const auto& page : pages()) {
        EXPECT_TRUE(taken.insert(page.name).second) << page.name;
        EXPECT_TRUE(isIcon(page.name)) << page.name;
        for (const auto keys : page.keys) {
            EXPECT_TRUE(taken.insert(keys).second) << keys;
        }
    }
}

} // namespace
} // namespace muster::words

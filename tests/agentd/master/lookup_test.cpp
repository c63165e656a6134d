// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/lookup.h"

#include <array>

#include <gtest/gtest.h>

#include "agentd/master/control_journal.h"
#include "agentd/master/journal_codec.h"
#include "tests/agentd/master/samples.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using Type = cluster::ExecutorInfo::Type;

// Where the files of a task are looked for that only the journal knows any more.
std::string sandboxOfEnded(const std::optional<cluster::ExecutorInfo>& executor) {
    TestMaster master;
    auto ended = task(TaskState::Finished);
    ended.info.executor = executor;
    const auto id = journalId({ended.framework, ended.info.id});
    history::Change change;
    change.upserts.push_back({"task", id, journalRow(ended).SerializeAsString()});
    change.endings.push_back({.kind = "task", .id = id, .at = kThen});
    EXPECT_TRUE(master.journal.commit(std::array{change}));
    const auto found = findTask(*master.control, master.journal, "F", "t");
    EXPECT_TRUE(found) << found.error().message;
    return found ? found->sandbox : "";
}

TEST(FindTask, KnowsTheSandboxOfAnEndedTask) {
    EXPECT_EQ(sandboxOfEnded({}), "t");
    EXPECT_EQ(sandboxOfEnded(cluster::ExecutorInfo{.id = {"e"}, .type = Type::Default}), "t");
    EXPECT_EQ(sandboxOfEnded(cluster::ExecutorInfo{.id = {"e"}, .type = Type::Custom}), "e")
        << "which it shared with others of its executor";
}

} // namespace
} // namespace muster::agentd

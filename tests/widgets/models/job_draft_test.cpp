// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/job_draft.h"

#include <gtest/gtest.h>

using namespace muster;
using namespace muster::models;

namespace {

JobDraft good() {
    JobDraft draft;
    draft.name = QStringLiteral("train");
    draft.command = QStringLiteral("python3 train.py");
    return draft;
}

} // namespace

TEST(JobDraft, HasNoProblemsWhenItIsComplete) {
    EXPECT_TRUE(problems(good()).empty());
}

TEST(JobDraft, NamesWhatIsMissing) {
    const auto found = problems({});
    EXPECT_TRUE(found.contains(DraftField::Name));
    EXPECT_TRUE(found.contains(DraftField::Command));
    EXPECT_EQ(found.size(), 2u);
}

TEST(JobDraft, SaysTheNumbersOfWhatIsWrong) {
    auto draft = good();
    draft.linked = true;
    EXPECT_EQ(problems(draft).at(DraftField::Linked),
        QStringLiteral("Linked GPUs need at least 2 GPUs, 1 asked for"));
    draft.linked = false;
    draft.gpus = 0;
    draft.gpuType = QStringLiteral("K80");
    EXPECT_TRUE(problems(draft).contains(DraftField::GpuType));
    draft = good();
    draft.cpus = 0;
    draft.memMebibytes = 1;
    EXPECT_EQ(problems(draft).size(), 2u);
}

TEST(JobDraft, WritesTheEqualCommandLine) {
    auto draft = good();
    EXPECT_EQ(commandLine(draft),
        QStringLiteral("muster submit --name=train --gpus=1 --cpus=1 --mem=1024 "
                       "--command='python3 train.py'"));
    draft.gpuType = QStringLiteral("Tesla M60");
    draft.gpus = 2;
    draft.cpus = 0.5;
    draft.linked = true;
    draft.priority = 5;
    draft.retries = 3;
    draft.command = QStringLiteral("echo 'it''s'");
    EXPECT_EQ(commandLine(draft),
        QStringLiteral("muster submit --name=train --gpus=2 --cpus=0.5 --mem=1024 "
                       "--constraint='gpu:Tesla M60' --linked --priority=5 --retries=3 "
                       "--command='echo '\\''it'\\'''\\''s'\\'''"));
}

TEST(JobDraft, BecomesTheRequestOfTheWire) {
    auto draft = good();
    draft.gpus = 2;
    draft.gpuType = QStringLiteral("K80");
    draft.linked = true;
    const auto request = toRequest(draft, QStringLiteral("alice"));
    EXPECT_EQ(request.name(), "train");
    EXPECT_EQ(request.user(), "alice");
    EXPECT_EQ(request.resources(), "cpus:1;mem:1024;gpus:2");
    ASSERT_EQ(request.constraints_size(), 1);
    EXPECT_EQ(request.constraints(0).attribute(), "gpu");
    EXPECT_EQ(request.constraints(0).value(), "K80");
    EXPECT_TRUE(request.linked());
    EXPECT_EQ(request.command().value(), "python3 train.py");
}

TEST(JobDraft, AsksForNoGpusWhenItNeedsNone) {
    auto draft = good();
    draft.gpus = 0;
    EXPECT_EQ(toRequest(draft, {}).resources(), "cpus:1;mem:1024");
}

TEST(JobDraft, MayLeaveTheCommandToItsImage) {
    auto draft = good();
    draft.command.clear();
    draft.image = QStringLiteral(" busybox:1.36 ");
    EXPECT_TRUE(problems(draft).empty());
    EXPECT_EQ(commandLine(draft),
        QStringLiteral("muster submit --name=train --gpus=1 --cpus=1 --mem=1024 "
                       "--image=busybox:1.36"));
    const auto request = toRequest(draft, QStringLiteral("alice"));
    EXPECT_EQ(request.image(), "busybox:1.36");
    EXPECT_FALSE(request.command().shell());
    EXPECT_FALSE(request.command().has_value());
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/job_requests.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using Texts = std::vector<std::string>;

struct Asked {
    Batch batch;
    JobRequests requests{batch};
    Texts told;

    std::uint64_t submit(const std::string& user = "") {
        return requests.addSubmission(
            {.name = "train", .user = user}, "alice", [this](const Result<JobId>& job, bool again) {
                told.push_back((job ? job->value : job.error().message) + (again ? " again" : ""));
            });
    }
    std::uint64_t hold() {
        return requests.addCommand(
            CommandKind::HoldJob, "bob", "tonight", [this](const Status& status) {
                told.push_back(status ? "held" : status.error().message);
            });
    }
    // What the batch writes, with its end.
    history::Change finish() {
        EXPECT_TRUE(told.empty()) << "nothing is durable yet";
        auto changes = batch.takeChanges({});
        for (const auto& call : batch.takeCalls()) {
            call();
        }
        return changes.empty() ? history::Change{} : changes.front();
    }
};

TEST(JobRequests, AuditASubmissionAndKeepItsNumber) {
    Asked asked;
    asked.requests.onAnswer({.request = asked.submit("carol"), .job = JobId{"job-7"}});
    const auto change = asked.finish();
    EXPECT_EQ(asked.told, Texts{"job-7"});
    ASSERT_EQ(change.audit.size(), 1u);
    EXPECT_EQ(change.audit[0].author, "alice");
    EXPECT_EQ(change.audit[0].action, "submit");
    EXPECT_EQ(change.audit[0].object, "job-7");
    EXPECT_EQ(change.audit[0].detail, "train, as user carol");
    ASSERT_EQ(change.upserts.size(), 1u);
    EXPECT_EQ(change.upserts[0].payload, "job-7");
}

TEST(JobRequests, WriteNothingOfASubmissionThatWasTakenBeforeOrIsRefused) {
    Asked asked;
    asked.requests.onAnswer({.request = asked.submit(), .job = JobId{"job-7"}, .again = true});
    asked.requests.onAnswer({.request = asked.submit(), .job = failure("too large")});
    EXPECT_TRUE(asked.finish().empty());
    EXPECT_EQ(asked.told, (Texts{"job-7 again", "too large"}));
}

TEST(JobRequests, AuditACommandThatWasCarriedOut) {
    Asked asked;
    asked.requests.onAnswer({.request = asked.hold(), .job = JobId{"job-7"}});
    asked.requests.onAnswer({.request = asked.hold(), .job = failure("It has ended")});
    const auto change = asked.finish();
    EXPECT_EQ(asked.told, (Texts{"held", "It has ended"}));
    ASSERT_EQ(change.audit.size(), 1u);
    EXPECT_EQ(change.audit[0].author, "bob");
    EXPECT_EQ(change.audit[0].action, info(CommandKind::HoldJob).name);
    EXPECT_EQ(change.audit[0].detail, "tonight");
}

TEST(JobRequests, RefuseAllThatAreNotAnswered) {
    Asked asked;
    const auto held = asked.hold();
    const auto submitted = asked.submit();
    asked.requests.onAnswer({.request = held, .job = JobId{"job-7"}});
    asked.requests.refuseAll({"older copy", Error::Kind::Unavailable});
    asked.requests.onAnswer({.request = submitted, .job = JobId{"job-8"}});
    const auto change = asked.finish();
    EXPECT_EQ(asked.told, (Texts{"held", "older copy"}));
    EXPECT_EQ(change.audit.size(), 1u) << "what was refused is not audited";
}

} // namespace
} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/viewer.h"

#include <gtest/gtest.h>

namespace muster::agentd::api {
namespace {

TEST(Viewer, TellsThatSomethingWasLeftOutSinceNobodyKnowsItsUser) {
    const Gate gate(Acls::parse(R"({"permissive": false, "view_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["www"]}}]})",
        [](const std::string&) -> Result<std::optional<Acls::Account>> {
            return failure("nobody knows now: try again", Error::Kind::Unavailable);
        }).value());
    const Viewer viewer{gate, "ann"};
    EXPECT_TRUE(viewer.may(Acls::Action::ViewTasks, "www"));
    EXPECT_FALSE(viewer.may(Acls::Action::ViewFrameworks, "www"));
    EXPECT_FALSE(viewer.unknown) << "it is refused";
    EXPECT_FALSE(viewer.may(Acls::Action::ViewTasks, "carol"));
    ASSERT_TRUE(viewer.unknown);
    EXPECT_EQ(viewer.unknown->kind, Error::Kind::Unavailable);
}

} // namespace
} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/viewer.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

TEST(Viewer, TellsThatSomethingWasLeftOutSinceNobodyKnowsItsUser) {
    bool isKnown = false;
    const Gate gate(Acls::parse(R"({"permissive": false, "view_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["www"]}}]})",
        [&](const std::string&) -> Result<std::optional<Acls::Account>> {
            if (!isKnown) {
                return failure("nobody knows now: try again", Error::Kind::Unavailable);
            }
            return Acls::Account{1000, {1000}};
        }).value());
    Viewer viewer(gate, "ann");
    EXPECT_TRUE(viewer.may(Acls::Action::ViewTasks, "www"));
    EXPECT_FALSE(viewer.may(Acls::Action::ViewFrameworks, "www"));
    EXPECT_TRUE(viewer.whole()) << "it is refused";
    EXPECT_FALSE(viewer.may(Acls::Action::ViewTasks, "carol"));
    ASSERT_FALSE(viewer.whole());
    EXPECT_EQ(viewer.whole().error().kind, Error::Kind::Unavailable);
    EXPECT_FALSE(viewer.knowsMore());
    isKnown = true;
    EXPECT_TRUE(viewer.knowsMore());
    EXPECT_FALSE(viewer.whole()) << "until it is asked anew";
    viewer.startAnew();
    EXPECT_TRUE(viewer.may(Acls::Action::ViewTasks, "carol"));
    EXPECT_TRUE(viewer.whole());
}

} // namespace
} // namespace muster::agentd

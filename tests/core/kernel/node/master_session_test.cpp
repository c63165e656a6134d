// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/master_session.h"

#include <gtest/gtest.h>

namespace muster::node {
namespace {

Description with(const std::string& total, const std::string& driver = {}) {
    Description out;
    out.info.total = *Resources::parse(total);
    out.info.driverVersion = driver;
    return out;
}

} // namespace

TEST(MasterSession, IsRegisteredFromTheMastersAnswerToTheEndOfTheConnection) {
    MasterSession session;
    EXPECT_FALSE(session.isRegistered());
    session.begin(with("cpus:4"));
    EXPECT_FALSE(session.isRegistered());
    session.accept();
    EXPECT_TRUE(session.isRegistered());
    session.end();
    EXPECT_FALSE(session.isRegistered());
    session.accept();
    session.begin(with("cpus:4"));
    EXPECT_FALSE(session.isRegistered()) << "the new connection was not answered";
}

TEST(MasterSession, HasNewsWhenTheDescriptionDiffersFromWhatWasToldLast) {
    MasterSession session;
    session.begin(with("cpus:4"));
    EXPECT_FALSE(session.isNews(with("cpus:4")));
    EXPECT_TRUE(session.isNews(with("cpus:3")));
    EXPECT_EQ(session.tell(with("cpus:3")).info.total, *Resources::parse("cpus:3"));
    EXPECT_FALSE(session.isNews(with("cpus:3")));
    EXPECT_TRUE(session.isNews(with("cpus:4")));
    EXPECT_FALSE(session.isNews(with("cpus:3", "550.1"))) << "it may wait for other news";
}

TEST(MasterSession, TellsWithEachUpdateUpToWhichOrderAllIsDone) {
    MasterSession session;
    session.begin({});
    session.finishOrder(7);
    session.finishOrder(5);
    EXPECT_EQ(session.tell({}).orderDone, 7u);
    session.begin({});
    EXPECT_EQ(session.tell({}).orderDone, 0u) << "orders are numbered on each connection";
}

} // namespace muster::node

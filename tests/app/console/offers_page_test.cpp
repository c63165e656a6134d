// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/offers_page.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/pages/refusal_feed.h"
#include "tests/app/console/window_world.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/refusal_model.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using R = models::RefusalModel;

namespace {

constexpr qint64 kLater = 4'000'000'000'000;

// At a master that has an offer and says what is refused.
class Offers : public WindowAtMaster {
protected:
    v1::Refusals refusals;
    std::string problem;

    void SetUp() override {
        master.snapshot = draw("node1: a1 offered 0, a2 free 0", 5);
        auto& one = *master.snapshot.mutable_rows()->add_offers() = offer("M-O1", "cpus:4; gpus:1");
        one.set_hostname("node1");
        master.onRequest = [this](const v1::Request& request) {
            v1::Reply reply;
            reply.set_id(request.id());
            if (!problem.empty()) {
                reply.mutable_error()->set_message(problem);
            } else if (request.has_query_refusals()) {
                *reply.mutable_refusals() = refusals;
            }
            master.reply(reply);
        };
        open();
        window->show();
        connectNow();
    }
    void refuse(const char* framework, const char* node, qint64 untilMs) {
        auto& row = *refusals.add_rows();
        row.set_framework_id(framework);
        row.set_framework_name(framework);
        row.set_role("*");
        row.set_agent_id(node);
        row.set_hostname(node);
        *row.mutable_resources() = test::bundle("cpus:4; mem:1024; gpus:2");
        row.set_until_ms(untilMs);
        row.set_reason(test::worded("declined"));
    }
    OffersPage& page() { return *window->findChild<OffersPage*>(); }
    QAbstractItemModel& shown() { return page().refused().table().proxy(); }
    bool shows(int rows) {
        return QTest::qWaitFor([this, rows] { return shown().rowCount() == rows; });
    }
    std::size_t asked() const {
        return static_cast<std::size_t>(
            std::count_if(master.requests.begin(), master.requests.end(),
                [](const auto& request) { return request.has_query_refusals(); }));
    }
    QString emptySentence() {
        return page().refused().findChild<widgets::EmptyState*>()->sentence();
    }
    bool hasTitle(const QString& words) {
        for (const auto* label : page().findChildren<QLabel*>()) {
            if (label->text() == words) {
                return true;
            }
        }
        return false;
    }
};

} // namespace

TEST_F(Offers, AreShownWithWhatIsRefusedBelowThem) {
    refuse("batch", "node1", kLater);
    refuse("train", "node2", kLater + 60'000);
    auto& suppressed = *refusals.add_withheld();
    suppressed.set_framework_id("web");
    suppressed.set_framework_name("web");
    suppressed.set_role("prod");
    suppressed.set_reason(test::worded("suppressed"));
    QTest::qWait(20);
    EXPECT_EQ(asked(), 0u) << "nobody looks";
    window->showPage(QStringLiteral("offers"));
    ASSERT_TRUE(shows(3));
    EXPECT_EQ(page().list().table().proxy().rowCount(), 1);
    EXPECT_EQ(print(shown(), {R::Framework, R::Node, R::Gpus, R::Reason}),
        "web|All||Suppressed\ntrain|node2|2|Declined\nbatch|node1|2|Declined\n");
    EXPECT_TRUE(hasTitle(QStringLiteral("Refused")));
    keep(QStringLiteral("offers_refused.png"));
}

TEST_F(Offers, SayThatNothingIsRefusedOrWhyThatIsNotKnown) {
    window->showPage(QStringLiteral("offers"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return asked() == 1; }));
    EXPECT_EQ(emptySentence(), QStringLiteral("Nothing is refused at present"));
    problem = "The request says nothing that this master knows";
    window->showPage(QStringLiteral("gpus"));
    window->showPage(QStringLiteral("offers"));
    EXPECT_TRUE(QTest::qWaitFor([this] {
        return emptySentence() == QStringLiteral("The master did not send the refusals");
    }));
}

TEST_F(Offers, AskForRefusalsWhenOffersChangeButNotOftenerThanEveryTwoSeconds) {
    window->showPage(QStringLiteral("offers"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return asked() == 1; }));
    QElapsedTimer since;
    since.start();
    refuse("train", "node1", kLater);
    change([](v1::Delta& delta) { delta.mutable_removed()->add_offers("M-O1"); });
    change(
        [](v1::Delta& delta) { *delta.mutable_changed()->add_offers() = offer("M-O2", "cpus:4"); });
    ASSERT_TRUE(shows(1));
    EXPECT_GT(since.elapsed(), RefusalFeed::kSoonMs - 500);
    EXPECT_EQ(asked(), 2u) << "once for both changes";
}

TEST_F(Offers, AskAgainWhenTheFirstRefusalHasEnded) {
    refuse("train", "node1", QDateTime::currentMSecsSinceEpoch() + 100);
    window->showPage(QStringLiteral("offers"));
    ASSERT_TRUE(shows(1));
    refusals.clear_rows();
    EXPECT_TRUE(shows(0));
}

TEST_F(Offers, AskForRefusalsAtF5) {
    window->showPage(QStringLiteral("offers"));
    ASSERT_TRUE(QTest::qWaitFor([this] { return asked() == 1; }));
    refuse("train", "node1", kLater);
    link->resubscribe();
    EXPECT_TRUE(shows(1));
}

TEST_F(Offers, SayThatMoreIsRefusedThanIsShown) {
    refuse("train", "node1", kLater);
    refusals.set_more(true);
    window->showPage(QStringLiteral("offers"));
    ASSERT_TRUE(shows(1));
    EXPECT_TRUE(hasTitle(QStringLiteral("Refused: the last to expire")));
}

TEST_F(Offers, FilterTheListThatHasTheFocus) {
    refuse("batch", "node1", kLater);
    refuse("train", "node2", kLater);
    window->showPage(QStringLiteral("offers"));
    ASSERT_TRUE(shows(2));
    page().refused().setFilter(QStringLiteral("framework:train"));
    ASSERT_TRUE(shows(1));
    page().refused().table().setFocus();
    EXPECT_TRUE(page().clearFilter());
    EXPECT_TRUE(shows(2));
    page().refused().setFilter(QStringLiteral("gpus>2"));
    EXPECT_TRUE(shows(0));
}

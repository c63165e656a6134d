// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

// train declined node-7 and suppresses a role; web has no GPUs.
Message refused(const Request& request) {
    auto message = FakeMaster::answerTo(request);
    auto& refusals = *message.mutable_reply()->mutable_refusals();
    auto& row = *refusals.add_rows();
    row.set_framework_id("F1");
    row.set_framework_name("train");
    row.set_role("*");
    row.set_agent_id("S7");
    row.set_hostname("node-7");
    *row.mutable_resources() = test::bundle("cpus:4; gpus:2");
    row.set_until_ms(1'700'000'000'000);
    row.set_reason(test::worded("declined"));
    row.set_why("The framework declined the offer");
    auto& suppressed = *refusals.add_withheld();
    suppressed.set_framework_id("F1");
    suppressed.set_framework_name("train");
    suppressed.set_role("prod");
    suppressed.set_reason(test::worded("suppressed"));
    suppressed.set_why("The framework suppressed offers in this role");
    refusals.set_more(request.query_refusals().limit() == 1);
    return message;
}

struct OfferCommands : testing::Test {
    FakeMaster master;
    std::string address;
    World world;

    void SetUp() override {
        master.onRequest = [](const Request& request) {
            return std::vector{
                request.has_query_refusals() ? refused(request) : FakeMaster::answerTo(request)};
        };
        address = master.start();
    }
    int run(std::vector<std::string> words) {
        words.push_back("--master=" + address);
        return world.run(std::move(words));
    }
};

TEST_F(OfferCommands, TakeAnOfferBackInTheNameOfTheOperator) {
    EXPECT_EQ(run({"offers", "rescind", "O12", "--reason=train waits"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(), "Rescinded O12: its resources are free\n");
    master.stop();
    ASSERT_EQ(master.requests.size(), 1u);
    const auto& rescind = master.requests[0].rescind_offer();
    EXPECT_EQ(rescind.offer_id(), "O12");
    EXPECT_EQ(rescind.reason(), "train waits");
    EXPECT_EQ(rescind.author(), "alice@desk");
}

TEST_F(OfferCommands, TakeNothingBackWithoutAReasonOrAnOffer) {
    EXPECT_EQ(run({"offers", "rescind", "O12"}), 2);
    EXPECT_EQ(world.err.str(),
        "muster: Rescinding an offer needs a --reason, which is shown to others\n");
    EXPECT_EQ(run({"offers", "rescind", "--reason=x"}), 2);
    master.stop();
    EXPECT_TRUE(master.requests.empty());
}

TEST_F(OfferCommands, TellThatAnOfferIsNotThere) {
    master.onRequest = [](const Request& request) {
        auto message = FakeMaster::answerTo(request);
        message.mutable_reply()->mutable_error()->set_kind(muster::v1::Error::NOT_FOUND);
        message.mutable_reply()->mutable_error()->set_message("No offer 'O12' is outstanding");
        return std::vector{message};
    };
    EXPECT_EQ(run({"offers", "rescind", "O12", "--reason=x"}), 3);
    EXPECT_EQ(world.err.str(), "muster: No offer 'O12' is outstanding\n");
}

TEST_F(OfferCommands, ListWhatIsRefusedWithWhatHasNoEndFirst) {
    EXPECT_EQ(run({"offers", "refused"}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(),
        "FRAMEWORK  ROLE  NODE    RESOURCES       UNTIL                 WHY\n"
        "train      prod  -       -               -                     The framework suppressed "
        "offers in this role\n"
        "train      *     node-7  cpus:4; gpus:2  2023-11-14T22:13:20Z  The framework declined the "
        "offer\n");
    EXPECT_EQ(world.err.str(), "");
    master.stop();
    EXPECT_EQ(master.requests.at(0).query_refusals().framework(), "");
    EXPECT_EQ(master.requests.at(0).query_refusals().limit(), 200u);
}

TEST_F(OfferCommands, GiveScriptsTheRefusalsAsJson) {
    EXPECT_EQ(run({"offers", "refused", "-o", "json", "--framework=train", "--limit=1"}), 0);
    const auto json = nlohmann::json::parse(world.out.str());
    EXPECT_EQ(json["schema_version"], 1);
    EXPECT_TRUE(json["refused"][0]["node"].is_null());
    EXPECT_TRUE(json["refused"][0]["until"].is_null());
    EXPECT_EQ(json["refused"][1]["reason"], "declined");
    EXPECT_EQ(json["refused"][1]["node"], "node-7");
    EXPECT_EQ(json["refused"][1]["agent_id"], "S7");
    EXPECT_EQ(world.err.str(), "Showing only the 1 that expire last; use --limit to see more\n");
    master.stop();
    EXPECT_EQ(master.requests.at(0).query_refusals().framework(), "train");
    EXPECT_EQ(master.requests.at(0).query_refusals().limit(), 1u);
}

TEST_F(OfferCommands, SayThatNothingIsRefused) {
    master.onRequest = [](const Request& request) {
        auto message = FakeMaster::answerTo(request);
        message.mutable_reply()->mutable_refusals();
        return std::vector{message};
    };
    EXPECT_EQ(run({"offers", "refused"}), 0);
    EXPECT_EQ(world.out.str(), "");
    EXPECT_EQ(world.err.str(), "Nothing is refused at present\n");
    EXPECT_EQ(run({"offers", "refused", "--limit=0"}), 2);
    EXPECT_EQ(run({"offers", "refused", "--limit=5001"}), 2);
}

} // namespace
} // namespace muster::cli

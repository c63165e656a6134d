// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/gate.h"

#include <map>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace muster::agentd {
namespace {

using Action = Acls::Action;
using Json = nlohmann::json;
using Kind = Right::Kind;

// Every row there is, with its name.
std::vector<std::pair<std::string, Right>> allRows() {
    std::vector<std::pair<std::string, Right>> out;
    for (const auto endpoint : allEndpoints()) {
        const auto row = rowOf(endpoint);
        out.emplace_back(fmt::format("{} {}", row.method, row.paths.at(0)), row.right);
    }
    const auto addCases = [&](const google::protobuf::Descriptor* message, auto make) {
        const auto* cases = message->oneof_decl(0);
        for (int i = 0; i < cases->field_count(); ++i) {
            out.emplace_back(cases->field(i)->full_name(), make(cases->field(i)->number()));
        }
    };
    addCases(muster::v1::Request::descriptor(),
        [](int n) { return rightOf(static_cast<muster::v1::Request::RequestCase>(n)); });
    addCases(muster::v1::AgentMessage::descriptor(),
        [](int n) { return rightOf(static_cast<muster::v1::AgentMessage::MessageCase>(n)); });
    addCases(muster::v1::ImageCall::descriptor(),
        [](int n) { return rightOf(static_cast<muster::v1::ImageCall::CallCase>(n)); });
    addCases(muster::v1::Explain::descriptor(),
        [](int n) { return rightOf(static_cast<muster::v1::Explain::WhatCase>(n)); });
    const auto addTypes = [&]<typename Type>(const google::protobuf::EnumDescriptor* types, Type) {
        for (int i = 0; i < types->value_count(); ++i) {
            const auto* value = types->value(i);
            out.emplace_back(value->full_name(), rightOf(static_cast<Type>(value->number())));
        }
    };
    using mesos::v1::Offer;
    addTypes(mesos::v1::master::Call::Type_descriptor(), mesos::v1::master::Call::UNKNOWN);
    addTypes(mesos::v1::agent::Call::Type_descriptor(), mesos::v1::agent::Call::UNKNOWN);
    addTypes(mesos::v1::scheduler::Call::Type_descriptor(), mesos::v1::scheduler::Call::UNKNOWN);
    addTypes(mesos::v1::executor::Call::Type_descriptor(), mesos::v1::executor::Call::UNKNOWN);
    addTypes(Offer::Operation::Type_descriptor(), Offer::Operation::UNKNOWN);
    out.emplace_back("master log", rightOf(FileKind::MasterLog));
    out.emplace_back("sandbox", rightOf(FileKind::Sandbox));
    return out;
}

std::optional<Acls::Account> account(const std::string& user) {
    if (user == "root" || user == "0" || user == "0:0") {
        return Acls::Account{0, {0}};
    }
    return user == "www" || user == "33" || user == "33:33" ? std::optional(Acls::Account{33, {33}})
                                                            : std::nullopt;
}

TEST(Rights, HaveARowForEveryKindOfRequestWithItsReason) {
    const auto rows = allRows();
    EXPECT_GT(rows.size(), 150u);
    for (const auto& [name, right] : rows) {
        EXPECT_FALSE(right.words.empty()) << name;
        EXPECT_EQ(
            right.kind == Kind::Granted || right.kind == Kind::Shown, right.action.has_value())
            << name;
    }
}

TEST(Rights, OfMeasurementsAreTheSameAtEveryDoor) {
    for (const auto& right : {rowOf(Endpoint::Exporter).right, rowOf(Endpoint::Metrics).right,
             rowOf(Endpoint::AgentMetrics).right, rightOf(mesos::v1::master::Call::GET_METRICS),
             rightOf(mesos::v1::agent::Call::GET_METRICS),
             rightOf(muster::v1::Request::kQueryHistory),
             rightOf(muster::v1::Request::kQueryClusterHistory)}) {
        EXPECT_EQ(right.kind, Kind::Granted);
        EXPECT_EQ(right.action, Action::GetEndpoints);
    }
}

TEST(Gate, LetsOnlyPublicRowsBeAskedByWhomNobodyKnows) {
    for (const auto& [name, right] : allRows()) {
        const Who nobody{.principal = "operator", .known = false, .registered = true};
        EXPECT_EQ(Gate().permits(right, nobody), right.kind == Kind::Public) << name;
    }
}

// A cookie opens the routes of the web page, and its ways to the live view and into tasks.
TEST(Rights, ByCookieAreThoseOfTheWebPage) {
    for (const auto endpoint : allEndpoints()) {
        const auto row = rowOf(endpoint);
        const bool isOfThePage = row.paths[0] == "/" || row.paths[0] == "/ws/console"
            || row.paths[0] == "/ws/terminal"
            || (row.paths[0].starts_with("/web/") && row.paths[0] != "/web/link"
                && row.paths[0] != "/web/enter");
        EXPECT_EQ(row.byCookie, isOfThePage) << row.paths[0];
        EXPECT_TRUE(!row.byCookie || row.realm.empty())
            << row.paths[0] << ": a browser would ask for a password of its own";
    }
}

TEST(Gate, OffersWhatIsPermittedForSomeObject) {
    const Gate gate(Acls::parse(R"({"permissive":false,"run_tasks":
        [{"principals":{"values":["ann"]},"users":{"values":["root"]}}]})")
                        .value());
    const auto submit = rightOf(muster::v1::Request::kSubmitJob);
    EXPECT_FALSE(gate.permits(submit, {"ann"})) << "as every user";
    EXPECT_TRUE(gate.mayPermit(submit, {"ann"}));
    EXPECT_FALSE(gate.mayPermit(submit, {"bob"}));
    EXPECT_FALSE(gate.mayPermit(submit, {.principal = "ann", .known = false}));
    EXPECT_FALSE(gate.mayPermit(rightOf(muster::v1::Request::kDrainNode), {"ann"}));
    EXPECT_TRUE(gate.mayPermit(rightOf(muster::v1::Request::kSubscribe), {"bob"}));
}

TEST(Gate, LetsWhoHasNotRegisteredSpeakForNothing) {
    for (const auto& [name, right] : allRows()) {
        EXPECT_EQ(Gate().permits(right, {"ann"}), right.kind != Kind::Own) << name;
        EXPECT_TRUE(Gate().permits(right, {.principal = "ann", .registered = true})) << name;
    }
}

TEST(Gate, SaysWhoMayNotDoWhatToWhom) {
    const Gate gate(Acls::parse(R"({"permissive":false})").value());
    const auto text = [&](const Right& right, const Object& object) {
        const auto asked = gate.ask(right, {"bob"}, object);
        return asked ? "" : asked.error().message;
    };
    EXPECT_EQ(text(rightOf(muster::v1::Request::kSubmitJob), "root"),
        "Principal 'bob' may not submit jobs of user 'root': a rule in the master's --acls must "
        "allow it ('run_tasks')");
    EXPECT_EQ(text(rightOf(muster::v1::Request::kKillJob), {}),
        "Principal 'bob' may not kill jobs of every user, or it does not exist: a rule in the "
        "master's --acls must allow it ('run_tasks')");
    EXPECT_EQ(text(rightOf(muster::v1::Request::kDrainNode), {}),
        "Principal 'bob' may not drain nodes: a rule in the master's --acls must allow it "
        "('drain_agents')");
    EXPECT_LE(text(rightOf(muster::v1::AgentMessage::kRegister), {}).size(), 123u)
        << "the end of a WebSocket has no room for more";
    EXPECT_EQ(gate.ask(rightOf(muster::v1::Request::kSubmitJob), {"bob"}).error().kind,
        Error::Kind::Denied);
}

TEST(Gate, TellsWhatNobodyKnowsFromWhatIsRefused) {
    const Gate gate(Acls::parse(
        R"({"run_tasks":[{"principals":{"values":["bob"]},"users":{"values":["www"]}},
            {"principals":{"type":"ANY"},"users":{"type":"NONE"}}]})",
        [](const std::string&) -> Result<std::optional<Acls::Account>> {
            return failure("nobody knows now: try again", Error::Kind::Unavailable);
        }).value());
    const auto right = rightOf(muster::v1::Request::kSubmitJob);
    EXPECT_TRUE(gate.ask(right, {"bob"}, "www"));
    const auto open = gate.ask(right, {"bob"}, "carol");
    ASSERT_FALSE(open);
    EXPECT_EQ(open.error().kind, Error::Kind::Unavailable);
    EXPECT_EQ(open.error().message, "nobody knows now: try again");
    EXPECT_EQ(gate.ask(right, {"ann"}, "carol").error().kind, Error::Kind::Denied);
    EXPECT_FALSE(gate.permits(right, {"bob"}, "carol"));
}

const auto* const kWwwOfBob
    = R"([{"principals": {"values": ["bob"]}, "users": {"values": ["www"]}},
          {"principals": {"type": "NONE"}, "users": {"type": "ANY"}}])";

// Of the standalone containers a rule takes all or none.
bool namesUsers(Acls::Action action) {
    return Acls::objects(action) == "users"
        && Acls::parse(fmt::format(R"({{"{}": {}}})", Acls::key(action), kWwwOfBob),
            [](const std::string&) { return Result<std::optional<Acls::Account>>(std::nullopt); });
}

bool dependsOnUsers(const Right& right) {
    return right.kind == Kind::Granted
        && (namesUsers(*right.action) || (right.also && namesUsers(*right.also)));
}

TEST(Gate, NeitherAllowsNorDeniesForGoodWhatNobodyKnowsYet) {
    std::map<std::string, std::uint32_t> known;
    for (const bool permissive : {false, true}) {
        Json json{{"permissive", permissive}};
        for (const auto action : Acls::actions()) {
            if (namesUsers(action)) {
                json[Acls::key(action)] = Json::parse(kWwwOfBob);
            }
        }
        auto acls = Acls::parse(
            json.dump(), [&](const std::string& user) -> Result<std::optional<Acls::Account>> {
                const auto found = known.find(user);
                return found == known.end()
                    ? failure("nobody knows now: try again", Error::Kind::Unavailable)
                    : Result<std::optional<Acls::Account>>(Acls::Account{found->second, {}});
            });
        ASSERT_TRUE(acls) << acls.error().message;
        const Gate gate(std::move(*acls));
        int rows = 0;
        for (const auto& [name, right] : allRows()) {
            if (!dependsOnUsers(right)) {
                continue;
            }
            SCOPED_TRACE(name);
            ++rows;
            known.clear();
            const auto ask = [&, &right = right] { return gate.ask(right, {"bob"}, "carol"); };
            ASSERT_FALSE(ask());
            EXPECT_EQ(ask().error().kind, Error::Kind::Unavailable);
            EXPECT_FALSE(gate.permits(right, {"bob"}, "carol"));
            known = {{"www", 33}, {"carol", 33}};
            EXPECT_TRUE(ask()) << "it was not denied for good";
            known["carol"] = 34;
            ASSERT_FALSE(ask()) << "it was not allowed for good";
            EXPECT_EQ(ask().error().kind, Error::Kind::Denied);
        }
        EXPECT_GT(rows, 10);
    }
}

// permits() takes what nobody knows for a refusal: doors that ask nothing else depend on no user.
TEST(Gate, IsOnlyAskedForYesOrNoWhereNoUserMatters) {
    for (const auto endpoint : allEndpoints()) {
        EXPECT_FALSE(dependsOnUsers(rowOf(endpoint).right)) << rowOf(endpoint).paths.at(0);
    }
    const auto* calls = mesos::v1::scheduler::Call::Type_descriptor();
    for (int i = 0; i < calls->value_count(); ++i) {
        EXPECT_FALSE(dependsOnUsers(
            rightOf(static_cast<mesos::v1::scheduler::Call::Type>(calls->value(i)->number()))))
            << calls->value(i)->name();
    }
    const auto* ofExecutors = mesos::v1::executor::Call::Type_descriptor();
    for (int i = 0; i < ofExecutors->value_count(); ++i) {
        EXPECT_FALSE(dependsOnUsers(
            rightOf(static_cast<mesos::v1::executor::Call::Type>(ofExecutors->value(i)->number()))))
            << ofExecutors->value(i)->name();
    }
    for (const auto operation :
        {mesos::v1::Offer::Operation::RESERVE, mesos::v1::Offer::Operation::UNRESERVE}) {
        EXPECT_FALSE(dependsOnUsers(rightOf(operation)));
    }
    EXPECT_FALSE(dependsOnUsers(rightOf(FileKind::MasterLog)));
}

// Random rules, as the text that the flag takes, and what they say, decided anew.
class RandomRules {
public:
    explicit RandomRules(std::mt19937& random) : m_random(random) {
        m_json["permissive"] = m_permissive = below(2) == 0;
        for (const auto action : Acls::actions()) {
            auto& rules = m_rules[action];
            for (unsigned i = below(4); i > 0; --i) {
                rules.push_back(randomRule(action));
            }
            if (!rules.empty() || below(4) == 0) {
                write(action);
            }
        }
    }
    std::string text() const { return m_json.dump(); }

    // The same question by hand: `uid` in place of a user, however it is written.
    bool allows(Action action, const std::string& principal,
        const std::optional<std::string>& object) const {
        for (const auto& rule : m_rules.at(action)) {
            const bool who = rule.principals.type != "SOME" || contains(rule.principals, principal);
            const bool what
                = rule.objects.type != "SOME" || (object && contains(rule.objects, *object));
            if (who && what) {
                return rule.principals.type != "NONE" && rule.objects.type != "NONE";
            }
        }
        return m_permissive || principal == kOperator;
    }

private:
    struct Entity {
        std::string type;
        std::vector<std::string> values;
    };
    struct Rule {
        Entity principals, objects;
    };

    unsigned below(unsigned end) { return static_cast<unsigned>(m_random() % end); }
    static bool contains(const Entity& entity, const std::string& value) {
        const auto plain = [](const std::string& text) {
            return text == "root" || text == "0:0" ? "0"
                : text == "www" || text == "33:33" ? "33"
                                                   : text;
        };
        return std::ranges::any_of(
            entity.values, [&](const auto& one) { return plain(one) == plain(value); });
    }
    Entity randomEntity(std::vector<std::string> names, bool named) {
        const auto kind = below(named ? 4 : 2);
        Entity out{kind == 0 ? "ANY" : kind == 1 ? "NONE" : "SOME", {}};
        for (unsigned i = out.type == "SOME" ? 1 + below(2) : 0; i > 0; --i) {
            out.values.push_back(names[below(static_cast<unsigned>(names.size()))]);
        }
        return out;
    }
    Rule randomRule(Action action) {
        const auto kind = Acls::objects(action);
        const bool users = kind == "users" && !Acls::key(action).ends_with("standalone_containers");
        return {randomEntity({"ann", "bob", "operator"}, true),
            randomEntity({"root", "0", "0:0", "www", "33", "33:33"}, users)};
    }
    static Json json(const Entity& entity) {
        return entity.type == "SOME" ? Json{{"values", entity.values}}
                                     : Json{{"type", entity.type}};
    }
    void write(Action action) {
        auto& list = m_json[std::string(Acls::key(action))] = Json::array();
        for (const auto& rule : m_rules[action]) {
            list.push_back({{"principals", json(rule.principals)},
                {std::string(Acls::objects(action)), json(rule.objects)}});
        }
    }

    std::mt19937& m_random;
    bool m_permissive = true;
    std::map<Action, std::vector<Rule>> m_rules;
    Json m_json;
};

// Whatever was asked before, and whoever asks: each answer is what the rules say. So no sequence of
// requests raises a right, and a list shows no more than asking for the single row.
TEST(Gate, DecidesEachQuestionByTheRulesAlone) {
    const auto rows = allRows();
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const RandomRules rules(random);
        auto acls = Acls::parse(rules.text(), account);
        ASSERT_TRUE(acls) << acls.error().message << "\n" << rules.text();
        const Gate gate(std::move(*acls));
        const std::string principals[] = {"", "ann", "bob", "eve", "operator"};
        const std::string objects[] = {"root", "0", "0:0", "www", "33", "33:33", "nobody"};
        for (int question = 0; question < 200; ++question) {
            const auto& [name, right] = rows[random() % rows.size()];
            const auto& principal = principals[random() % std::size(principals)];
            const Object object
                = random() % 4 == 0 ? Object() : Object(objects[random() % std::size(objects)]);
            const Who who{.principal = principal, .registered = random() % 2 == 0};
            const bool expected = right.kind == Kind::Granted
                ? rules.allows(*right.action, principal, object)
                    && (!right.also || rules.allows(*right.also, principal, object))
                : right.kind != Kind::Own || who.registered;
            ASSERT_EQ(gate.permits(right, who, object), expected)
                << name << " " << principal << " " << object.value_or("(all)") << "\n"
                << rules.text();
            ASSERT_EQ(gate.ask(right, who, object).has_value(), expected);
            if (!right.action) {
                continue;
            }
            const auto shows = gate.shows(*right.action, principal, object);
            ASSERT_EQ(shows, rules.allows(*right.action, principal, object));
            if (gate.showsAll(*right.action, principal)) {
                ASSERT_TRUE(shows) << "the whole is more than its parts";
            }
        }
    }
}

} // namespace
} // namespace muster::agentd

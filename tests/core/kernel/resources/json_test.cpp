// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/kernel/resources/resources.h"

namespace muster {
namespace {

// As a Mesos 1.12 agent printed it ("unreserved_resources_full" of its /state).
constexpr std::string_view kMesosAgent
    = R"([{"name":"cpus","type":"SCALAR","scalar":{"value":2.0},"role":"*"},)"
      R"({"name":"mem","type":"SCALAR","scalar":{"value":4096.0},"role":"*"},)"
      R"({"name":"disk","type":"SCALAR","scalar":{"value":10000.0},"role":"*"},)"
      R"({"name":"gpus","type":"SCALAR","scalar":{"value":4.0},"role":"*"},)"
      R"({"name":"ports","type":"RANGES","ranges":{"range":[{"begin":31000,"end":32000}]},"role":"*"}])";

std::string refusal(std::string_view text) {
    const auto parsed = Resources::parse(text);
    return parsed ? "accepted as " + parsed->text() : parsed.error().message;
}

TEST(ResourcesJson, IsByteForByteWhatMesosPrints) {
    const auto parsed = Resources::parse("cpus:2;mem:4096;disk:10000;gpus:4;ports:[31000-32000]");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->json(), kMesosAgent);
}

TEST(ResourcesJson, ReadsWhatMesosPrints) {
    const auto parsed = Resources::parse(kMesosAgent);
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->text(), "cpus:2; mem:4096; disk:10000; gpus:4; ports:[31000-32000]");
}

TEST(ResourcesJson, ReadsTheMembersOfTheAgentsStartLogInAnyOrderAndWithoutRole) {
    const auto parsed = Resources::parse(
        R"( [{"scalar":{"value":2},"type":"SCALAR","name":"gpus"},{"name":"bay","set":{"item":["a"]},"type":"SET"}] )",
        "prod");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->text(), "bay(prod):{a}; gpus(prod):2");
}

TEST(ResourcesJson, PrintsFractionsSetsAndRoles) {
    const auto parsed = Resources::parse("cpus:0.1;bay(prod):{b,a}");
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->json(),
        R"([{"name":"cpus","type":"SCALAR","scalar":{"value":0.1},"role":"*"},)"
        R"({"name":"bay","type":"SET","set":{"item":["a","b"]},"role":"prod"}])");
    EXPECT_EQ(Resources{}.json(), "[]");
}

TEST(ResourcesJson, NamesTheElementAndTheRemedy) {
    const std::string start = "Some JSON resources were not formatted properly: ";
    EXPECT_EQ(refusal(R"([{"name":"a")"), start + R"(not a JSON array in [{"name":"a")");
    EXPECT_EQ(refusal("[1]"),
        start
            + R"(element 0: not an object: write {"name":"cpus","type":"SCALAR","scalar":{"value":1.0}})");
    EXPECT_EQ(refusal(R"([{"name":"a","type":"TEXT"}])"),
        start + R"(element 0: unknown "type": write "SCALAR", "RANGES" or "SET")");
    EXPECT_EQ(refusal(R"([{"type":"SCALAR","scalar":{"value":1}}])"),
        start + R"(element 0: "name" and "role" need a word without any of ;:,()[]{})");
    EXPECT_EQ(refusal(R"([{"name":"a","type":"SCALAR","scalar":{"value":-1}}])"),
        start + "element 0: the scalar's value < 0 or too large: write a number from 0 to 9e15");
    EXPECT_EQ(refusal(R"([{"name":"a","type":"SCALAR","scalar":{"value":"1"}}])"),
        start + R"(element 0: "scalar" needs a number: write "scalar":{"value":1.0})");
    EXPECT_EQ(refusal(R"([{"name":"a","type":"RANGES","ranges":{"range":[{"begin":5,"end":1}]}}])"),
        start
            + R"(element 0: "ranges" needs first and last: write "ranges":{"range":[{"begin":1,"end":5}]})");
    EXPECT_EQ(refusal(R"([{"name":"a","type":"SET","set":{"item":["x y"]}}])"),
        start + R"(element 0: "set" needs words: write "set":{"item":["a","b"]})");
    EXPECT_EQ(refusal(R"([{"name":"a","type":"SCALAR","scalar":{"value":1},"revocable":{}}])"),
        start + R"(element 0: "revocable" is not supported: leave it out)");
}

} // namespace
} // namespace muster

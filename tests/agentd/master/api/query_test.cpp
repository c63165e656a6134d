// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/query.h"

#include <gtest/gtest.h>

#include "agentd/json_writer.h"

namespace muster::agentd::api {
namespace {

net::HttpRequest asked(std::string query) {
    net::HttpRequest out;
    out.query = std::move(query);
    return out;
}

TEST(Query, DecodesNamesAndValues) {
    const Query query("a=1&b=x%20y+z&c&%64=%2Fp&e=%zz&=f");
    EXPECT_EQ(query.get("a"), "1");
    EXPECT_EQ(query.get("b"), "x y z");
    EXPECT_EQ(query.get("c", "fallback"), "");
    EXPECT_EQ(query.get("d"), "/p");
    EXPECT_EQ(query.get("e"), "%zz");
    EXPECT_EQ(query.get("g", "fallback"), "fallback");
    EXPECT_EQ(query.find("g"), nullptr);
}

TEST(Query, HasNoNullBytes) {
    EXPECT_EQ(Query("path=/stdout%00.secret").get("path"), "/stdout%00.secret");
}

TEST(Query, CallsTheFunctionThatJsonpNames) {
    EXPECT_EQ(*jsonAnswer(asked(""), "{}").body, "{}");
    const auto called = jsonAnswer(asked("jsonp=a.b._0"), "{}");
    EXPECT_EQ(*called.body, "a.b._0({})");
    EXPECT_EQ(called.contentType, "text/javascript");
    EXPECT_EQ(jsonAnswer(asked("jsonp=alert(1)"), "{}").status, 400u);
}

TEST(JsonWriter, SeparatesAndEscapes) {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    json.member("number", 1);
    json.member("real", 2.0);
    json.member("truth", true);
    json.member("text", "a\"b");
    json.key("list");
    json.beginArray();
    json.value("x");
    json.beginObject();
    json.endObject();
    json.value(3);
    json.endArray();
    json.quotedKey("k\"");
    json.beginArray();
    json.endArray();
    json.endObject();
    EXPECT_EQ(
        out, R"({"number":1,"real":2.0,"truth":true,"text":"a\"b","list":["x",{},3],"k\"":[]})");
}

} // namespace
} // namespace muster::agentd::api

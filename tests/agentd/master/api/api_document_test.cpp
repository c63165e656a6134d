// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/api_document.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentd/master/api/muster_calls.h"

namespace muster::agentd::api {
namespace {

using nlohmann::json;

TEST(ApiDocument, HasEveryOwnCallOfTheTableOfRights) {
    const auto paths = json::parse(apiDocument()).at("paths");
    std::set<std::string> documented;
    for (const auto& [path, operations] : paths.items()) {
        for (const auto& [method, operation] : operations.items()) {
            documented.insert(fmt::format("{} {}", method, path));
        }
    }
    std::set<std::string> own;
    for (const auto endpoint : allEndpoints()) {
        const auto row = rowOf(endpoint);
        if (!row.request) {
            continue;
        }
        std::string method(row.method);
        std::ranges::transform(method, method.begin(), ::tolower);
        for (const auto path : row.paths) {
            own.insert(fmt::format("{} {}", method, path));
        }
    }
    EXPECT_EQ(documented, own);
}

TEST(ApiDocument, NamesOnlySchemasThatItHas) {
    const auto document = json::parse(apiDocument());
    EXPECT_EQ(document.at("openapi"), "3.1.0");
    unsigned references = 0;
    const std::function<void(const json&)> walk = [&](const json& value) {
        if (value.is_object() && value.contains("$ref") && value["$ref"].is_string()) {
            ++references;
            const auto target = value["$ref"].get<std::string>();
            ASSERT_TRUE(target.starts_with("#/components/")) << target;
            EXPECT_TRUE(document.contains(json::json_pointer(target.substr(1)))) << target;
        }
        for (const auto& inside : value.is_structured() ? value : json::array()) {
            walk(inside);
        }
    };
    walk(document);
    EXPECT_GT(references, 50u);
    const auto& gpu = document.at("components").at("schemas").at("muster.v1.Gpu").at("properties");
    EXPECT_EQ(gpu.at("memory_bytes").at("format"), "int64");
    EXPECT_EQ(gpu.at("state").at("enum")[1], "FREE");
    EXPECT_EQ(gpu.at("links").at("items").at("$ref"), "#/components/schemas/muster.v1.GpuLink");
}

TEST(ApiDocument, DescribesEachOperationWithAnExample) {
    std::set<std::string> ids;
    const auto document = json::parse(apiDocument());
    for (const auto& [path, operations] : document.at("paths").items()) {
        for (const auto& operation : operations) {
            EXPECT_TRUE(ids.insert(operation.at("operationId")).second) << operation;
            const std::string line = operation.at("x-codeSamples").at(0).at("source");
            EXPECT_TRUE(line.starts_with("curl ")) << line;
            EXPECT_EQ(line.find('{') != line.npos, operation.contains("requestBody")) << line;
            std::set<std::string> inPath;
            for (const auto& parameter : operation.at("parameters")) {
                if (parameter.at("in") == "path") {
                    inPath.insert(parameter.at("name"));
                }
            }
            const auto variables = variablesOf(path);
            EXPECT_EQ(inPath, std::set<std::string>(variables.begin(), variables.end())) << path;
        }
    }
    const auto& release = document.at("paths").at("/api/v1/gpus/{uuid}/restriction").at("delete");
    EXPECT_EQ(release.at("x-codeSamples")[0].at("source"),
        R"(curl -sS -X DELETE -H "Authorization: Bearer $TOKEN" )"
        R"("$MUSTER/api/v1/gpus/$UUID/restriction")");
}

TEST(MusterCalls, ReadTheVariablesOfAPath) {
    const char* pattern = "/api/v1/gpus/{uuid}/restriction";
    EXPECT_EQ(
        matchPath(pattern, "/api/v1/gpus/GPU-1/restriction"), (Variables{{"uuid", "GPU-1"}}));
    EXPECT_EQ(
        matchPath(pattern, "/api/v1/gpus/GPU-1/restriction/"), (Variables{{"uuid", "GPU-1"}}));
    for (const auto* other : {"/api/v1/gpus/GPU-1", "/api/v1/gpus//restriction", "/api/v1/gpus",
             "/api/v1/gpus/GPU-1/restriction/more", "/", ""}) {
        EXPECT_EQ(matchPath(pattern, other), std::nullopt) << other;
    }
    EXPECT_EQ(matchPath("/api/v1/gpus", "/api/v1/gpus"), Variables());
}

} // namespace
} // namespace muster::agentd::api

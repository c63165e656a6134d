// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/declarations.h"

#include <map>
#include <regex>
#include <set>

#include <google/protobuf/descriptor.pb.h>
#include <gtest/gtest.h>

#include "app/web/declarations/kinds.h"
#include "app/web/declarations/script.h"
#include "app/web/declarations/wire_types.h"
#include "core/kernel/base/operator_command.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/words/page.h"

namespace muster::web {
namespace {

// What stands between the two, of the first place.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
    const auto from = text.find(begin);
    const auto to = text.find(end, from + begin.size());
    return from == std::string::npos || to == std::string::npos
        ? std::string()
        : text.substr(from + begin.size(), to - from - begin.size());
}

// The value of "export const NAME".
Json valueOf(const std::string& name) {
    const auto declared = between(declarations(), "export const " + name + ": ", ";\n\n");
    return Json::parse(declared.substr(declared.find(" = ") + 3));
}

// The fields of "export interface NAME", with their types: "memory_bytes?" -> "string".
std::map<std::string, std::string> fieldsOf(const std::string& name) {
    std::map<std::string, std::string> out;
    const auto body = between(declarations(), "export interface " + name + " {\n", "}\n");
    static const std::regex field(R"(  (\w+\??): (.*);)");
    for (std::sregex_iterator found(body.begin(), body.end(), field), end; found != end; ++found) {
        out[(*found)[1]] = (*found)[2];
    }
    return out;
}

int count(const std::string& text, const std::string& words) {
    int times = 0;
    for (auto at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) {
        ++times;
    }
    return times;
}

TEST(WireDeclarations, HaveEveryFieldOfAMessageInTheFormOfItsJson) {
    const auto fields = fieldsOf("Gpu");
    const auto& type = *v1::Gpu::descriptor();
    EXPECT_EQ(fields.size(), static_cast<std::size_t>(type.field_count()));
    for (int i = 0; i < type.field_count(); ++i) {
        EXPECT_TRUE(fields.contains(type.field(i)->name() + "?")) << type.field(i)->name();
    }
    EXPECT_EQ(fields.at("uuid?"), "string");
    EXPECT_EQ(fields.at("index?"), "number");
    EXPECT_EQ(fields.at("memory_bytes?"), "string"); // 64 bits
    EXPECT_EQ(fields.at("mig?"), "boolean");
    EXPECT_EQ(fields.at("state?"), "GpuState");
    EXPECT_EQ(fields.at("restriction?"), "Restriction");
    EXPECT_EQ(fields.at("links?"), "GpuLink[]");
    EXPECT_EQ(fieldsOf("LogChunk").at("data?"), "string"); // base64
    EXPECT_EQ(fieldsOf("TelemetryColumn").at("values?"), "number[]");
    EXPECT_EQ(fieldsOf("MesosAttribute").at("name"), "string"); // required
    EXPECT_EQ(fieldsOf("Reply").at("images?"), "AgentImages"); // of a oneof
    EXPECT_EQ(fieldsOf("Service").at("labels?"), "Record<string, string>"); // a map
}

TEST(WireDeclarations, NameNothingThatTheyDoNotDeclareOnce) {
    const auto text = declarations();
    constexpr std::string_view kMap = "Record<string, ";
    std::set<std::string> declared{"string", "number", "boolean"};
    for (const auto* message : wireTypes().messages) {
        EXPECT_FALSE(message->options().map_entry()) << message->full_name(); // has its own JSON
        EXPECT_TRUE(declared.insert(typeName(*message)).second) << message->full_name();
        EXPECT_EQ(count(text, "export interface " + typeName(*message) + " {"), 1);
    }
    for (const auto* type : wireTypes().enums) {
        EXPECT_TRUE(declared.insert(typeName(*type)).second) << type->full_name();
        EXPECT_EQ(count(text, "export type " + typeName(*type) + " ="), 1);
    }
    for (const auto* message : wireTypes().messages) {
        for (const auto& [field, type] : fieldsOf(typeName(*message))) {
            const auto element = type.ends_with("[]") ? type.substr(0, type.size() - 2) : type;
            const auto bare = element.starts_with(kMap)
                ? element.substr(kMap.size(), element.size() - kMap.size() - 1)
                : element;
            EXPECT_TRUE(declared.contains(bare)) << typeName(*message) << '.' << field << type;
        }
    }
}

TEST(WireDeclarations, HaveEveryNameOfEveryEnum) {
    const auto text = declarations();
    for (const auto* type : wireTypes().enums) {
        const auto names = between(text, "export type " + typeName(*type) + " =\n", ";\n");
        for (int i = 0; i < type->value_count(); ++i) {
            EXPECT_EQ(count(names, '"' + type->value(i)->name() + '"'), 1)
                << type->value(i)->full_name();
        }
        EXPECT_EQ(count(names, "  | "), type->value_count()) << type->full_name();
    }
}

TEST(TableDeclarations, HaveEveryColumnOnceInTheOrderOfTheCommandLine) {
    const auto tables = valueOf("columns");
    const auto orders = valueOf("orders");
    forEachKind([&](const std::string& kind, auto table, auto order) {
        ASSERT_EQ(tables.at(kind).size(), table.size()) << kind;
        for (std::size_t i = 0; i < table.size(); ++i) {
            const auto& row = tables.at(kind).at(i);
            EXPECT_EQ(row.at("key"), table[i].heading.key) << kind;
            EXPECT_EQ(row.at("title"), table[i].heading.title) << kind;
            for (const auto& [name, value] : row.items()) {
                const bool named = name == "listed" || name == "rank" || name == "measure";
                EXPECT_FALSE(named && value == "") << kind << ": " << row;
            }
        }
        EXPECT_EQ(orders.at(kind).at(0), order[0]) << kind;
        EXPECT_EQ(orders.at(kind).size(), columns::onScreen(table, order).size()) << kind;
    });
    EXPECT_EQ(tables.at("gpus").at(4).at("names"), Json::parse(R"(["util", "gpu"])"));
    EXPECT_EQ(tables.at("gpus").at(4).at("metric"), "gpu_utilization");
}

TEST(TableDeclarations, HaveTheMetricTable) {
    const auto rows = valueOf("metrics");
    ASSERT_EQ(rows.size(), kMetricCount);
    EXPECT_EQ(rows.at(4).at("key"), "power");
    EXPECT_EQ(rows.at(4).at("shownUnit"), "W");
    EXPECT_EQ(rows.at(4).at("limit"), "power");
    EXPECT_EQ(rows.at(3).at("heat").at("low"), 20);
    EXPECT_FALSE(rows.at(1).contains("heat"));
    EXPECT_EQ(valueOf("throttleReasons").at(2), Json::parse(R"({"bit": 4, "word": "power cap"})"));
}

TEST(Glossary, HasWordsOfEveryState) {
    const auto words = valueOf("words");
    EXPECT_EQ(words.at("gpuState").size(),
        static_cast<std::size_t>(v1::Gpu::State_descriptor()->value_count()));
    EXPECT_EQ(words.at("gpuState").at("ALLOCATED"),
        Json::parse(R"({"wire": "allocated", "word": "Busy", "mark": "busy",
            "help": "A task holds the GPU", "remedy": "", "ended": false})"));
    EXPECT_EQ(words.at("taskState").at("TASK_LOST").at("ended"), true);
    EXPECT_EQ(words.at("jobWaitReason").at("BACK_OFF").at("word"), "Back-off");
    EXPECT_EQ(words.at("taskReason").at("REASON_CONTAINER_LIMITATION_MEMORY").at("remedy"),
        "Request more mem");
    EXPECT_EQ(words.at("gpuPathLevel").at("PIX").at("help"), "at most a single PCIe bridge");
    EXPECT_EQ(words.at("alertRule").at("GPU_HOT").at("wire"), "gpu-hot");
    EXPECT_EQ(words.at("auditRowKind").at("ALERT_RAISED").at("mark"), "bad");
}

TEST(Glossary, HasPagesAndMarks) {
    const auto pages = valueOf("pages");
    ASSERT_EQ(pages.size(), words::pages().size());
    EXPECT_EQ(
        pages.at(0), Json::parse(R"({"name": "overview", "title": "Overview", "icon": "overview",
            "keys": ["Alt+1", "g o"]})"));
    EXPECT_EQ(valueOf("marks").at("busy"),
        Json::parse(R"({"icon": "disc", "light": "#0072b2", "dark": "#56b4e9"})"));
}

TEST(CommandDeclarations, HaveWhatTheDesktopConsoleCanGive) {
    std::map<std::string, Json> byRequest;
    for (const auto& row : valueOf("commands")) {
        byRequest[row.at("request")] = row;
    }
    for (const auto& [request, row] : byRequest) {
        const auto* field = v1::Request::descriptor()->FindFieldByName(request);
        ASSERT_NE(field, nullptr) << request;
        EXPECT_NE(field->message_type()->FindFieldByName(row.at("id")), nullptr) << request;
        EXPECT_TRUE(!row.contains("undo") || byRequest.contains(row.at("undo"))) << request;
        EXPECT_EQ(row.at("reason") != "none" && request != "acknowledge_alert",
            field->message_type()->FindFieldByName("reason") != nullptr)
            << request; // of an alert it is the note
    }
    const auto verbs = std::ranges::count_if(
        operatorCommands(), [](const auto& row) { return !row.verb.empty(); });
    EXPECT_EQ(verbs, std::ranges::count_if(byRequest, [](const auto& entry) {
        return entry.second.at("verb") != "";
    }));
    const auto& drain = byRequest.at("drain_node");
    EXPECT_EQ(drain.at("object"), "node");
    EXPECT_EQ(drain.at("reason"), "required");
    EXPECT_EQ(drain.at("undo"), "reactivate_node");
    EXPECT_EQ(drain.at("fields"), Json::parse(R"(["agent", "reason", "author", "max_grace_ms"])"));
    EXPECT_EQ(drain.at("refused").at("drained"), "%1 is already drained");
}

TEST(Declarations, AreTheSameEachTime) {
    EXPECT_EQ(declarations(), declarations());
}

} // namespace
} // namespace muster::web

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Every raw exchange with a Mesos 1.12 that was recorded, once more with Muster: the same requests
// in the same order, after the same GPU task. Status, headers, keys, types and the texts of what
// happened are those of tests/data/mesos/exchanges.jsonl, but for what exchange_differences.json
// lists with a reason; a difference that has gone must leave that list.
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/integration/endpoint_shapes.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

using nlohmann::json;
using Lines = std::vector<std::string>;

std::string unhex(const std::string& text) {
    std::string out;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        out += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
    }
    return out;
}

// What differs from run to run goes by a name.
std::string named(const std::string& header, const std::string& value) {
    static const std::regex master("^//[^/]+:[0-9]+$");
    return header == "mesos-stream-id" ? "$ID" : std::regex_replace(value, master, "//$$MASTER");
}

Lines headerDifferences(const HttpAnswer& answer, const json& expected) {
    Lines out;
    for (const auto& [name, value] : expected.items()) {
        const auto found = answer.headers.find(name);
        if (found == answer.headers.end()) {
            out.push_back("lacks the header " + name);
        } else if (named(name, found->second) != value) {
            out.push_back(
                fmt::format("{} is {}, not {}", name, found->second, value.get<std::string>()));
        }
    }
    if (answer.headers.contains("content-type") && !expected.contains("content-type")) {
        out.push_back("has also the header content-type");
    }
    return out;
}

class Exchanges : public AfterOneGpuTask {
protected:
    // Each difference of Muster's answer from that of Mesos.
    Lines differencesOf(const json& exchange, const std::string& path) const {
        auto headers = authorization();
        const auto own = exchange.value("headers", json::object());
        for (const auto& [name, value] : own.items()) {
            headers.emplace_back(name, value);
        }
        const auto body = exchange.contains("body_hex") ? unhex(exchange["body_hex"])
                                                        : exchange.value("body", std::string());
        const bool goesOn = exchange["answer_headers"].contains("transfer-encoding");
        const auto answer = goesOn ? subscribe(path, headers, body)
                                   : http(m_master->port, exchange["method"], path, headers, body);
        auto out = headerDifferences(answer, exchange["answer_headers"]);
        if (answer.status != exchange["status"]) {
            out.push_back(fmt::format(
                "the status is {}, not {}", answer.status, exchange["status"].get<unsigned>()));
        }
        if (exchange.contains("text")) {
            if (answer.body != exchange["text"]) {
                out.push_back(fmt::format("the body is '{}'", answer.body));
            }
            return out;
        }
        auto text = answer.body;
        if (const auto call = exchange.value("jsonp", std::string()); !call.empty()) {
            text = text.starts_with(call + "(") && text.ends_with(")")
                ? text.substr(call.size() + 1, text.size() - call.size() - 2)
                : "";
        }
        const auto parsed = json::parse(text, nullptr, false);
        if (parsed.is_discarded()) {
            out.push_back(fmt::format("the body is '{}'", answer.body));
            return out;
        }
        for (auto& difference :
            differences(shapeWithTextsOf(byName(parsed)), readShape(exchange["shape"]))) {
            out.push_back(std::move(difference));
        }
        return out;
    }

private:
    // With a list of the events as its body, when no further one comes.
    HttpAnswer subscribe(
        const std::string& path, const HttpHeaders& headers, const std::string& body) const {
        RecordStream stream(m_master->port, path, headers, body);
        auto answer = stream.head();
        json events = json::array();
        while (const auto record = stream.next(2s)) {
            events.push_back(json::parse(*record));
        }
        answer.body = events.dump();
        return answer;
    }
};

struct Listed {
    std::string difference;
    std::string why;
};

std::map<std::string, std::vector<Listed>> listedDifferences() {
    std::map<std::string, std::vector<Listed>> out;
    for (const auto& row :
        json::parse(fileText(MUSTER_SOURCE_DIR "/tests/data/mesos/exchange_differences.json"))) {
        for (const std::string exchange : row["exchanges"]) {
            for (const std::string difference : row["differences"]) {
                out[exchange].push_back({difference, row["why"]});
            }
        }
    }
    return out;
}

TEST_F(Exchanges, AreThoseOfMesosOrSayWhyNot) {
    auto listed = listedDifferences();
    const auto exchanges = expectations("exchanges.jsonl");
    EXPECT_EQ(exchanges.size(), 67u);
    std::size_t equal = 0;
    for (const auto& exchange : exchanges) {
        const std::string name = exchange["name"];
        SCOPED_TRACE(name);
        const std::string path = exchange["path"];
        auto found = differencesOf(exchange, exchange["to"] == "agent" ? "/slave(1)" + path : path);
        std::set<std::string> reasons;
        for (const auto& [difference, why] : listed[name]) {
            EXPECT_GT(
                std::erase_if(found, [&](const auto& one) { return covers(difference, one); }), 0u)
                << "is listed, and no longer so: " << difference;
            reasons.insert(why);
        }
        listed.erase(name);
        EXPECT_TRUE(found.empty()) << fmt::format("{}", fmt::join(found, "\n"));
        if (found.empty() && reasons.empty()) {
            ++equal;
        }
        reasons.insert(found.begin(), found.end());
        fmt::print("{:<58} {}\n", name,
            reasons.empty() ? "equal" : fmt::format("{}", fmt::join(reasons, "; ")));
    }
    fmt::print("{} of {} are equal\n", equal, exchanges.size());
    EXPECT_TRUE(listed.empty()) << "no exchange is called " << listed.begin()->first;
}

TEST_F(Exchanges, OfSchedulersAreTheSameBelowMaster) {
    for (const auto& exchange : expectations("exchanges.jsonl")) {
        const std::string path = exchange["path"];
        if (path == "/api/v1/scheduler" && exchange["status"] != 200) {
            EXPECT_EQ(differencesOf(exchange, "/master" + path), Lines()) << exchange["name"];
        }
    }
}

} // namespace
} // namespace muster::e2e

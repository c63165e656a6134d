// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/api_document.h"

#include <algorithm>

#include <google/protobuf/descriptor.h>
#include <nlohmann/json.hpp>

#include "agentd/master/api/muster_calls.h"
#include "agentd/master/api/query.h"
#include "core/kernel/base/metric.h"
#include "core/net/text.h"

namespace muster::agentd::api {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using json = nlohmann::ordered_json;

constexpr const char* kAbout
    = "What a console asks its master, over plain HTTP: with the same rights, the same entries in "
      "the audit log and the same words. Times are milliseconds since the epoch, where 0 is never; "
      "amounts of resources are thousandths (1000 is one CPU, one GPU or one MiB). 64-bit numbers "
      "are written as strings and read as either. A field with its default value is left out.";

json namesOf(const EnumDescriptor& type) {
    auto out = json::array();
    for (int i = 0; i < type.value_count(); ++i) {
        out.push_back(type.value(i)->name());
    }
    return out;
}

json metricKeys() {
    auto out = json::array();
    for (const auto& row : metricTable()) {
        out.push_back(row.key);
    }
    return out;
}

// The schemas of messages, each with those that it names.
class Schemas {
public:
    json refer(const Descriptor& type) {
        add(type);
        return {{"$ref", "#/components/schemas/" + type.full_name()}};
    }
    json ofField(const FieldDescriptor& field) {
        auto one = ofValue(field);
        return field.is_repeated() ? json{{"type", "array"}, {"items", std::move(one)}} : one;
    }
    json take() { return std::move(m_all); }

private:
    void add(const Descriptor& type) {
        if (m_all.contains(type.full_name())) {
            return;
        }
        m_all[type.full_name()] = json::object(); // a message may hold one of its own kind
        auto properties = json::object();
        auto required = json::array();
        for (int i = 0; i < type.field_count(); ++i) {
            const auto& field = *type.field(i);
            properties[field.name()] = ofField(field);
            if (field.is_required()) {
                required.push_back(field.name());
            }
        }
        json schema{{"type", "object"}, {"properties", std::move(properties)}};
        if (!required.empty()) {
            schema["required"] = std::move(required);
        }
        m_all[type.full_name()] = std::move(schema);
    }
    json ofValue(const FieldDescriptor& field) {
        switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_INT32:
        case FieldDescriptor::CPPTYPE_UINT32:
            return {{"type", "integer"}};
        case FieldDescriptor::CPPTYPE_INT64:
        case FieldDescriptor::CPPTYPE_UINT64:
            return {{"type", {"string", "integer"}}, {"format", "int64"}};
        case FieldDescriptor::CPPTYPE_FLOAT:
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return {{"type", "number"}};
        case FieldDescriptor::CPPTYPE_BOOL:
            return {{"type", "boolean"}};
        case FieldDescriptor::CPPTYPE_ENUM:
            return {{"type", "string"}, {"enum", namesOf(*field.enum_type())}};
        case FieldDescriptor::CPPTYPE_STRING:
            return field.type() == FieldDescriptor::TYPE_BYTES
                ? json{{"type", "string"}, {"contentEncoding", "base64"}}
                : json{{"type", "string"}};
        case FieldDescriptor::CPPTYPE_MESSAGE:
            return refer(*field.message_type());
        }
        return json::object();
    }

    json m_all = json::object(); // by full name
};

json parameter(std::string_view name, std::string_view in, json schema) {
    return {{"name", name}, {"in", in}, {"required", in == "path"}, {"schema", std::move(schema)}};
}

json number(std::int64_t least, std::int64_t usual) {
    return {{"type", "integer"}, {"minimum", least}, {"default", usual}};
}

// Of one call at one of its paths.
class Operation {
public:
    Operation(const MusterCall& call, std::string_view path, Schemas& schemas)
        : m_call(call), m_row(rowOf(call.endpoint)), m_path(path), m_schemas(schemas),
          m_variables(variablesOf(path)), m_isOne(call.rows != 0 && !m_variables.empty()) { }

    json describe() const {
        json out{{"operationId", m_isOne ? m_call.one : m_call.id},
            {"summary", m_isOne ? fmt::format("One of them: {}", m_call.summary)
                                : std::string(m_call.summary)},
            {"description", rightText()}, {"parameters", parameters()}};
        if (m_row.hasBody) {
            out["requestBody"] = {{"required", true},
                {"content",
                    content(m_schemas.refer(requestOf(m_call)), json::parse(m_call.body))}};
        }
        out["responses"] = responses();
        out["x-codeSamples"] = json::array({{{"lang", "Shell"}, {"source", example()}}});
        return out;
    }

private:
    static json content(json schema, json example = {}) {
        json media{{"schema", std::move(schema)}};
        if (!example.is_null()) {
            media["example"] = std::move(example);
        }
        return {{"application/json", std::move(media)}};
    }
    std::string rightText() const {
        const auto right = rightOf(*m_row.request);
        return right.kind == Right::Kind::Shown
            ? fmt::format("Shows {}.", right.words)
            : fmt::format("For whoever may {}: a rule '{}' of the master's --acls.", right.words,
                  Acls::key(*right.action));
    }
    bool isVariable(const std::string& name) const {
        return std::ranges::find(m_variables, name) != m_variables.end();
    }
    json parameters() const {
        auto out = json::array();
        for (const auto& name : m_variables) {
            out.push_back(parameter(name, "path", {{"type", "string"}}));
        }
        const auto& type = m_call.rows != 0 ? rowTypeOf(m_call) : requestOf(m_call);
        for (int i = 0; i < type.field_count() && !m_row.hasBody; ++i) {
            const auto& field = *type.field(i);
            if (!isVariable(field.name()) && (m_call.rows == 0 || isFilter(field))) {
                out.push_back(inQuery(field));
            }
        }
        if (m_call.rows != 0 && !m_isOne) {
            auto limit = number(1, kUsualRows);
            limit["maximum"] = kMostRows;
            out.push_back(parameter("limit", "query", std::move(limit)));
            out.push_back(parameter("offset", "query", number(0, 0)));
        }
        return out;
    }
    json inQuery(const FieldDescriptor& field) const {
        const bool isMetric = field.full_name() == "muster.v1.QueryHistory.metric";
        auto out = parameter(field.name(), "query",
            isMetric ? json{{"type", "string"}, {"enum", metricKeys()}} : m_schemas.ofField(field));
        if (field.is_repeated()) { // a,b
            out["style"] = "form";
            out["explode"] = false;
        }
        return out;
    }
    json list() const {
        return {{"type", "object"},
            {"properties",
                {{"total", {{"type", "integer"}}}, {"offset", {{"type", "integer"}}},
                    {"items",
                        {{"type", "array"}, {"items", m_schemas.refer(rowTypeOf(m_call))}}}}}};
    }
    json result() const {
        if (m_call.rows != 0) {
            return m_isOne ? m_schemas.refer(rowTypeOf(m_call)) : list();
        }
        if (m_call.result.empty()) { // it may say that it is carried out later
            return {{"type", "object"}, {"properties", {{"note", {{"type", "string"}}}}}};
        }
        return m_schemas.refer(*muster::v1::Reply::descriptor()
                                    ->FindFieldByName(std::string(m_call.result))
                                    ->message_type());
    }
    json responses() const {
        auto out = json::object();
        const auto add = [&](const char* status, const char* what) {
            out[status] = {{"description", what}, {"content", content(result())}};
        };
        add("200", "Done");
        if (m_call.endpoint == Endpoint::ApiSubmitJob) {
            add("201", "The job is new; 200: it had been submitted before, with this key");
        }
        for (const auto* status : {"401", "429"}) {
            out[status] = {{"$ref", "#/components/responses/NotSignedIn"}};
        }
        out["default"] = {{"$ref", "#/components/responses/Refused"}};
        return out;
    }
    // "$UUID" for "{uuid}".
    std::string example() const {
        std::string target;
        for (const char c : m_path) {
            target += c == '{' ? "$" : c == '}' ? "" : std::string(1, c);
        }
        for (const auto& name : m_variables) {
            auto shell = name;
            std::ranges::transform(shell, shell.begin(),
                [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
            target.replace(target.find("$" + name) + 1, name.size(), shell);
        }
        if (!m_isOne && !m_call.query.empty()) {
            target.append("?").append(m_call.query);
        }
        std::string out = "curl -sS";
        if (m_row.method != "GET") {
            out.append(" -X ").append(m_row.method);
        }
        out += R"( -H "Authorization: Bearer $TOKEN")";
        if (m_row.hasBody) {
            out += fmt::format(" -H 'Content-Type: application/json' -d '{}'", m_call.body);
        }
        return out + fmt::format(R"( "$MUSTER{}")", target);
    }

    const MusterCall& m_call;
    EndpointRow m_row;
    std::string_view m_path;
    Schemas& m_schemas;
    std::vector<std::string> m_variables;
    bool m_isOne; // of a list
};

} // namespace

std::string apiDocument() {
    Schemas schemas;
    auto paths = json::object();
    for (const auto& call : musterCalls()) {
        const auto row = rowOf(call.endpoint);
        for (const auto path : row.paths) {
            paths[std::string(path)][net::lowerAscii(row.method)]
                = Operation(call, path, schemas).describe();
        }
    }
    const json refused{{"type", "object"},
        {"properties", {{"error", schemas.refer(*muster::v1::Error::descriptor())}}}};
    const json responses{
        {"Refused",
            {{"description", "400, 403, 404, 409, 415, 500 or 503, as the error's kind says"},
                {"content", {{"application/json", {{"schema", refused}}}}}}},
        {"NotSignedIn",
            {{"description", "No token or a wrong one (401), or too many wrong passwords (429)"},
                {"content", {{"text/plain", {{"schema", {{"type", "string"}}}}}}}}}};
    const json schemes{{"token", {{"type", "http"}, {"scheme", "bearer"}}},
        {"password", {{"type", "http"}, {"scheme", "basic"}}}};
    const json document{{"openapi", "3.1.0"},
        {"info",
            {{"title", "Muster"}, {"version", MUSTER_VERSION}, {"description", kAbout},
                {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}},
        {"security", json::array({{{"token", json::array()}}, {{"password", json::array()}}})},
        {"paths", std::move(paths)},
        {"components",
            {{"schemas", schemas.take()}, {"securitySchemes", schemes},
                {"responses", responses}}}};
    return document.dump(2) + "\n";
}

} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/app_json.h"

#include <fmt/format.h>

#include "agentd/master/marathon/app_schema.h"
#include "agentd/master/marathon/app_spec.h"
#include "agentd/master/marathon/normal_form.h"
#include "agentd/master/marathon/task_payload.h"
#include "agentd/master/marathon/time_text.h"
#include "core/proto/launch_checks.h"
#include "core/proto/resources.h"

namespace muster::agentd::marathon {
namespace {

using services::AppId;
using services::AppSpec;

void resolveIds(Json& app, const AppId& group) {
    app["id"] = resolve(text(app, "id"), group).value;
    if (find(app, "dependencies") != nullptr) {
        for (auto& dependency : app["dependencies"]) {
            dependency = resolve(dependency.get<std::string>(), group).value;
        }
    }
}

// What conforms and is in the new spelling becomes an app.
std::optional<AppSpec> build(Json app, const AppSettings& settings, Defects& defects) {
    addDefaults(app, appSchema());
    complete(app, settings.role);
    addDefaults(app, appSchema()); // of what was completed
    checkAppId({text(app, "id")}, defects);
    checkApp(app, settings, defects);
    if (!defects.empty()) {
        return std::nullopt;
    }
    auto spec = specOf(std::move(app));
    if (spec.document.size() > kLargestApp) {
        defects.addValue("",
            fmt::format("The app has {} bytes, at most {} are allowed: put more into a file",
                spec.document.size(), kLargestApp));
    }
    mesos::v1::TaskInfo task;
    task.ParseFromString(spec.payload);
    proto::append(spec.resources, *task.mutable_resources()); // its limits are compared with them
    if (const auto flaw = proto::findDefect(task, proto::LaunchedBy::Launch); !flaw.text.empty()) {
        defects.addValue("", flaw.text);
    }
    return defects.empty() ? std::optional(std::move(spec)) : std::nullopt;
}

// The members that are given, conforming and in the new spelling; nothing where there are defects.
std::optional<Json> read(const Json& body, const AppId& group, Defects& defects) {
    auto out = conform(body, appSchema(), "", defects);
    if (!defects.empty()) {
        return std::nullopt;
    }
    resolveIds(out, group);
    translateOldSpellings(out, defects);
    return defects.empty() ? std::optional(std::move(out)) : std::nullopt;
}

Json documentOf(const AppSpec& spec) {
    auto out = Json::parse(spec.document);
    out["instances"] = spec.instances;
    return out;
}

std::optional<AppChange> rollBack(const Json& given, Defects& defects) {
    if (given.size() > 2) { // beside the id
        defects.addValue("", "The 'version' field may only be combined with the 'id' field.");
        return std::nullopt;
    }
    const auto version = instantOf(text(given, "version"));
    if (!version) {
        defects.addValue("/version", "error.expected.date");
        return std::nullopt;
    }
    return AppChange{{text(given, "id")}, *version};
}

std::optional<AppChange> change(const Json& body, const FindApp& existing, bool partial,
    const AppSettings& settings, Defects& defects) {
    auto given = read(body, kRoot, defects);
    if (!given) {
        return std::nullopt;
    }
    if (find(*given, "version") != nullptr) {
        return rollBack(*given, defects);
    }
    const AppId id{text(*given, "id")};
    const auto* before = existing(id);
    auto app = before != nullptr && partial ? documentOf(*before) : Json::object();
    app.update(*given);
    auto spec = build(std::move(app), settings, defects);
    return spec ? std::optional(AppChange{id, std::move(*spec)}) : std::nullopt;
}

} // namespace

OrRefusal<AppSpec> newApp(std::string_view body, const AppSettings& settings) {
    const auto json = parseJson(body, kLargestApp);
    if (!json) {
        return tl::unexpected(json.error());
    }
    Defects defects;
    auto spec = appOf(*json, kRoot, settings, "", defects);
    if (!spec) {
        return tl::unexpected(*defects.refusal());
    }
    return std::move(*spec);
}

OrRefusal<AppSpec> keptApp(std::string_view document) {
    const auto json = parseJson(document, kLargestBody);
    if (!json) {
        return tl::unexpected(json.error());
    }
    Defects defects;
    auto app = conform(*json, appSchema(), "", defects);
    if (auto refusal = defects.refusal()) {
        return tl::unexpected(std::move(*refusal));
    }
    addDefaults(app, appSchema());
    complete(app, text(app, "role"));
    addDefaults(app, appSchema());
    return specOf(std::move(app));
}

OrRefusal<AppChange> appChange(std::string_view body, const AppId& id, const FindApp& existing,
    bool partial, const AppSettings& settings) {
    auto json = parseJson(body, kLargestApp);
    if (!json) {
        return tl::unexpected(json.error());
    }
    if (json->is_object()) {
        (*json)["id"] = id.value;
    }
    Defects defects;
    auto out = change(*json, existing, partial, settings, defects);
    if (!out) {
        return tl::unexpected(*defects.refusal());
    }
    return std::move(*out);
}

OrRefusal<std::vector<AppChange>> appChanges(
    std::string_view body, const FindApp& existing, bool partial, const AppSettings& settings) {
    const auto json = parseJson(body, kLargestBody);
    if (!json) {
        return tl::unexpected(json.error());
    }
    Defects defects;
    std::vector<AppChange> out;
    if (!json->is_array()) {
        defects.addType("", "error.expected.jsarray");
    } else {
        for (std::size_t i = 0; i < json->size(); ++i) {
            Defects own;
            if (auto one = change((*json)[i], existing, partial, settings, own)) {
                out.push_back(std::move(*one));
            }
            defects.add(item("", i), own);
        }
    }
    if (auto refusal = defects.refusal()) {
        return tl::unexpected(std::move(*refusal));
    }
    return out;
}

std::optional<AppSpec> appOf(const Json& body, const AppId& group, const AppSettings& settings,
    const std::string& place, Defects& defects) {
    Defects own;
    std::optional<AppSpec> out;
    if (auto app = read(body, group, own)) {
        app->erase("version"); // of the answer to a GET
        out = build(std::move(*app), settings, own);
    }
    defects.add(place, own);
    return out;
}

} // namespace muster::agentd::marathon

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/marathon/group_json.h"

#include <algorithm>
#include <cmath>

#include "agentd/json_writer.h"
#include "agentd/master/marathon/app_json.h"
#include "agentd/master/marathon/app_schema.h"
#include "agentd/master/marathon/time_text.h"

namespace muster::agentd::marathon {
namespace {

using services::AppId;

// Its apps and groups are looked at one by one.
const Schema& groupSchema() {
    using Kind = Schema::Kind;
    const Schema path{.kind = Kind::Text, .least = 1, .most = 1024, .matches = isPathId};
    const Schema anything{.kind = Kind::List, .parts = {{}}};
    static const Schema schema
        = objectOf({{"apps", anything}, {"dependencies", {.kind = Kind::Set, .parts = {path}}},
            {"enforceRole", {.kind = Kind::Boolean}}, {"groups", anything}, {"id", path},
            {"pods", anything}, {"scaleBy", {.kind = Kind::Number, .most = 1e6}},
            {"version", {.kind = Kind::Text}}});
    return schema;
}

class Reader {
public:
    Reader(const AppSettings& settings, Defects& defects)
        : m_settings(settings), m_defects(defects) { }

    // As deep as parseJson allows.
    void read(const Json& body, const AppId& parent, const std::string& place) {
        const auto json = conform(body, groupSchema(), place, m_defects);
        if (!json.is_object()) {
            return;
        }
        if (const auto* pods = find(json, "pods"); pods != nullptr && !pods->empty()) {
            m_defects.addValue(member(place, "pods"), "Pods are not supported: use apps");
        }
        if (isTrue(json, "enforceRole")) {
            m_defects.addValue(member(place, "enforceRole"),
                "is not supported: all apps have the role of the master");
        }
        const auto id = resolve(text(json, "id"), parent);
        if (!services::covers(parent, id)) {
            m_defects.addValue(
                member(place, "id"), fmt::format("Identifier is not child of '{}'", parent.value));
            return;
        }
        if (!out.groups.emplace(id, groupOf(json, id)).second) {
            m_defects.addValue(member(place, "id"), "is there twice");
        }
        readApps(json, id, place);
        if (const auto* groups = find(json, "groups")) {
            for (std::size_t i = 0; i < groups->size(); ++i) {
                const auto inner = item(member(place, "groups"), i);
                if (!(*groups)[i].is_object() || find((*groups)[i], "id") == nullptr) {
                    m_defects.addType(member(inner, "id"), "error.path.missing");
                } else {
                    read((*groups)[i], id, inner);
                }
            }
        }
    }

    GroupContent out;

private:
    static Group groupOf(const Json& json, const AppId& id) {
        Group group;
        if (const auto* dependencies = find(json, "dependencies")) {
            for (const auto& dependency : *dependencies) {
                group.dependencies.insert(resolve(dependency.get<std::string>(), id));
            }
        }
        group.listsApps = find(json, "apps") != nullptr;
        group.listsGroups = find(json, "groups") != nullptr;
        return group;
    }

    void readApps(const Json& json, const AppId& group, const std::string& place) {
        const auto* apps = find(json, "apps");
        for (std::size_t i = 0; apps != nullptr && i < apps->size(); ++i) {
            const auto inner = item(member(place, "apps"), i);
            auto app = appOf((*apps)[i], group, m_settings, inner, m_defects);
            if (!app) {
                continue;
            }
            if (parentOf(app->id) != group) {
                m_defects.addValue(member(inner, "id"),
                    fmt::format("Identifier is not child of '{}'", group.value));
            } else if (!m_ids.insert(app->id).second) {
                m_defects.addValue(member(inner, "id"), "is there twice");
            }
            out.apps.push_back(std::move(*app));
        }
    }

    const AppSettings& m_settings;
    Defects& m_defects;
    std::set<AppId> m_ids;
};

// Whether the content keeps the app because it says nothing of where it is.
bool isPassedOver(const GroupContent& content, const AppId& app) {
    auto group = parentOf(app);
    auto known = content.groups.find(group);
    if (known != content.groups.end()) {
        return !known->second.listsApps;
    }
    while (known == content.groups.end() && group != kRoot) {
        group = parentOf(group);
        known = content.groups.find(group);
    }
    return known == content.groups.end() || !known->second.listsGroups;
}

struct Node {
    std::vector<const AppView*> apps;
    std::map<AppId, Node> groups;
};

// The tree below `top` of what is at these places.
class Tree {
public:
    explicit Tree(const AppId& top) : m_top(top) { }

    // No deeper than an id has names.
    Node& at(const AppId& group) {
        return group == m_top ? root : at(parentOf(group)).groups[group];
    }

    Node root;

private:
    AppId m_top;
};

class Writer {
public:
    Writer(const std::map<AppId, Group>& groups, services::Version version, const Embed& embed,
        Instant now, std::string& out)
        : m_groups(groups), m_version(isoTime(version)), m_embed(embed), m_now(now), m_out(out) { }

    void write(const AppId& id, const Node& node) {
        m_out += R"({"id":)";
        proto::appendQuoted(id.value, m_out);
        m_out += R"(,"apps":[)";
        for (const auto* view : node.apps) {
            m_out += view == node.apps.front() ? "" : ",";
            appendApp(*view, m_embed, m_now, m_out);
        }
        m_out += R"(],"groups":[)";
        bool first = true;
        for (const auto& [inner, content] : node.groups) {
            m_out += first ? "" : ",";
            first = false;
            write(inner, content);
        }
        m_out += R"(],"pods":[],)";
        addRest(id);
        m_out += '}';
    }

private:
    void addRest(const AppId& id) {
        const auto known = m_groups.find(id);
        const auto group = known == m_groups.end() ? Group{} : known->second;
        api::JsonWriter json(m_out);
        json.list("dependencies", [&] {
            for (const auto& dependency : group.dependencies) {
                json.value(dependency.value);
            }
        });
        json.member("version", m_version);
    }

    const std::map<AppId, Group>& m_groups;
    std::string m_version;
    const Embed& m_embed;
    Instant m_now;
    std::string& m_out;
};

} // namespace

OrRefusal<GroupChange> groupChange(
    std::string_view body, const AppId& id, const AppSettings& settings) {
    const auto parsed = parseJson(body, kLargestBody);
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    Defects defects;
    const auto json = conform(*parsed, groupSchema(), "", defects);
    if (auto refusal = defects.refusal()) {
        return tl::unexpected(std::move(*refusal));
    }
    GroupChange out{resolve(text(json, "id"), id), {}};
    if (const auto* factor = find(json, "scaleBy")) {
        out.to = ScaleBy{factor->get<double>()};
        return out;
    }
    if (const auto* version = find(json, "version")) {
        const auto at = instantOf(version->get<std::string>());
        if (!at) {
            defects.addValue("/version", "error.expected.date");
            return tl::unexpected(*defects.refusal());
        }
        out.to = *at;
        return out;
    }
    Reader reader(settings, defects);
    reader.read(*parsed, id, "");
    if (auto refusal = defects.refusal()) {
        return tl::unexpected(std::move(*refusal));
    }
    for (auto& app : reader.out.apps) {
        inheritDependencies(app, reader.out.groups);
    }
    out.to = std::move(reader.out);
    return out;
}

void inheritDependencies(services::AppSpec& app, const std::map<AppId, Group>& groups) {
    for (const auto& [id, group] : groups) {
        if (services::covers(id, app.id)) {
            app.dependencies.insert(group.dependencies.begin(), group.dependencies.end());
        }
    }
}

std::set<AppId> removedApps(const GroupContent& content, std::span<const AppId> existing) {
    std::set<AppId> kept;
    for (const auto& app : content.apps) {
        kept.insert(app.id);
    }
    std::set<AppId> out;
    for (const auto& app : existing) {
        if (!kept.contains(app) && !isPassedOver(content, app)) {
            out.insert(app);
        }
    }
    return out;
}

int scaledInstances(int instances, ScaleBy by) {
    constexpr double kMost = std::numeric_limits<int>::max();
    return static_cast<int>(std::clamp(std::ceil(instances * by.factor), 0.0, kMost));
}

std::string groupAnswer(const AppId& id, std::span<const AppView> views,
    const std::map<AppId, Group>& groups, services::Version version, const Embed& embed,
    Instant now) {
    Tree tree(id);
    for (const auto& [group, known] : groups) {
        if (services::covers(id, group)) {
            tree.at(group);
        }
    }
    for (const auto& view : views) {
        const auto group = parentOf(view.app.spec.id);
        if (services::covers(id, group)) {
            tree.at(group).apps.push_back(&view);
        }
    }
    std::string out;
    Writer(groups, version, embed, now, out).write(id, tree.root);
    return out;
}

} // namespace muster::agentd::marathon

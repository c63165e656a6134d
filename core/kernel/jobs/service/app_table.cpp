// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/app_table.h"

#include <iterator>
#include <utility>

namespace muster::services {
namespace {

bool differsInScaleOnly(AppSpec before, const AppSpec& after) {
    before.instances = after.instances;
    // The app's JSON says the number too.
    before.document = after.document;
    return before == after;
}

} // namespace

App& AppTable::recover(App app) {
    const auto id = app.spec.id;
    return m_apps.insert_or_assign(id, std::move(app)).first->second;
}

Revision AppTable::revise(AppSpec spec, Version version, bool restart) const {
    const auto* app = find(spec.id);
    Revision revision{std::move(spec), version, version};
    if (app && !app->removed && !restart && differsInScaleOnly(app->spec, revision.spec)) {
        const bool isScaled = app->spec.instances != revision.spec.instances;
        revision.configured = app->configured;
        revision.scaled = isScaled ? std::optional(version) : app->scaled;
    }
    return revision;
}

App& AppTable::put(const Revision& revision) {
    auto& app = m_apps[revision.spec.id];
    static_cast<Revision&>(app) = revision;
    app.removed = false;
    remember(app);
    return app;
}

App* AppTable::find(const AppId& id) {
    const auto found = m_apps.find(id);
    return found == m_apps.end() ? nullptr : &found->second;
}

const App* AppTable::find(const AppId& id) const {
    const auto found = m_apps.find(id);
    return found == m_apps.end() ? nullptr : &found->second;
}

std::set<std::string> AppTable::roles() const {
    std::set<std::string> out;
    for (const auto& [id, app] : m_apps) {
        out.insert(app.spec.role);
    }
    return out;
}

void AppTable::remember(App& app) const {
    app.versions.insert_or_assign(app.version, app.spec);
    // An app that was brought back may be older than all others.
    while (app.versions.size() > m_keepVersions) {
        const bool isOldest = app.versions.begin()->first == app.version;
        app.versions.erase(isOldest ? std::next(app.versions.begin()) : app.versions.begin());
    }
}

} // namespace muster::services

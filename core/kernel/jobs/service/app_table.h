// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>

#include "core/kernel/jobs/service/app.h"

namespace muster::services {

// Every app that is known, with its latest versions. Not thread-safe; an app stays where it is
// until it is forgotten.
class AppTable {
public:
    explicit AppTable(std::size_t keepVersions) : m_keepVersions(keepVersions) { }

    App& recover(App app);
    // What such a spec would make of the app: another configuration if more than the number of
    // instances differs, or `restart`.
    Revision revise(AppSpec spec, Version version, bool restart = false) const;
    App& put(const Revision& revision); // what is to be had now stays as it is
    void forget(const AppId& id) { m_apps.erase(id); }

    App* find(const AppId& id); // nullptr: not known
    const App* find(const AppId& id) const;
    App& at(const AppId& id) { return m_apps.at(id); } // REQUIRES: known
    const std::map<AppId, App>& all() const { return m_apps; }
    std::set<std::string> roles() const; // O(apps)

private:
    void remember(App& app) const;

    std::map<AppId, App> m_apps;
    std::size_t m_keepVersions;
};

} // namespace muster::services

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <QString>

#include "core/net/context.h"

namespace muster::console {

// A cluster that this user works with. Without a name: given on the command line, or by the
// environment, and nowhere kept.
struct Profile {
    QString name;
    net::Context context;
};

// The one that a link names: of this name, else the only one whose name differs from it in capital
// letters alone, which some programs change in links; else `name`.
QString linkedName(const net::Contexts& contexts, const QString& name);

// The user's contexts.toml, which the command line (`muster context`) reads and writes, too. Read
// anew before each change, so that neither loses what the other has written.
class ProfileStore {
public:
    explicit ProfileStore(std::filesystem::path file) : m_file(std::move(file)) { }

    Result<net::Contexts> read() const;
    Result<Profile> find(const QString& name) const;

    // Adds or replaces one; `former` is its name until now, if it had another. A token is moved
    // into a file of its own (0600) beside contexts.toml. The first one is the current one.
    Status put(const Profile& profile, const QString& former = {}) const;
    Status remove(const QString& name) const; // and the token file, if put() made it

private:
    std::filesystem::path tokenFile(const QString& name) const;

    std::filesystem::path m_file;
};

} // namespace muster::console

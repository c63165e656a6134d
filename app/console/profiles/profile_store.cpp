// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/profiles/profile_store.h"

#include <QStringList>
#include <QUrl>

#include "core/net/private_file.h"
#include "widgets/models/text.h"

namespace muster::console {

QString linkedName(const net::Contexts& contexts, const QString& name) {
    if (contexts.find(name.toStdString()) != nullptr) {
        return name;
    }
    QStringList alike;
    for (const auto& [known, context] : contexts.all) {
        if (models::text(known).compare(name, Qt::CaseInsensitive) == 0) {
            alike << models::text(known);
        }
    }
    return alike.size() == 1 ? alike.first() : name;
}

Result<net::Contexts> ProfileStore::read() const {
    return net::readContexts(m_file);
}

Result<Profile> ProfileStore::find(const QString& name) const {
    const auto contexts = read();
    if (!contexts) {
        return tl::unexpected(contexts.error());
    }
    const auto* context = contexts->find(name.toStdString());
    if (context == nullptr) {
        return failure(fmt::format("No context '{}' in contexts.toml", name.toStdString()),
            Error::Kind::NotFound);
    }
    return Profile{name, *context};
}

std::filesystem::path ProfileStore::tokenFile(const QString& name) const {
    const QByteArray file = QUrl::toPercentEncoding(name) + ".token";
    return m_file.parent_path() / file.toStdString();
}

Status ProfileStore::put(const Profile& profile, const QString& former) const {
    auto contexts = read();
    if (!contexts) {
        return tl::unexpected(contexts.error());
    }
    auto context = profile.context;
    const auto ownFile = tokenFile(profile.name);
    const bool renamed = !former.isEmpty() && former != profile.name;
    if (!context.token.empty()) {
        if (auto written = net::writePrivateFile(ownFile, context.token + "\n"); !written) {
            return written;
        }
        context.tokenFile = ownFile.string();
        context.token.clear();
    } else if (renamed && context.tokenFile == tokenFile(former).string()) {
        std::error_code failed;
        std::filesystem::rename(context.tokenFile, ownFile, failed);
        if (failed) {
            return failure(
                fmt::format("{} cannot be renamed: {}", context.tokenFile, failed.message()));
        }
        context.tokenFile = ownFile.string();
    }
    const auto name = profile.name.toStdString();
    contexts->all[name] = context;
    if (renamed) {
        contexts->all.erase(former.toStdString());
    }
    if (contexts->find(contexts->current) == nullptr) {
        contexts->current = name;
    }
    return net::writeContexts(m_file, *contexts);
}

Status ProfileStore::remove(const QString& name) const {
    auto contexts = read();
    if (!contexts) {
        return tl::unexpected(contexts.error());
    }
    const auto found = contexts->all.find(name.toStdString());
    if (found == contexts->all.end()) {
        return {};
    }
    const bool ownToken = found->second.tokenFile == tokenFile(name).string();
    contexts->all.erase(found);
    if (contexts->find(contexts->current) == nullptr) {
        contexts->current = contexts->all.empty() ? std::string() : contexts->all.begin()->first;
    }
    auto written = net::writeContexts(m_file, *contexts);
    if (written && ownToken) {
        std::error_code ignored; // it may be gone already
        std::filesystem::remove(tokenFile(name), ignored);
    }
    return written;
}

} // namespace muster::console

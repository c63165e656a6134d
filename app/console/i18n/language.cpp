// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/i18n/language.h"

#include <memory>
#include <vector>

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QTranslator>

// They lie in a static library, which loads them only when told to.
static void loadResources() {
    static const bool loaded = [] {
        Q_INIT_RESOURCE(translations);
        return true;
    }();
    Q_UNUSED(loaded)
}

namespace muster::console {

namespace {

const auto kFolder = QStringLiteral(":/translations");
const auto kPrefix = QStringLiteral("muster_");

std::unique_ptr<QTranslator> loaded(const QString& file, const QString& folder) {
    auto translator = std::make_unique<QTranslator>();
    return translator->load(file, folder) ? std::move(translator) : nullptr;
}

} // namespace

QStringList languages() {
    loadResources();
    QStringList found;
    for (const auto& file : QDir(kFolder).entryList({kPrefix + QStringLiteral("*.qm")})) {
        found << file.mid(kPrefix.size()).chopped(3);
    }
    return found;
}

QString languageName(const QString& language) {
    return QLocale(language).nativeLanguageName();
}

QString languageFor(const QLocale& locale) {
    const auto known = languages();
    if (known.contains(locale.name())) {
        return locale.name();
    }
    const auto alone = locale.name().section(QLatin1Char('_'), 0, 0);
    for (const auto& language : known) {
        if (language == alone
            || (alone == QLatin1String("zh") && language == QLatin1String("zh_CN"))) {
            return language;
        }
    }
    return QStringLiteral("en");
}

void useLanguage(const QString& language) {
    loadResources();
    static std::vector<std::unique_ptr<QTranslator>> installed;
    installed.clear(); // which takes them out of the application
    const auto install = [](std::unique_ptr<QTranslator> translator) {
        if (translator) {
            QCoreApplication::installTranslator(translator.get());
            installed.push_back(std::move(translator));
        }
    };
    install(loaded(QStringLiteral("qtbase_") + language,
        QLibraryInfo::location(QLibraryInfo::TranslationsPath)));
    install(loaded(kPrefix + language, kFolder));
    QLocale::setDefault(QLocale(language));
}

} // namespace muster::console

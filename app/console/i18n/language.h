// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

namespace muster::console {

// The languages whose translations are compiled in, by the names of their locales ("en", "it",
// "zh_CN").
QStringList languages();
QString languageName(const QString& language); // in itself: "italiano"

// Which of them serves the locale best: "it" for it_CH. "en" if none does.
QString languageFor(const QLocale& locale);

// From now on what is made anew speaks that language, Qt's own dialogs too; numbers and dates
// follow. GUI thread, with an application. A language that there is not is English.
void useLanguage(const QString& language);

} // namespace muster::console

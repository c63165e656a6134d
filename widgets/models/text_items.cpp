// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/text_items.h"

#include <QStringList>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

const auto kOpen = QStringLiteral("$'");

bool isQuoted(const QString& line) {
    return line.size() > 2 && line.startsWith(kOpen) && line.endsWith(QLatin1Char('\''));
}

QString lineOf(const QString& item) {
    const bool plain = !item.trimmed().isEmpty() && item.trimmed() == item
        && !item.contains(QLatin1Char('\n')) && !item.startsWith(kOpen);
    if (plain) {
        return item;
    }
    auto inner = item;
    inner.replace(QLatin1Char('\\'), QStringLiteral("\\\\"));
    inner.replace(QLatin1Char('\n'), QStringLiteral("\\n"));
    return QStringLiteral("$'%1'").arg(inner);
}

QString itemOf(const QString& line) {
    if (!isQuoted(line)) {
        return line;
    }
    QString out;
    for (int at = 2; at < line.size() - 1; ++at) {
        const bool escape = line[at] == QLatin1Char('\\') && at + 1 < line.size() - 1;
        const auto c = line[escape ? ++at : at];
        out += escape && c == QLatin1Char('n') ? QLatin1Char('\n') : c;
    }
    return out;
}

} // namespace

QString linesOf(const spec::Texts& items) {
    QStringList lines;
    for (const auto& item : items) {
        lines << lineOf(text(item));
    }
    return lines.join(QLatin1Char('\n'));
}

spec::Texts itemsOf(const QString& lines) {
    spec::Texts items;
    for (const auto& line : lines.split(QLatin1Char('\n'))) {
        if (const auto words = line.trimmed(); !words.isEmpty()) {
            items.push_back(itemOf(words).toStdString());
        }
    }
    return items;
}

} // namespace muster::models

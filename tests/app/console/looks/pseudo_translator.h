// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTranslator>

namespace muster::test {

// A language that there is not: every word 40 % longer and in brackets, so that what has no room,
// and what was never given to translators, is found.
class PseudoTranslator : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* source, const char*, int count) const override {
        auto text = QString::fromUtf8(source);
        if (text.isEmpty()) {
            return text;
        }
        if (count >= 0) {
            text.replace(QStringLiteral("%n"), QString::number(count));
        }
        const int more = (text.size() * 4 + 9) / 10 - 2;
        return QLatin1Char('[') + text + QString(std::max(0, more), QLatin1Char('~'))
            + QLatin1Char(']');
    }
};

} // namespace muster::test

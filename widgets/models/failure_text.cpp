// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/failure_text.h"

#include <QCoreApplication>

#include "core/proto/failure_card.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

// Causes and hints are of the card's own table, or of those of states and reasons.
QString translated(std::string_view words) {
    const std::string source(words);
    const auto own = QCoreApplication::translate("Failure", source.c_str());
    return own == text(source) ? QCoreApplication::translate("Wording", source.c_str()) : own;
}

} // namespace

FailureText failureText(const v1::Task& task) {
    FailureText lines;
    for (const auto& line : proto::failureCard(task)) {
        lines.emplace_back(
            translated(line.label), line.words.empty() ? text(line.text) : translated(line.words));
    }
    return lines;
}

} // namespace muster::models

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/spec/job_text.h"

namespace muster::models {

// A list of texts in a field of lines, one a line. A text that a line cannot hold (an empty one,
// one with a line break) is written as bash does: $'a\nb'. Empty lines are nothing.
QString linesOf(const spec::Texts& items);
spec::Texts itemsOf(const QString& lines);

} // namespace muster::models

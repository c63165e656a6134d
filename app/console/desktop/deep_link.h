// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "core/kernel/base/result.h"

namespace muster::console {

// What a link points at: "muster://lab/jobs/job-42" is the job of the cluster whose profile is
// "lab", "muster:///gpus" the page of the cluster that is open. Comes from anywhere: nothing in it
// is trusted.
struct DeepLink {
    QString profile; // as it is written, which programs may have changed to small letters; or empty
    QString page; // "jobs": a page's name
    QString object; // may be empty

    static Result<DeepLink> parse(const QString& text); // an error says what is wrong with it
    QString text() const;
};

} // namespace muster::console

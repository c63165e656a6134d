// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include <QString>

#include "core/proto/muster/v1/view.pb.h"

namespace muster::models {

// Why a task ended, label and text of each line, in the console's language: proto::failureCard().
// Empty: it lives, or ended well.
using FailureText = std::vector<std::pair<QString, QString>>;
FailureText failureText(const v1::Task& task);

} // namespace muster::models

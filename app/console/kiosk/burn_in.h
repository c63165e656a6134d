// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPoint>

namespace muster::console {

inline constexpr int kBurnInSide = 8; // px: the most that a picture is shifted either way

// Where a wall's picture lies in the given minute, so that no line of it stays on the same pixels:
// 2 px further each minute, once around a square.
QPoint burnInShift(qint64 minute);

} // namespace muster::console

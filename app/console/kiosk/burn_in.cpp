// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/burn_in.h"

namespace muster::console {

QPoint burnInShift(qint64 minute) {
    constexpr int kStep = 2;
    constexpr int kSteps = kBurnInSide / kStep; // of a side
    const int place = static_cast<int>(minute % (4 * kSteps));
    const int along = place % kSteps * kStep;
    switch (place / kSteps) {
    case 0:
        return {along, 0};
    case 1:
        return {kBurnInSide, along};
    case 2:
        return {kBurnInSide - along, kBurnInSide};
    default:
        return {0, kBurnInSide - along};
    }
}

} // namespace muster::console

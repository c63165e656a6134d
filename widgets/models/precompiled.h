// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the console's models include beyond cmake/precompiled.h.
#include <QtCore>

#include "core/proto/precompiled.h"

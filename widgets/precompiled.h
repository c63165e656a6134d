// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the console's sources include beyond cmake/precompiled.h.
#include <QtCore>
#include <QtGui>
#include <QtWidgets>

#include "core/proto/precompiled.h"

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cmake/precompiled.h"

#include <gtest/gtest.h>

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What sources that speak Muster's wire include beyond cmake/precompiled.h.
#include "core/proto/mesos/v1/mesos.pb.h"
#include "core/proto/muster/v1/agent.pb.h"
#include "core/proto/muster/v1/console.pb.h"
#include "core/proto/muster/v1/view.pb.h"

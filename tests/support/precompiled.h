// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What end-to-end tests include beyond cmake/precompiled_tests.h.
#include <nlohmann/json.hpp>

#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/mesos/v1/executor/executor.pb.h"
#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/precompiled.h"

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the daemon's sources include beyond cmake/precompiled.h.
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/mesos/v1/executor/executor.pb.h"
#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/muster/v1/agent.pb.h"
#include "core/proto/muster/v1/console.pb.h"

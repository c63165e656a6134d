// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/kernel/base/metric.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"

// The defaults that a flag shares with the options of the part that it sets. Each stands here and
// nowhere else: both structs start from it, and --help prints it. Mesos' values where Mesos has the
// flag.
namespace muster::defaults {

// Master
inline constexpr bool kFilterGpuResources = true;
inline constexpr const char* kMinAllocatable = "cpus:0.01|mem:32";
inline constexpr std::int64_t kRegexMemory = 4096; // bytes
inline constexpr std::int64_t kRegexProgramSize = 100;
inline constexpr std::int64_t kMaxCompletedFrameworks = 50;
inline constexpr std::int64_t kMaxCompletedTasks = 1000; // of each framework
inline constexpr std::int64_t kMaxCompletedJobs = 10000;
inline constexpr Duration kAgentPingTimeout = std::chrono::seconds(15);
inline constexpr std::int64_t kMaxAgentPingTimeouts = 5;
inline constexpr MetricValue kAlertTemperature = 80; // °C
inline constexpr Duration kAlertIdleHold = std::chrono::minutes(30);
inline constexpr Duration kAlertQueueTime = std::chrono::hours(1);

// Agent
inline constexpr Duration kExecutorRegistrationTimeout = std::chrono::minutes(1);
inline constexpr Duration kExecutorReregistrationTimeout = std::chrono::seconds(2);
inline constexpr Duration kExecutorShutdownGracePeriod = std::chrono::seconds(5);
inline constexpr Duration kSampleInterval = std::chrono::seconds(1);
inline constexpr Duration kGpuStartTimeout = std::chrono::minutes(1);
inline constexpr Bytes kMaxLogSize = Bytes::mebi(64);
inline constexpr std::int64_t kMaxLogFiles = 4;
inline constexpr Duration kGcDelay = std::chrono::weeks(1);
inline constexpr double kGcDiskHeadroom = 0.1; // a share
inline constexpr Duration kDiskWatchInterval = std::chrono::minutes(1);
inline constexpr Bytes kFetcherCacheSize = Bytes::mebi(2048);
inline constexpr Bytes kMaxFetchSize = Bytes::mebi(10 * 1024);
inline constexpr Bytes kTaskMemory = Bytes::mebi(128);
inline constexpr std::int64_t kMaxImagePulls = 4;
inline constexpr Duration kImageMaxAge = std::chrono::weeks(2);
inline constexpr Bytes kImageDiskBudget = Bytes::mebi(100 * 1024);

} // namespace muster::defaults

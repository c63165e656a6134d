// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/proto/muster/v1/console.pb.h"

namespace muster::test {

// A big cluster, the same at every call: 8 GPUs a node ("node17"), uuids "GPU-0", "GPU-1", ...;
// tasks "task-0", "task-1", ... of framework "F", of users "user0" to "user39", one in ten failed.
v1::Snapshot manyGpus(int count);
v1::Snapshot manyTasks(int count);
v1::Task manyTask(int number, const char* state);

// The batch-th 250 ms of a busy cluster: of `count` tasks, 1 % a second start or end.
v1::Delta busyTasks(int batch, int count);

} // namespace muster::test

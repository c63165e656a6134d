// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/proto/mesos/v1/mesos.pb.h"
#include "core/spec/job_text.h"

namespace muster::spec {

// Each adds one text that people wrote, in `docker run`'s forms, to the container. false: it cannot
// be read; nothing was added then.
bool addTmpfs(mesos::v1::ContainerInfo& container, const std::string& text);
bool addVolume(mesos::v1::ContainerInfo& container, const std::string& text);
bool addUlimit(mesos::v1::ContainerInfo& container, const std::string& text);
bool setSharedMemory(mesos::v1::ContainerInfo& container, const std::string& text);
// ALL: each that there is; of the added ones not those that were dropped before.
bool dropCapability(mesos::v1::ContainerInfo& container, const std::string& name);
bool addCapability(mesos::v1::ContainerInfo& container, const std::string& name);

// The container in these words again.
void writeContainer(const mesos::v1::ContainerInfo& container, JobText& out);

} // namespace muster::spec

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/metric.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::columns {

// What a row is told of the others that it names: the command line and the console keep the cluster
// each in its own way. Null, kUnknown: not known.
class Cluster {
public:
    virtual const v1::Agent* agent(const std::string& id) const = 0;
    virtual const v1::Gpu* gpu(const std::string& uuid) const = 0;
    virtual const v1::Framework* framework(const std::string& id) const = 0;
    virtual const v1::Task* taskOf(const v1::Gpu& gpu) const = 0;
    // The newest sample; none of a GPU whose node is not live (core/proto/live_row.h).
    virtual MetricValue value(const std::string& gpu, Metric metric) const = 0;

    // The node's name; its id as long as the name is not known.
    std::string node(const std::string& agentId) const;

protected:
    ~Cluster() = default;
};

} // namespace muster::columns

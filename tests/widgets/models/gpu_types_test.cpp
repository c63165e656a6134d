// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/gpu_types.h"

#include <gtest/gtest.h>

#include "tests/support/bundle.h"
#include "tests/widgets/draw.h"
#include "widgets/models/cluster_state.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

TEST(GpuTypes, CountWhatIsFreeOfEach) {
    ClusterState state;
    auto snapshot
        = draw("node1: a1 free, a2 allocated / node2: b1 free, b2 restricted / node3: c1 free");
    for (auto& agent : *snapshot.mutable_rows()->mutable_agents()) {
        *agent.mutable_attributes()
            = test::attributes(agent.hostname() == "node3" ? "rack:a" : "rack:a;gpu:K40");
    }
    state.apply(snapshot);
    EXPECT_EQ(gpuTypes(state), (std::vector<GpuType>{{QStringLiteral("K40"), 2, 4}}))
        << "a machine without the attribute is of no type";
    EXPECT_TRUE(gpuTypes(ClusterState()).empty());
}

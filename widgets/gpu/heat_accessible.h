// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace muster::widgets {

// From now on a HeatMap is a table to screen readers: a row for each node, a cell for each GPU with
// its name ("node7 GPU 3"), its value ("62 %"), all its facts as the description, and an action
// that opens it. Its children are the GPUs that there are, node by node; where a node has fewer
// GPUs than others there is no cell.
void installHeatAccessible();

} // namespace muster::widgets

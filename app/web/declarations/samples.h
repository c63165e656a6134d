// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace muster::web {

// Rows of every kind in the JSON of the wire, and what each column of core/columns says of them, so
// that a test of the page can compare its own columns:
//     {"snapshot": Snapshot, "gpus": [{"row": Gpu, "cells": {"uuid": {"value": "GPU-a",
//         "text": "GPU-a"}, ...}}, ...], "nodes": [...], ...}
// A value is a text, a number, a flag, a list of texts, or null: unknown. `total` and `tip` are
// there where the column has them. GPUs, nodes and jobs have "state", the word and mark that the
// desktop console shows: {"word": "No data since %1", "mark": "lost"}. Rows of usage have the sum
// of all beside them, "total".
std::string samples();

} // namespace muster::web

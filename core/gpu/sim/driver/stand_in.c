// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Stands in for a library of the NVIDIA driver that only has to be there.
__attribute__((visibility("default"))) const char musterStandIn[] = "muster-sim-driver";

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/mesos/v1/master/master.pb.h"

#include "tests/fuzz/call.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    return muster::fuzz::feedCall<mesos::v1::master::Call>(data, size, [](const auto&) {});
}

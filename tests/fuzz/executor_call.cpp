// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/executor.h"

#include "tests/fuzz/call.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    return muster::fuzz::feedCall<mesos::v1::executor::Call>(
        data, size, [](const auto& call) { (void)muster::proto::fromProto(call, {"c"}); });
}

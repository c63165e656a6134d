// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/answer.h"

namespace muster::sim {
namespace {

constexpr double kMebibyte = 1 << 20;

// As with real boards: the call came with Maxwell, the counters with Hopper.
constexpr int kMaxwell = 5;
constexpr int kHopper = 9;

bool isAtLeast(const Gpu& gpu, int generation, bool unlessTold) {
    return gpu.capability ? gpu.capability->first >= generation : unlessTold;
}

struct Source {
    double mebibytes = 0; // a second
    double unit = 1; // bytes
};

std::optional<Source> sourceOf(const Moment& moment, const FieldValue& field) {
    const auto load = moment.load();
    const bool counters = isAtLeast(*moment.gpu, kHopper, false);
    const bool links = haveLinks(*moment.gpu) && field.scopeId == kAllNvLinks;
    switch (field.fieldId) {
    case FieldPcieReceived:
        return counters ? std::optional(Source{load.pcieReceived}) : std::nullopt;
    case FieldPcieSent:
        return counters ? std::optional(Source{load.pcieSent}) : std::nullopt;
    case FieldNvLinkReceived:
        return links ? std::optional(Source{load.nvlinkReceived, 1024}) : std::nullopt;
    case FieldNvLinkSent:
        return links ? std::optional(Source{load.nvlinkSent, 1024}) : std::nullopt;
    default:
        return std::nullopt;
    }
}

void answerField(const Moment& moment, FieldValue& field) {
    const auto source = sourceOf(moment, field);
    if (!source) {
        field.nvmlReturn = NotSupported;
        return;
    }
    const auto counted = simulator().count(
        moment.index, field.fieldId, source->mebibytes * kMebibyte / source->unit);
    field.nvmlReturn = Success;
    field.latencyMicroseconds = 0;
    put(moment, &field.timestamp, counted.at);
    put(moment, &field.valueType, U32{ValueU64});
    put(moment, &field.value, static_cast<U64>(counted.count));
}

} // namespace
} // namespace muster::sim

using namespace muster::sim;

MUSTER_NVML nvmlDeviceGetFieldValues(Device device, int count, FieldValue* fields) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        if (fields == nullptr || count < 1) {
            return InvalidArgument;
        }
        for (int i = 0; i < count; ++i) {
            answerField(moment, fields[i]);
        }
        return Success;
    });
}

MUSTER_NVML nvmlDeviceGetPcieThroughput(Device device, int counter, U32* out) {
    return simulator().device(__func__, device, [=](const Moment& moment) -> int {
        if (!isAtLeast(*moment.gpu, kMaxwell, true)) {
            return NotSupported;
        }
        const auto load = moment.load();
        const auto mebibytes = counter == PcieSent ? load.pcieSent : load.pcieReceived;
        return put(moment, out, static_cast<U32>(mebibytes * 1024));
    });
}

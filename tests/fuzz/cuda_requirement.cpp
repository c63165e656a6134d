// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/requirement.h"

#include "tests/fuzz/check.h"

// An image's requirement; for a driver of which nothing is known, no version can be too old.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster::container::driver;
    const std::string text(muster::fuzz::textOf(data, size));
    const ImageFacts image{{{"NVIDIA_REQUIRE_CUDA", text}}, {}, {}};
    const auto held = checkRequirements(image, {"390.30", "9.1", {{"5.2", "tesla"}}});
    const auto unknown = checkRequirements(image, {});
    const auto isMalformed = [](const auto& result) {
        return !result && result.error().kind == muster::Error::Kind::Invalid;
    };
    muster::fuzz::check(isMalformed(held) == isMalformed(unknown),
        "what can be read does not depend on the driver");
    muster::fuzz::check(isMalformed(unknown) || unknown.has_value(),
        "an unknown driver refuses nothing that can be read");
    (void)checkRequirements(
        {{{"CUDA_VERSION", text}}, {{"com.nvidia.cuda.version", text}}, {}}, {"390.30", "9.1", {}});
    (void)driverRequestOf({{{"NVIDIA_DRIVER_CAPABILITIES", text}}, {}, {}}, 1);
    return 0;
}

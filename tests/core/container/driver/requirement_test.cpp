// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include <gtest/gtest.h>

#include "core/container/driver/requirement.h"

namespace muster::container::driver {
namespace {

const DriverFacts tesla{"390.30", "9.1", {{"5.2", "tesla"}}};

// The message of a refusal; "" if the requirement holds.
std::string refused(const Pairs& environment, const DriverFacts& driver = tesla) {
    const auto result = checkRequirements({environment, {}, {}}, driver);
    return result ? std::string() : result.error().message;
}

std::string refusalOf(const std::string& requirement, const DriverFacts& driver = tesla) {
    return refused({{"NVIDIA_REQUIRE_CUDA", requirement}}, driver);
}

TEST(Requirement, HoldsOrNotByItsOperation) {
    for (const char* holds : {"cuda>=9.1", "cuda>9.0", "cuda=9.1", "cuda<=9.1", "cuda<9.2",
             "cuda!=9.0", "cuda>=9", "cuda>=9.1.0.0", "driver>=390.30", "driver<390.31", "arch>=5",
             "brand=tesla", "brand!=geforce"})
        EXPECT_EQ(refusalOf(holds), "") << holds;
    for (const char* broken :
        {"cuda>=9.2", "cuda>9.1", "cuda=9.0", "cuda<=9.0", "cuda<9.1", "cuda!=9.1", "cuda>=10",
            "driver>=390.31", "driver<390", "arch>5.2", "brand=geforce", "brand!=tesla"})
        EXPECT_TRUE(
            refusalOf(broken).starts_with(fmt::format("unsatisfied condition: {} ", broken)))
            << broken;
}

TEST(Requirement, ComparesNumbersAndNotText) {
    EXPECT_EQ(refusalOf("driver>=9.4"), "");
    EXPECT_EQ(refusalOf("cuda<10.0"), "");
}

TEST(Requirement, IsRefusedWithBothVersionsAndTheRemedy) {
    const auto result = checkRequirements({{{"NVIDIA_REQUIRE_CUDA", "cuda>=12.0"}}, {}, {}}, tesla);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, Error::Kind::Conflict);
    EXPECT_EQ(result.error().message,
        "unsatisfied condition: cuda>=12.0 (driver 390.30 serves CUDA 9.1); use an image for CUDA "
        "9.1 or older, or update the driver");
    EXPECT_EQ(refusalOf("driver>=396.26"),
        "unsatisfied condition: driver>=396.26 (driver 390.30); update the driver or use an older "
        "image");
}

TEST(Requirement, TakesBlankAsOrAndCommaAsAnd) {
    EXPECT_EQ(refusalOf("cuda>=12.0 driver>=390"), "");
    EXPECT_NE(refusalOf("cuda>=9.0,driver>=400"), "");
    EXPECT_EQ(refusalOf("cuda>=12.0 brand=tesla,driver>=384,driver<391"), "");
    EXPECT_EQ(refusalOf("cuda>=12.0 brand=tesla,driver>=470,driver<471 brand=unknown,driver>=470"),
        "unsatisfied condition: cuda>=12.0 and none of 2 alternatives (driver 390.30 serves CUDA "
        "9.1); use an image for CUDA 9.1 or older, or update the driver");
    EXPECT_EQ(refusalOf("  cuda>=9.0  "), "");
    EXPECT_EQ(refusalOf(""), "");
}

TEST(Requirement, OfEachVariableHasToHold) {
    EXPECT_EQ(
        refused({{"NVIDIA_REQUIRE_CUDA", "cuda>=9.0"}, {"NVIDIA_REQUIRE_ARCH", "arch>=3.0"}}), "");
    EXPECT_NE(
        refused({{"NVIDIA_REQUIRE_CUDA", "cuda>=9.0"}, {"NVIDIA_REQUIRE_ARCH", "arch>=7.0"}}), "");
    EXPECT_EQ(refused({{"NVIDIA_REQUIRE_JETPACK", "csv-mounts=all"},
                  {"NVIDIA_REQUIRE_JETPACK_HOST_MOUNTS", "base-only"}}),
        "");
}

TEST(Requirement, HasToHoldForEachGrantedGpu) {
    const DriverFacts mixed{"550.54.14", "12.4", {{"9.0", "tesla"}, {"7.0", "geforce"}}};
    EXPECT_EQ(refusalOf("arch>=7.0", mixed), "");
    EXPECT_EQ(refusalOf("arch>=8.0", mixed),
        "unsatisfied condition: arch>=8.0 (a granted GPU has compute capability 7.0); use other "
        "GPUs or another image");
    EXPECT_EQ(refusalOf("brand=tesla brand=geforce", mixed), "");
    EXPECT_NE(refusalOf("brand=tesla", mixed), "");
}

TEST(Requirement, SkipsWhatNobodyKnows) {
    EXPECT_EQ(refusalOf("flavour=vanilla"), "");
    EXPECT_EQ(refusalOf("cuda>=12.0 flavour=vanilla"), "");
    EXPECT_EQ(refusalOf("cuda>=99,driver>=999,arch>=99,brand=none", DriverFacts()), "");
}

TEST(Requirement, IsTurnedOffByItsVariable) {
    for (const char* value : {"1", "true"})
        EXPECT_EQ(
            refused({{"NVIDIA_REQUIRE_CUDA", "cuda>=99"}, {"NVIDIA_DISABLE_REQUIRE", value}}), "");
    EXPECT_NE(refused({{"NVIDIA_REQUIRE_CUDA", "cuda>=99"}, {"NVIDIA_DISABLE_REQUIRE", "0"}}), "");
}

TEST(Requirement, OfAnOldImageFollowsFromItsCudaVersion) {
    EXPECT_EQ(refused({{"CUDA_VERSION", "9.1.85"}}), "");
    EXPECT_EQ(refused({{"CUDA_VERSION", "9.2.148"}}),
        "unsatisfied condition: cuda>=9.2 (driver 390.30 serves CUDA 9.1); use an image for CUDA "
        "9.1 or older, or update the driver");
    EXPECT_EQ(refused({{"CUDA_VERSION", "9.2.148"}, {"NVIDIA_REQUIRE_CUDA", "cuda>=9.0"}}), "");
    EXPECT_EQ(refused({{"CUDA_VERSION", "the newest"}}), "");
}

TEST(Requirement, OfNvidiaDockersLabelHasItsText) {
    const auto check = [](const std::string& label, const std::string& cuda) {
        const auto result = checkRequirements(
            {{}, {{"com.nvidia.cuda.version", label}}, {}}, {"375.26", cuda, {}});
        return result ? std::string() : result.error().message;
    };
    EXPECT_EQ(check("9.0", "8.0"), "unsupported CUDA version: driver 8.0 < image 9.0");
    EXPECT_EQ(check("8.0", "8.0"), "");
    EXPECT_EQ(check("8.0.61", "8.0"), "");
    EXPECT_EQ(check("10.0", "9.1"), "unsupported CUDA version: driver 9.1 < image 10.0");
    EXPECT_EQ(check("9.0", ""), "");
}

TEST(Requirement, LetsTheTaskOverrideTheImage) {
    EXPECT_TRUE(checkRequirements(
        {{{"NVIDIA_REQUIRE_CUDA", "cuda>=99"}}, {}, {{"NVIDIA_REQUIRE_CUDA", "cuda>=9"}}}, tesla));
}

TEST(Requirement, ThatCannotBeReadIsRefused) {
    for (const char* text : {"cuda", "cuda>=", ">=9.0", "cuda>=9.x", "cuda>=9..0", "cuda=>9",
             "cuda>=1.2.3.4.5", "cuda>=99999999999999999999", "cuda!9", "brand>tesla",
             "brand=", "cuda>=-1", "cuda>= 9.0"})
        EXPECT_NE(refusalOf(text).find("NVIDIA_REQUIRE_CUDA: requirement '"), std::string::npos)
            << text;
}

TEST(Requirement, CostsLittleHoweverLong) {
    const DriverFacts eight{"390.30", "9.1", std::vector<GpuFacts>(8, {"5.2", "tesla"})};
    std::string longest;
    while (longest.size() < 4080)
        longest += "cuda>9.1 ";
    Pairs many;
    for (int i = 0; i < 64; ++i)
        many.emplace_back(fmt::format("NVIDIA_REQUIRE_{}", i), longest + "cuda>=9");
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(refused(many, eight), "");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));

    many.emplace_back("NVIDIA_REQUIRE_MORE", "cuda>=9");
    EXPECT_EQ(refused(many), "The image has more than 64 variables NVIDIA_REQUIRE_*");
    EXPECT_EQ(
        refusalOf(std::string(4097, ' ')), "NVIDIA_REQUIRE_CUDA has 4097 bytes, 4096 are allowed");
}

TEST(CudaNumber, OfNvmlIsText) {
    EXPECT_EQ(DriverFacts::cudaText(12040), "12.4");
    EXPECT_EQ(DriverFacts::cudaText(9010), "9.1");
    EXPECT_EQ(DriverFacts::cudaText(0), "");
}

} // namespace
} // namespace muster::container::driver

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/resource_text.h"

#include <gtest/gtest.h>

#include "core/spec/job_file.h"
#include "core/spec/sizes.h"

namespace muster::spec {
namespace {

std::string resourcesRefusal(const std::string& text) {
    const auto read = parseResources(text);
    return read ? "accepted" : read.error().message;
}

TEST(ResourceText, RefusesASlipOfThePenWithWhatWasMeant) {
    EXPECT_EQ(resourcesRefusal("cpus:1;mem:64;gpu:2"),
        "Invalid resources: 'gpu' is not known: did you mean 'gpus'?");
    EXPECT_EQ(resourcesRefusal("memory:64"),
        "Invalid resources: 'memory' is not known: did you mean 'mem'?");
    const std::vector<std::pair<const char*, const char*>> table{{"gpu", "gpus"}, {"GPUs", "gpus"},
        {"gpuss", "gpus"}, {"gups", "gpus"}, {"nvidia.com/gpu", "gpus"}, {"cpu", "cpus"},
        {"CPUS", "cpus"}, {"vcpus", "cpus"}, {"cores", "cpus"}, {"Memory", "mem"}, {"RAM", "mem"},
        {"disks", "disk"}, {"storage", "disk"}, {"port", "ports"}};
    for (const auto& [typed, meant] : table)
        EXPECT_EQ(meantResource(typed), meant) << typed;
}

TEST(ResourceText, LeavesAgentsTheirOwnNames) {
    EXPECT_EQ(resourcesRefusal("cpus:1;mem:64;disk:5;gpus:2;ports:[1-5]"), "accepted");
    for (const auto* name : {"cpus", "mem", "disk", "gpus", "ports", "tpus", "npus", "vgpus",
             "fpga", "licenses", "gpus2", "gpu_mem", "disk1", "men", "network_bandwidth"}) {
        EXPECT_EQ(meantResource(name), "") << name;
        const auto read = parseResources(std::string(name) + ":{a}");
        EXPECT_TRUE(read || read.error().message.find("Bad type") != std::string::npos) << name;
    }
}

TEST(ResourceText, TakesUnitsOfMemoryAndDisk) {
    const auto read = parseResources("cpus:1; mem : 4G ;disk(*):1.5Ti; slots:3");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text(), "cpus:1; mem:4096; disk:1572864; slots:3");
    EXPECT_TRUE(
        resourcesRefusal("mem:4X").starts_with("Invalid resources: Failed to parse resource mem"));
    EXPECT_NE(resourcesRefusal("cpus:1k"), "accepted") << "a size only";
    EXPECT_EQ(
        resourcesRefusal(R"([{"name":"mem","type":"SCALAR","scalar":{"value":64}}])"), "accepted");
    EXPECT_EQ(resourcesRefusal("gpus:0.5"), "The 'gpus' resource must be an unsigned integer");
}

TEST(Sizes, AreMebibytesUnlessTheySayOtherwise) {
    const std::vector<std::pair<const char*, const char*>> table{{"4096", "4096"}, {"0.5", "0.5"},
        {"1e3", "1000"}, {"512M", "512"}, {"512m", "512"}, {"512MB", "512"}, {"512Mi", "512"},
        {"512MiB", "512"}, {"4G", "4096"}, {"4gb", "4096"}, {"4Gi", "4096"}, {"4GiB", "4096"},
        {"1.5g", "1536"}, {"2T", "2097152"}, {"2048K", "2"}, {"1048576b", "1"}, {"0", "0"}};
    for (const auto& [typed, mebibytes] : table) {
        const auto size = mebibytesOf(typed);
        ASSERT_TRUE(size) << typed;
        EXPECT_EQ(size->text(), mebibytes) << typed;
    }
    for (const auto* typed : {"", "G", "iB", "4X", "4Gib4", "4 G", "-4G", "-1", "1K", "0.3G", "4ib",
             "9000000000T", "1e15T", "many", "4i"})
        EXPECT_FALSE(mebibytesOf(typed)) << typed;
}

TEST(Sizes, OfDockersFlagsTakeTheSameUnits) {
    for (const auto* typed : {"64m", "64M", "64mb", "64Mi", "64MiB", "65536k", "67108864"})
        EXPECT_EQ(sizeOf(typed), Bytes::mebi(64)) << typed;
    for (const auto* typed : {"", "0", "0m", "m", "64ib", "1.5g", "-1"})
        EXPECT_FALSE(sizeOf(typed)) << typed;
}

TEST(Sizes, OfAJobFileAreNumbersForWhoeverGoesOnWithIt) {
    EXPECT_EQ(parseJob("mem: 16GiB")->job.memory, "16384");
    EXPECT_EQ(parseJob("mem: 512")->job.memory, "512");
    EXPECT_EQ(parseJob("mem: much")->job.memory, "much") << "defects() says what is wrong";
}

} // namespace
} // namespace muster::spec

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/address.h"

#include <gtest/gtest.h>

namespace muster::container::fetch {
namespace {

IpAddress address(const std::string& text) {
    const auto parsed = IpAddress::parse(text);
    EXPECT_TRUE(parsed) << text;
    return parsed.value_or(IpAddress());
}

AddressRules rules(
    const std::vector<std::string>& allow, const std::vector<std::string>& own = {}) {
    auto parsed = AddressRules::parse(allow, own, {"10.0.0.5", "2001:db8::5"});
    EXPECT_TRUE(parsed) << parsed.error().message;
    return parsed.value_or(AddressRules());
}

TEST(Addresses, OfThisMachineThisLinkAndMetadataAreRefused) {
    for (const char* text : {"127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3",
             "169.254.169.254", "169.254.0.1", "224.0.0.1", "239.255.255.255", "255.255.255.255",
             "240.0.0.1", "100.100.100.200", "192.0.0.192", "::", "::1", "fe80::1", "febf::1",
             "fec0::1", "ff02::1", "fd00:ec2::254", "fd20:ce::254"})
        EXPECT_TRUE(refusedRange(address(text))) << text;
}

TEST(Addresses, FormsThatHideAnIpv4AddressAreRefusedWithIt) {
    for (const char* text :
        {"::ffff:127.0.0.1", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::169.254.169.254",
            "64:ff9b:1::127.0.0.1", "64:ff9b:1:7f00:0:100::", "2002:7f00:1::", "2002:a9fe:a9fe::1",
            "2001:0:7f00:1::", "2001:0:102:304:0:0:80ff:fffe", "2001:db8::5efe:127.0.0.1",
            "2001:db8::200:5efe:169.254.169.254"})
        EXPECT_TRUE(refusedRange(address(text))) << text;
}

TEST(Addresses, PublicAndPrivateNetworksAreAllowed) {
    for (const char* text :
        {"10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "93.184.216.34", "128.0.0.1",
            "126.255.255.255", "169.253.255.255", "223.255.255.255", "2001:db8::1", "fd00::1",
            "2606:2800:220:1::1", "64:ff9b::93.184.216.34", "2002:5db8:d822::1", "::ffff:10.0.0.1"})
        EXPECT_FALSE(refusedRange(address(text))) << text;
}

TEST(Addresses, TheRefusalSaysWhyAndWhatWouldAdmitIt) {
    EXPECT_EQ(rules({}).refusal("metadata", address("169.254.169.254"), 80),
        "169.254.169.254:80 is a link-local or metadata address, and no task's URI may reach it; "
        "the agent can allow it with --fetch_allow=169.254.169.254:80");
    EXPECT_EQ(rules({}).refusal("example.com", address("93.184.216.34"), 80), std::nullopt);
    EXPECT_TRUE(
        rules({"[::1]:8080"}).refusal("h", address("::1"), 8081)->find("--fetch_allow=[::1]:8081"));
}

TEST(Addresses, TheOperatorAdmitsHostsAddressesRangesAndPorts) {
    const auto isAllowed
        = [](const std::string& entry, const std::string& host, const std::string& ip,
              std::uint16_t port) { return !rules({entry}).refusal(host, address(ip), port); };
    EXPECT_TRUE(isAllowed("127.0.0.1", "x", "127.0.0.1", 80));
    EXPECT_FALSE(isAllowed("127.0.0.1", "x", "127.0.0.2", 80));
    EXPECT_TRUE(isAllowed("127.0.0.1:80", "x", "127.0.0.1", 80));
    EXPECT_FALSE(isAllowed("127.0.0.1:80", "x", "127.0.0.1", 81));
    EXPECT_TRUE(isAllowed("127.0.0.0/8", "x", "127.9.9.9", 80));
    EXPECT_FALSE(isAllowed("127.0.0.0/9:80", "x", "127.128.0.1", 80));
    EXPECT_TRUE(isAllowed("127.0.0.0/9:80", "x", "127.127.0.1", 80));
    EXPECT_TRUE(isAllowed("fe80::/10", "x", "fe80::5", 80));
    EXPECT_TRUE(isAllowed("[::1]:80", "x", "::1", 80));
    EXPECT_TRUE(isAllowed("::1", "x", "::1", 80));
    EXPECT_TRUE(isAllowed("LocalHost", "localhost", "127.0.0.1", 80));
    EXPECT_FALSE(isAllowed("localhost", "localhost.example.com", "127.0.0.1", 80));
    EXPECT_FALSE(isAllowed("localhost:81", "localhost", "127.0.0.1", 80));
}

TEST(Addresses, OfThisMachineInItsNetworkAreRefusedInEveryForm) {
    EXPECT_EQ(rules({}).refusal("lab-7", address("10.0.0.5"), 80),
        "10.0.0.5:80 is an own address of this host, and no task's URI may reach it; the agent "
        "can allow it with --fetch_allow=10.0.0.5:80");
    for (const char* text :
        {"::ffff:10.0.0.5", "2001:db8::5", "64:ff9b::10.0.0.5", "2002:a00:5::1", "::10.0.0.5"})
        EXPECT_TRUE(rules({}).refusal("x", address(text), 80)) << text;
    for (const char* text : {"10.0.0.6", "2001:db8::6", "64:ff9b::10.0.0.6"})
        EXPECT_FALSE(rules({}).refusal("x", address(text), 80)) << text;
    EXPECT_FALSE(rules({"10.0.0.5:80"}).refusal("x", address("10.0.0.5"), 80));
    EXPECT_TRUE(rules({"10.0.0.5:80"}).refusal("x", address("10.0.0.5"), 81));
}

TEST(Addresses, OurOwnPortsNeedTheirPortInTheList) {
    const std::vector<std::string> own{"10.0.0.5:5050", "[::]:5051", "0.0.0.0:5052"};
    EXPECT_TRUE(rules({}, own).refusal("x", address("10.0.0.5"), 5050));
    EXPECT_TRUE(rules({}, own).refusal("x", address("10.0.0.5"), 5049)) << "it is ours";
    EXPECT_FALSE(rules({"10.0.0.5"}, own).refusal("x", address("10.0.0.5"), 5049));
    EXPECT_FALSE(rules({}, own).refusal("x", address("10.0.0.6"), 5050));
    EXPECT_TRUE(rules({}, own).refusal("x", address("10.0.0.5"), 5051));
    EXPECT_TRUE(rules({}, own).refusal("x", address("2001:db8::5"), 5052));
    EXPECT_FALSE(rules({}, own).refusal("x", address("2001:db8::6"), 5052));
    EXPECT_TRUE(rules({"10.0.0.0/8"}, own).refusal("x", address("10.0.0.5"), 5050));
    EXPECT_TRUE(rules({"127.0.0.1"}, own).refusal("x", address("127.0.0.1"), 5051));
    EXPECT_FALSE(rules({"10.0.0.5:5050"}, own).refusal("x", address("10.0.0.5"), 5050));
}

TEST(Addresses, AWrongEntryOfTheListIsAnError) {
    for (const char* text : {"", "127.0.0.0/33", "127.0.0.0/x", "127.0.0.0/", "::/129", "h:0",
             "h:x", "h:65536", "h h", "[::1", "[::1]x", "http://h", "127.0.0.0/8:0", "*"})
        EXPECT_FALSE(AddressRules::parse({text}, {}, {})) << text;
    EXPECT_FALSE(AddressRules::parse({}, {"127.0.0.1"}, {}));
    EXPECT_EQ(AddressRules::parse({"a b"}, {}, {}).error().message,
        "--fetch_allow: 'a b' is no host, address or CIDR range with an optional port, such as "
        "repo.example.com, 127.0.0.1:8080 or 10.0.0.0/8");
}

} // namespace
} // namespace muster::container::fetch

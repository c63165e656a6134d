// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/reference.h"

#include <gtest/gtest.h>

namespace muster::container::image {
namespace {

const std::vector<std::string> folders{"/srv/images", "/data/"};

// What it is called, or "!" and why it is refused.
std::string named(const std::string& text) {
    const auto reference = parseReference(text, folders);
    return reference ? canonicalText(*reference) : "!" + reference.error().message;
}

std::string asked(const std::string& text) {
    const auto reference = parseReference(text, folders);
    return reference ? skopeoSource(*reference) : "!" + reference.error().message;
}

bool isRefused(const std::string& text) {
    return named(text).starts_with("!");
}

const std::string digest = "sha256:" + std::string(64, 'a');

TEST(ImageReferences, AreCompletedAsDockerCompletesThem) {
    EXPECT_EQ(named("debian"), "docker.io/library/debian:latest");
    EXPECT_EQ(named("debian:12"), "docker.io/library/debian:12");
    EXPECT_EQ(named("nvidia/cuda:12.4.1-base-ubuntu22.04"),
        "docker.io/nvidia/cuda:12.4.1-base-ubuntu22.04");
    EXPECT_EQ(named("index.docker.io/debian"), "docker.io/library/debian:latest");
    EXPECT_EQ(named("nvcr.io/nvidia/pytorch:24.01-py3"), "nvcr.io/nvidia/pytorch:24.01-py3");
    EXPECT_EQ(named("localhost/a"), "localhost/a:latest");
    EXPECT_EQ(named("registry:5000/a/b/c:v1"), "registry:5000/a/b/c:v1");
    EXPECT_EQ(named("[::1]:5000/a"), "[::1]:5000/a:latest");
    EXPECT_EQ(named("docker://debian"), "docker.io/library/debian:latest");
}

TEST(ImageReferences, TakeTheDigestWhenThereIsATagAsWell) {
    EXPECT_EQ(named("debian:12@" + digest), "docker.io/library/debian@" + digest);
    EXPECT_EQ(asked("debian@" + digest), "docker://docker.io/library/debian@" + digest);
}

TEST(ImageReferences, AreAnImageOfTheHubWhenNoPathFollowsATransport) {
    EXPECT_EQ(named("oci"), "docker.io/library/oci:latest");
    EXPECT_EQ(named("oci:latest"), "docker.io/library/oci:latest");
    EXPECT_TRUE(isRefused("oci:images/debian"));
}

TEST(ImageReferences, RefuseWhatIsNotOne) {
    for (const std::string text : {"", "-v", "--all", "Debian", "a//b", "/a", "a/", "a:", "a:-b",
             "a b", "a:b c", "a@sha256:12", "a@md5:12", "a..b", "a___b", "a_-b", "_a", "a-",
             "host:0/a", "host:65536/a", "ho st.x/a", "-host.x/a", "host-.x/a", "a:b:c", "$(id)",
             "a\nb", "a;b", "docker-daemon:/a", "dir:/x", "http://host/a", "[::1/a", "[evil.x]:5/a",
             "../a", "a/../b", "host.x/..", "a@"})
        EXPECT_TRUE(isRefused(text)) << text;
    EXPECT_TRUE(isRefused(std::string("a\0b", 3)));
    EXPECT_TRUE(isRefused(std::string(256, 'a')));
    EXPECT_FALSE(isRefused("host.x/" + std::string(255, 'a')));
    EXPECT_TRUE(isRefused("a:" + std::string(129, 'a')));
    EXPECT_TRUE(isRefused(std::string(2000, 'a')));
    EXPECT_TRUE(isRefused("a@sha256:" + std::string(64, 'A')));
}

TEST(ImageReferences, SayWhatIsWrongWithTheText) {
    EXPECT_EQ(named("Debian"),
        "!'Debian' is not an image: a repository has lower-case letters and digits, joined by '.', "
        "'_', '-' or '/', at most 255");
    EXPECT_EQ(named("a@sha256:12"),
        "!'a@sha256:12' is not an image: after '@' belongs 'sha256:' and 64 digits 0-9, a-f");
}

TEST(LocalImageReferences, NameAnArchiveOrALayoutBelowAnAllowedFolder) {
    EXPECT_EQ(named("docker-archive:/srv/images/x.tar"), "docker-archive:/srv/images/x.tar");
    EXPECT_EQ(named("docker-archive:/srv/images/x.tar:debian:12"),
        "docker-archive:/srv/images/x.tar:docker.io/library/debian:12");
    EXPECT_EQ(named("oci:/data/layout:v1"), "oci:/data/layout:v1");
    EXPECT_EQ(named("oci:/srv/images"), "oci:/srv/images");
    EXPECT_EQ(named("oci-archive:/data/a b.tar"), "oci-archive:/data/a b.tar");
    const auto reference = parseReference("oci:/data/layout:v1", folders);
    EXPECT_EQ(skopeoSource(*reference, "/proc/self/fd/3"), "oci:/proc/self/fd/3:v1");
}

TEST(LocalImageReferences, StayBelowTheAllowedFolders) {
    for (const std::string text : {"oci:/etc", "oci:/srv", "oci:/srv/imagesx", "oci:/",
             "oci:/srv/images/../../etc", "oci:/srv/images/./x", "oci:/srv//images/x",
             "oci:/data/x:-tag", "oci:/data/x:a/b", "oci:/data/x/", "oci:/data/x:",
             "docker-archive:/data/x:a@sha256:aa", "docker-archive:/data/x\n", "oci:/data/\x7f"})
        EXPECT_TRUE(isRefused(text)) << text;
    EXPECT_EQ(named("oci:/etc/x"),
        "!/etc/x is not below an allowed image directory (/srv/images, /data/)");
    EXPECT_EQ(parseReference("oci:/data/x", {}).error().message,
        "Local images are not allowed on this agent: operators can allow directories with "
        "--image_folders");
    EXPECT_EQ(parseReference("oci:/etc/x", folders).error().kind, Error::Kind::Denied);
    EXPECT_TRUE(parseReference("oci:/anything", {"/"}));
}

TEST(LoopbackRegistries, AreTheLoopbackNamesAndAddressesOnly) {
    for (const auto* registry :
        {"localhost", "localhost:5000", "127.0.0.1", "127.9.8.7:1", "[::1]", "[::1]:5000"})
        EXPECT_TRUE(isLoopback(registry)) << registry;
    for (const auto* registry : {"localhost.evil.x", "127.0.0.1.evil.x", "127.evil", "128.0.0.1",
             "127.0.0.256", "127.0.0", "docker.io", "[::2]", "", "127.0.0.1x"})
        EXPECT_FALSE(isLoopback(registry)) << registry;
}

} // namespace
} // namespace muster::container::image

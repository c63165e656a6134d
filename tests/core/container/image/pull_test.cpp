// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/pull.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "core/container/image/config.h"
#include "core/container/image/layout.h"
#include "core/container/image/skopeo.h"
#include "tests/core/container/image/test_images.h"

namespace muster::container::image {
namespace {

using Kind = Error::Kind;

ImageReference reference(const std::string& text) {
    return *parseReference(text, {"/srv"});
}

PullProblem explain(const std::string& image, const std::string& message) {
    return explainPull(reference(image),
        "time=\"2026-11-22T10:46:28Z\" level=info msg=\"Getting image\"\n"
        "time=\"2026-11-22T10:46:28Z\" level=fatal msg=\""
            + message + "\"\n");
}

// The texts are those of skopeo 1.9.3.
TEST(PullProblems, AreSaidInPlainWordsWithTheRemedy) {
    const auto missing = explain("host.x/a:v1",
        R"(Error parsing image name \"docker://host.x/a:v1\": reading manifest v1 in host.x/a: manifest unknown: manifest unknown)");
    EXPECT_EQ(
        missing.error.message, "The image host.x/a:v1 does not exist; check its name and tag");
    EXPECT_EQ(missing.error.kind, Kind::NotFound);
    const auto refused = explain("host.x/a:v1",
        R"(Error parsing image name \"docker://host.x/a:v1\": reading manifest v1 in host.x/a: unauthorized: authentication required)");
    EXPECT_EQ(refused.error.message,
        "The registry host.x denied access to host.x/a:v1: the image does not exist, or the "
        "credentials of this agent are missing or wrong");
    EXPECT_EQ(refused.error.kind, Kind::Denied);
    const auto untrusted = explain("host.x/a:v1",
        R"(Error parsing image name \"docker://host.x/a:v1\": pinging container registry host.x: Get \"https://host.x/v2/\": x509: certificate signed by unknown authority)");
    EXPECT_NE(untrusted.error.message.find("host.x/ca.crt"), std::string::npos)
        << untrusted.error.message;
    const auto plain = explain("host.x/a:v1",
        R"(pinging container registry host.x: Get \"https://host.x/v2/\": http: server gave HTTP response to HTTPS client)");
    EXPECT_NE(plain.error.message.find("plain HTTP is only allowed on loopback"), std::string::npos);
    const auto foreign = explain("host.x/a:v1",
        R"(choosing an image from manifest list docker://host.x/a: no image found in image index for architecture amd64, variant \"\", OS linux)");
    EXPECT_TRUE(foreign.error.message.starts_with("There is no image host.x/a:v1 for this host: "));
    EXPECT_TRUE(foreign.error.message.ends_with("; use one built for it"));
    for (const auto& problem : {missing, refused, untrusted, plain, foreign})
        EXPECT_FALSE(problem.again) << problem.error.message;
}

TEST(PullProblems, AreTriedAgainWhenTheNetworkBroke) {
    for (const auto* message :
        {R"(pinging container registry host.x: Get \"http://host.x/v2/\": dial tcp 10.0.0.1:443: connect: connection refused)",
            R"(writing blob: happened during read: unexpected EOF)",
            R"(reading blob sha256:aa: Get \"https://cdn.x/\": read tcp 10.0.0.1: connection reset by peer)",
            R"(reading manifest v1 in host.x/a: received unexpected HTTP status: 503; net/http: TLS handshake timeout)",
            R"(reading blob sha256:aa: Error fetching blob: invalid status code from registry 502 (Bad Gateway))"}) {
        const auto problem = explain("host.x/a:v1", message);
        EXPECT_TRUE(problem.again) << message;
        EXPECT_EQ(problem.error.kind, Kind::Unavailable) << message;
    }
}

TEST(PullProblems, AreNotTriedAgainWhenTheyWouldStay) {
    for (const auto* message :
        {R"(writing blob: happened during read: Digest did not match, expected sha256:08, got sha256:df)",
            R"(reading blob sha256:08: Error fetching blob: invalid status code from registry 404 (Not Found))",
            R"(writing blob: write /x/oci-put-blob1: no space left on device)",
            R"(pinging container registry host.x: Get \"http://host.x/v2/\": dial tcp: lookup host.x on 10.0.0.1:53: no such host)",
            R"(choosing an image from manifest list docker://host.x/a: no image found in image index for architecture amd64, variant \"\", OS linux)",
            R"(something new)"})
        EXPECT_FALSE(explain("host.x/a:v1", message).again) << message;
}

TEST(PullProblems, AreNotMistakenForWhatTheImageIsCalled) {
    const auto problem = explain("eof.x/denied/unauthorized:timeout",
        R"(Error parsing image name \"docker://eof.x/denied/unauthorized:timeout\": reading manifest timeout in eof.x/denied/unauthorized: manifest unknown: manifest unknown)");
    EXPECT_EQ(problem.error.kind, Kind::NotFound);
    EXPECT_FALSE(explain("eof.x/a:b", R"(reading manifest b in eof.x/a: strange)").again);
}

TEST(PullProblems, KeepTokensAndControlCharactersToThemselves) {
    const auto problem = explain("host.x/a:v1",
        R"(Get \"https://cdn.x/blob?X-Amz-Signature=SECRET\": read: connection reset by peer)"
        "\x1b[31m\a");
    EXPECT_EQ(problem.error.message.find("SECRET"), std::string::npos) << problem.error.message;
    EXPECT_EQ(problem.error.message.find('\x1b'), std::string::npos);
    EXPECT_LT(explain("host.x/a", std::string(5000, 'x')).error.message.size(), 500U);
    EXPECT_NE(explainPull(reference("a"), "").error.message, "");
}

TEST(PullProblems, OfArchivesNameTheArchive) {
    EXPECT_EQ(
        explain("docker-archive:/srv/x.tar:foo:1",
            R"(determining manifest MIME type for docker-archive:/proc/self/fd/3:docker.io/library/foo:1: Tag \"docker.io/library/foo:1\" not found)")
            .error.message,
        "The image docker-archive:/srv/x.tar:docker.io/library/foo:1 does not exist; check its "
        "name "
        "and tag");
    EXPECT_NE(explain("docker-archive:/srv/x.tar",
                  R"(loading tar component manifest.json: archive/tar: invalid tar header)")
                  .error.message.find("cannot be read as an image"),
        std::string::npos);
}

TEST(PullProblems, OfLocalImagesSayWhatToDoAboutThem) {
    const test::TemporaryFolder folder;
    const auto problem = [&](const std::string& path) {
        ImageReference image;
        image.source = ImageReference::Source::DockerArchive;
        image.path = path;
        PullOptions options;
        options.allowedFolders = {folder.path()};
        const auto source = openSource(image, options);
        return source ? "" : source.error().message;
    };
    EXPECT_EQ(problem(folder / "x.tar"),
        fmt::format("The image {} does not exist on this node: put it there on every node, or use "
                    "a registry",
            folder / "x.tar"));
    EXPECT_EQ(problem("/elsewhere/x.tar"),
        "No folder that holds /elsewhere/x.tar is there and allowed: operators allow them with the "
        "agent's --image_folders");
}

// A command line is data before it is a process.
TEST(SkopeoCalls, SpeakWithoutTlsToLoopbackAlone) {
    const test::TemporaryFolder folder;
    const auto isPlain = [&](const std::string& image) {
        const auto skopeo = Skopeo::prepare(reference(image), folder.path(), {});
        const auto argv = skopeo->copy("");
        return std::ranges::find(argv, "--src-tls-verify=false") != argv.end();
    };
    EXPECT_TRUE(isPlain("localhost:5000/a"));
    EXPECT_TRUE(isPlain("127.0.0.1:5000/a"));
    EXPECT_FALSE(isPlain("127.0.0.1.evil.x/a"));
    EXPECT_FALSE(isPlain("debian"));
}

TEST(SkopeoCalls, KnowNothingOfTheHostsConfiguration) {
    const test::TemporaryFolder folder;
    PullOptions options;
    options.environment = {"HTTPS_PROXY=http://proxy.x:3128"};
    const auto skopeo = Skopeo::prepare(reference("host.x/team/a:v1"), folder.path(), options);
    ASSERT_TRUE(skopeo) << skopeo.error().message;
    const auto tools = folder / ".pull";
    for (const auto& argv : {skopeo->copy(""), skopeo->inspect("")}) {
        for (const std::string option :
            {"--policy", "--registries.d", "--registries-conf", "--authfile", "--tmpdir"}) {
            const auto at = std::ranges::find(argv, option);
            ASSERT_NE(at, argv.end()) << option;
            EXPECT_TRUE((at + 1)->starts_with(tools)) << option;
        }
    }
    EXPECT_EQ(*readFile(tools + "/registries.conf"),
        "unqualified-search-registries = []\n[[registry]]\nprefix = \"host.x/team/a\"\n"
        "location = \"host.x/team/a\"\n");
    EXPECT_EQ(skopeo->copy("").back(), "oci:" + folder.path().string() + ":image");
    EXPECT_EQ(skopeo->environment().back(), "HTTPS_PROXY=http://proxy.x:3128");
    EXPECT_EQ(skopeo->environment()[1], "HOME=" + tools + "/home");
}

TEST(SkopeoCalls, NeedTheCredentialsThatTheOperatorNamed) {
    const test::TemporaryFolder folder;
    PullOptions options;
    options.authFile = folder / "missing.json";
    EXPECT_EQ(Skopeo::prepare(reference("a"), folder.path(), options).error().message,
        "Failed to open the credentials for registries, " + options.authFile
            + ": No such file or directory");
}

TEST(Manifests, AreOfAnImageOrChosenFromAList) {
    if (ourPlatform() != "linux/amd64")
        GTEST_SKIP() << "written for linux/amd64, this is " << ourPlatform();
    const std::string digest = "sha256:" + std::string(64, 'c');
    const auto item = [&](const std::string& architecture) {
        return fmt::format(
            R"({{"digest":"{}","size":7,"platform":{{"os":"linux","architecture":"{}"}}}})", digest,
            architecture);
    };
    const auto chosen
        = parseManifest(R"({"manifests":[)" + item("arm64") + "," + item("amd64") + "]}");
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->chosen, (Descriptor{digest, 7}));
    EXPECT_EQ(parseManifest(R"({"manifests":[)" + item("arm64") + "," + item("s390x") + "]}")
                  .error()
                  .message,
        "The image is for linux/arm64, linux/s390x, not for linux/amd64; use an image built for "
        "linux/amd64");
    const auto image = parseManifest(fmt::format(
        R"({{"schemaVersion":2,"config":{{"digest":"{0}","size":1}},"layers":[{{"digest":"{0}","size":2}}]}})",
        digest));
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->manifest.layers, std::vector<Descriptor>{(Descriptor{digest, 2})});
    EXPECT_TRUE(image->chosen.digest.empty());
}

TEST(Manifests, AreRefusedWithoutHonestDigestsAndSizes) {
    const std::string digest = "sha256:" + std::string(64, 'c');
    for (const std::string& text : {std::string("{}"), std::string("[]"), std::string("7"),
             std::string(R"({"schemaVersion":1,"layers":[]})"),
             R"({"config":{"digest":"sha256:../../x","size":1},"layers":[]})" + std::string(),
             R"({"config":{"digest":")" + digest + R"(","size":-1},"layers":[]})",
             R"({"config":{"digest":")" + digest + R"(","size":1e30},"layers":[]})",
             R"({"config":{"digest":")" + digest + R"("},"layers":[]})",
             R"({"config":{"digest":")" + digest + R"(","size":1},"layers":[7]})",
             R"({"manifests":[7]})" + std::string()})
        EXPECT_FALSE(parseManifest(text)) << text;
}

} // namespace
} // namespace muster::container::image

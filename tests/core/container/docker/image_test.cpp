// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/container/docker/image.h"
#include "tests/core/container/docker/fake_engine.h"

namespace muster::container::docker {
namespace {

using Json = nlohmann::json;

std::string parsed(const std::string& text) {
    const auto reference = parseReference(text);
    return reference ? reference->name + ' ' + reference->tag : reference.error().message;
}

TEST(ImageReference, HasANameAndATag) {
    const std::string digest = "sha256:" + std::string(64, 'a');
    EXPECT_EQ(parsed("busybox"), "busybox latest");
    EXPECT_EQ(parsed("nvidia/cuda:12.2"), "nvidia/cuda 12.2");
    EXPECT_EQ(parsed("host:5000/team/image"), "host:5000/team/image latest");
    EXPECT_EQ(parsed("host:5000/image:v1"), "host:5000/image v1");
    EXPECT_EQ(parsed("host:5000/image@" + digest), "host:5000/image " + digest);
    EXPECT_EQ(parsed("image:tag@" + digest), "image " + digest) << "the digest is what counts";
}

TEST(ImageReference, RefusesWhatIsNoName) {
    for (const std::string text : {"", "a b", "a\nb", "-x", "/x", "a/", "a//b", "a/../b", ":tag",
             "a:", "a@", "a@md5:1", "a?b", "a%2fb", "a#b", "a&fromSrc=-"})
        EXPECT_TRUE(parsed(text).ends_with(
            "is not the name of a Docker image, like registry:5000/team/image:tag"))
            << text << " -> " << parsed(text);
    EXPECT_LT(parsed(std::string(10000, 'a')).size(), 700U);
}

TEST(ImageConfig, IsWhatTheEngineSays) {
    const auto config = imageConfig(Json::parse(R"({"Id": "sha256:abc", "Config": {
        "Entrypoint": ["/e"], "Cmd": ["c", "d"], "Env": ["A=1"], "User": "1000",
        "Labels": {"com.nvidia.volumes.needed": "nvidia_driver"}}})"));
    ASSERT_TRUE(config);
    EXPECT_EQ(*config,
        (ImageConfig{"sha256:abc", {"/e"}, {"c", "d"}, {"A=1"}, "1000",
            {{"com.nvidia.volumes.needed", "nvidia_driver"}}}));
}

TEST(ImageConfig, WhatIsMissingOrNullIsEmpty) {
    const auto config = imageConfig(Json::parse(
        R"({"Id": "sha256:abc", "Config": {"Entrypoint": null, "Labels": null, "Cmd": 5}})"));
    ASSERT_TRUE(config);
    EXPECT_EQ(*config, ImageConfig{.id = "sha256:abc"});
}

TEST(ImageConfig, WithoutIdOrConfigIsAnError) {
    for (const char* text : {"null", "[]", "{}", R"({"Id": "x"})", R"({"Config": {}})",
             R"({"Id": 5, "Config": {}})", R"({"Id": "x", "Config": null})"})
        EXPECT_FALSE(imageConfig(Json::parse(text))) << text;
}

TEST(PullProgress, SumsUpTheLayers) {
    PullProgress progress;
    for (const char* line :
        {R"({"status": "Pulling from library/busybox", "id": "latest"})",
            R"({"status": "Pulling fs layer", "progressDetail": {}, "id": "a"})",
            R"({"status": "Pulling fs layer", "progressDetail": {}, "id": "b"})",
            R"({"status": "Downloading", "progressDetail": {"current": 3145728, "total": 10485760}, "id": "a"})",
            R"({"status": "Downloading", "progressDetail": {"current": 1048576, "total": 5242880}, "id": "b"})"})
        ASSERT_TRUE(progress.take(line));
    EXPECT_EQ(progress.sentence(), "0 of 2 layers, 4 of 15 MiB");
    for (const char* line :
        {R"({"status": "Pull complete", "progressDetail": {}, "id": "b"})",
            R"({"status": "Extracting", "progressDetail": {"current": 1, "total": 10485760}, "id": "a"})"})
        ASSERT_TRUE(progress.take(line));
    EXPECT_EQ(progress.sentence(), "1 of 2 layers, 8 of 15 MiB") << "extracting unloads nothing";
}

TEST(PullProgress, AnErrorOfTheRegistryIsOne) {
    PullProgress progress;
    const auto status = progress.take(
        R"({"errorDetail": {"message": "manifest unknown"}, "error": "manifest unknown"})");
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "Docker Engine: manifest unknown");
}

TEST(PullProgress, OverlooksWhatItDoesNotKnow) {
    PullProgress progress;
    for (const char* line : {"", "text", "[]", "5", R"({"id": 5})", R"({"id": "a"})",
             R"({"id": "a", "progressDetail": {"current": -1, "total": "x"}})"})
        EXPECT_TRUE(progress.take(line)) << line;
    EXPECT_EQ(progress.sentence(), "0 of 1 layers, 0 of 0 MiB");
}

const char* const kDescription = R"({"Id": "sha256:abc", "Config": {"Cmd": ["serve"]}})";
const char* const kMissing = R"({"message": "No such image: team/image:v1"})";

std::string firstLine(const std::string& request) {
    return request.substr(0, request.find('\r'));
}

TEST(PrepareImage, TakesTheOneThatIsThere) {
    FakeEngine fake;
    fake.answer({answer(kDescription)});
    const auto image = prepareImage(fake.engine(), "team/image:v1");
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->command, std::vector<std::string>{"serve"});
    ASSERT_EQ(fake.requests().size(), 1U);
    EXPECT_EQ(firstLine(fake.requests()[0]), "GET /v1.41/images/team/image:v1/json HTTP/1.1");
}

TEST(PrepareImage, PullsAMissingOneAndTellsHowFarItIs) {
    FakeEngine fake;
    fake.answerFirst({{answer(kMissing, "404 Not Found")},
        {kStream,
            chunk(R"({"status": "Pull complete", "progressDetail": {}, "id": "a"})"
                  "\n"),
            "0\r\n\r\n"}});
    fake.answer({answer(kDescription)});
    std::vector<std::string> told;
    const auto image = prepareImage(fake.engine(), "team/image:v1",
        {.registryAuth = R"({"username":"a","password":"~~~?"})",
            .progress = [&](const std::string& sentence) { told.push_back(sentence); }});
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->id, "sha256:abc");
    EXPECT_EQ(told, std::vector<std::string>{"1 of 1 layers, 0 of 0 MiB"});
    ASSERT_EQ(fake.requests().size(), 3U);
    EXPECT_EQ(firstLine(fake.requests()[1]),
        "POST /v1.41/images/create?fromImage=team%2Fimage&tag=v1 HTTP/1.1");
    EXPECT_NE(fake.requests()[1].find(
                  "X-Registry-Auth: eyJ1c2VybmFtZSI6ImEiLCJwYXNzd29yZCI6In5-fj8ifQ==\r\n"),
        std::string::npos)
        << "base64 of URLs: " << fake.requests()[1];
}

TEST(PrepareImage, IsForcedToPull) {
    FakeEngine fake;
    fake.answerFirst({{kStream, "0\r\n\r\n"}});
    fake.answer({answer(kDescription)});
    ASSERT_TRUE(prepareImage(fake.engine(), "image", {.force = true}));
    ASSERT_EQ(fake.requests().size(), 2U);
    EXPECT_EQ(firstLine(fake.requests()[0]),
        "POST /v1.41/images/create?fromImage=image&tag=latest HTTP/1.1");
}

TEST(PrepareImage, SaysWhyAPullFailed) {
    FakeEngine fake;
    fake.answerFirst({{answer(kMissing, "404 Not Found")},
        {kStream, chunk("{\"error\": \"unauthorized\"}\n"), "(wait)"},
        {answer(kMissing, "404 Not Found")},
        {answer(R"({"message": "denied: log in"})", "500 Internal Server Error")}});
    for (const char* reason : {"unauthorized", "denied: log in"}) {
        const auto image = prepareImage(fake.engine(), "image");
        ASSERT_FALSE(image);
        EXPECT_EQ(image.error().message,
            fmt::format("Failed to pull 'image': Docker Engine: {}", reason));
    }
}

TEST(PrepareImage, StopsAPullThatIsNoLongerWanted) {
    FakeEngine fake;
    fake.answerFirst({{answer(kMissing, "404 Not Found")}});
    fake.answer({kStream,
        chunk(
            R"({"status": "Downloading", "progressDetail": {"current": 1, "total": 9}, "id": "a"})"
            "\n"),
        "(wait)"});
    std::stop_source stop;
    const auto image = prepareImage(fake.engine(), "image",
        {.progress = [&](const std::string&) { stop.request_stop(); }}, stop.get_token());
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().message, "Failed to pull 'image': POST /images/create was given up");
}

} // namespace
} // namespace muster::container::docker

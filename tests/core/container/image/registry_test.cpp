// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

#include "core/container/image/digest.h"
#include "tests/core/container/image/store_world.h"

namespace muster::container::image {
namespace fs = std::filesystem;
namespace {

using Names = std::vector<std::string>;

// Against a real registry on a loopback port.
class Registries : public StoreWorld {
protected:
    void SetUp() override {
        if (const auto why = TestRegistry::whyNot(); !why.empty())
            GTEST_SKIP() << why;
        StoreWorld::SetUp();
        m_registry = std::make_unique<TestRegistry>(m_folder / "registry");
        ASSERT_TRUE(m_registry->isRunning());
    }
    std::string name(const std::string& rest) const { return m_registry->host() + "/" + rest; }
    int requestsFor(const std::string& digest) const {
        return m_registry->count("\"GET /v2/team/app/blobs/" + digest);
    }
    // The digests of the layers as the registry has them: skopeo compresses what it pushes.
    std::vector<std::string> blobsOf(const Image& image) const {
        const auto text = *readFile(m_directory + "/images/" + image.digest.substr(7) + ".json");
        std::vector<std::string> blobs;
        for (auto at = text.find("\"blob\":\""); at != std::string::npos;
             at = text.find("\"blob\":\"", at + 1))
            blobs.push_back(text.substr(at + 8, 71));
        return blobs;
    }

    const std::string m_base = layerWith("base", std::string(100'000, 'b'));
    std::unique_ptr<TestRegistry> m_registry;
};

TEST_F(Registries, GiveImagesByTagAndByDigest) {
    m_layout.add("v1", {m_base, layerWith("x", "1")}, R"({"Cmd":["/x"]})");
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:docker", true));
    const auto byTag = ensure(name("team/app:v1"));
    ASSERT_TRUE(byTag) << byTag.error().message;
    EXPECT_EQ(byTag->name, name("team/app:v1"));
    EXPECT_EQ(fileIn(*byTag, "x"), "1");
    const auto inDockersFormat = ensure(name("team/app:docker"));
    ASSERT_TRUE(inDockersFormat) << inDockersFormat.error().message;
    EXPECT_EQ(inDockersFormat->config, byTag->config);
    EXPECT_EQ(inDockersFormat->layers, byTag->layers);
    EXPECT_NE(inDockersFormat->digest, byTag->digest);
    ASSERT_TRUE(m_store->prune());
    const auto byDigest = ensure(name("team/app@" + byTag->digest));
    ASSERT_TRUE(byDigest) << byDigest.error().message;
    EXPECT_EQ(byDigest->digest, byTag->digest) << "it is the registry's own";
}

TEST_F(Registries, GiveOfAListTheImageForThisMachine) {
    const std::string machine(ourPlatform().substr(ourPlatform().find('/') + 1));
    m_layout.add("own", {m_base, layerWith("machine", "this")});
    m_layout.add("other", {m_base, layerWith("machine", "other")}, "{}", "s390x");
    m_layout.addList("all", {{"s390x", "other"}, {machine, "own"}});
    m_layout.addList("others", {{"s390x", "other"}});
    ASSERT_TRUE(m_registry->push(m_layout, "all", "team/app:all"));
    ASSERT_TRUE(m_registry->push(m_layout, "others", "team/app:others"));
    const auto image = ensure(name("team/app:all"));
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(fileIn(*image, "machine"), "this");
    const auto byDigest = ensure(name("team/app@" + image->digest));
    ASSERT_TRUE(byDigest) << byDigest.error().message;
    EXPECT_EQ(byDigest->layers, image->layers);
    const auto none = ensure(name("team/app:others"));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().message,
        fmt::format("The image is for linux/s390x, not for {0}; use an image built for {0}",
            ourPlatform()));
}

TEST_F(Registries, AreNotNeededForWhatIsHere) {
    m_layout.add("v1", {m_base});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    const auto image = ensure(name("team/app:v1"));
    ASSERT_TRUE(image) << image.error().message;
    const auto byTag = name("team/app:v1");
    const auto byDigest = name("team/app@" + image->digest);
    m_registry.reset();
    reopen();
    EXPECT_TRUE(ensure(byTag));
    EXPECT_TRUE(ensure(byDigest));
    EXPECT_TRUE(ensure(byDigest, {.policy = PullPolicy::Always}));
    const auto asked = ensure(byTag, {.policy = PullPolicy::Always});
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().kind, Error::Kind::Unavailable) << asked.error().message;
}

TEST_F(Registries, AreAskedWhatATagIsNowOnlyIfWanted) {
    m_layout.add("v1", {m_base, layerWith("x", "1")});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    const auto first = ensure(name("team/app:v1"));
    ASSERT_TRUE(first) << first.error().message;
    m_layout.add("v1", {m_base, layerWith("x", "2")});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    EXPECT_EQ(ensure(name("team/app:v1"))->digest, first->digest);
    const auto second = ensure(name("team/app:v1"), {.policy = PullPolicy::Always});
    ASSERT_TRUE(second) << second.error().message;
    EXPECT_EQ(fileIn(*second, "x"), "2");
    EXPECT_EQ(ensure(name("team/app:v1"))->digest, second->digest);
    EXPECT_EQ(requestsFor(blobsOf(*second).front()), 1) << "the base was here already";
    EXPECT_EQ(second->layers.front(), first->layers.front());
    reopen();
    EXPECT_EQ(ensure(name("team/app:v1"))->digest, second->digest);
}

TEST_F(Registries, AreAskedOnceByFourAtTheSameTime) {
    m_layout.add("v1", {m_base});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    std::vector<Result<Image>> images(4, failure("not yet"));
    std::vector<std::jthread> threads;
    for (auto& image : images)
        threads.emplace_back([&] { image = ensure(name("team/app:v1")); });
    threads.clear();
    for (const auto& image : images)
        ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(requestsFor(blobsOf(*images.front()).front()), 1);
}

TEST_F(Registries, SayHowFarADownloadIs) {
    m_layout.add("v1", {m_base});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    std::vector<PullProgress::Phase> phases;
    const auto image = ensure(name("team/app:v1"), {.progress = [&](const PullProgress& progress) {
        EXPECT_LE(progress.done, progress.total);
        phases.push_back(progress.phase);
    }});
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_FALSE(phases.empty());
    EXPECT_TRUE(std::ranges::is_sorted(phases));
}

TEST_F(Registries, HaveNoSuchTagOrRepository) {
    m_layout.add("v1", {m_base});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    for (const auto& missing : {name("team/app:v2"), name("team/none:v1"),
             name("team/app@sha256:" + std::string(64, 'a'))}) {
        const auto image = ensure(missing);
        ASSERT_FALSE(image);
        EXPECT_EQ(image.error().message,
            "The image " + missing + " does not exist; check its name and tag");
        EXPECT_EQ(image.error().kind, Error::Kind::NotFound);
    }
    EXPECT_EQ(in("images"), Names());
}

TEST_F(Registries, SendBrokenPartsAndNothingIsLeft) {
    m_layout.add("v1", {m_base, layerWith("x", "1")});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    const auto image = ensure(name("team/app:v1"));
    ASSERT_TRUE(image) << image.error().message;
    const auto blob = blobsOf(*image).front();
    ASSERT_TRUE(m_store->prune());
    const auto file = m_registry->blobFile(blob);
    fs::resize_file(file, fs::file_size(file) / 2);
    const auto broken = ensure(name("team/app:v1"));
    ASSERT_FALSE(broken);
    EXPECT_NE(broken.error().message.find("push the image again"), std::string::npos)
        << broken.error().message;
    EXPECT_EQ(in("layers"), Names());
    EXPECT_EQ(in("images"), Names());
    EXPECT_EQ(in("tmp"), Names());
    fs::remove(file);
    EXPECT_FALSE(ensure(name("team/app:v1")));
    EXPECT_EQ(in("layers"), Names());
}

TEST_F(Registries, GiveNothingBeyondTheLimitNotEvenASingleBlob) {
    m_layout.add("v1", {layerWith("x", std::string(100'000, 'x'))});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    m_options.pull.maxBytes = 10;
    reopen();
    const auto image = ensure(name("team/app:v1"));
    ASSERT_FALSE(image);
    EXPECT_TRUE(image.error().message.ends_with(" bytes, at most 10 bytes are pulled"))
        << image.error().message;
    EXPECT_EQ(m_registry->count("\"GET /v2/team/app/blobs/"), 0);
}

TEST_F(Registries, ArePulledFromAgainWhenTheyWereAwayForAMoment) {
    wrapSkopeo(
        "[ -e tried ] || { touch tried; echo 'level=fatal msg=\"unexpected EOF\"' >&2; exit 1; }");
    m_layout.add("v1", {m_base});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    const auto image = ensure(name("team/app:v1"));
    EXPECT_TRUE(image) << image.error().message;
    EXPECT_TRUE(fs::exists(m_folder / "tried"));
}

TEST_F(Registries, WithACaOfTheirOwnNeedItInTheFolderOfCertificates) {
    if (!isInPath("openssl"))
        GTEST_SKIP() << "openssl is not installed";
    m_registry
        = std::make_unique<TestRegistry>(m_folder / "secure", "", TestRegistry::Transport::Tls);
    ASSERT_TRUE(m_registry->isRunning());
    m_layout.add("v1", {m_base});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    m_options.pull.certificates = m_folder / "certs.d";
    reopen();
    const auto refused = ensure(name("team/app:v1"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Error::Kind::Denied);
    EXPECT_TRUE(refused.error().message.ends_with(
        "put its CA into the agent's folder --registry_certificates as " + m_registry->host()
        + "/ca.crt"))
        << refused.error().message;
    const auto folder = m_options.pull.certificates + "/" + m_registry->host();
    fs::create_directories(folder);
    fs::copy_file(m_registry->certificate(), folder + "/ca.crt");
    const auto image = ensure(name("team/app:v1"));
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(fileIn(*image, "base"), std::string(100'000, 'b'));
}

TEST_F(Registries, WantThePasswordThatTheOperatorGave) {
    if (!isInPath("htpasswd"))
        GTEST_SKIP() << "htpasswd (apache2-utils) is not installed";
    m_registry = std::make_unique<TestRegistry>(m_folder / "closed", "secret");
    ASSERT_TRUE(m_registry->isRunning());
    m_layout.add("v1", {m_base});
    ASSERT_TRUE(m_registry->push(m_layout, "v1", "team/app:v1"));
    const auto pull = [&](const std::string& password) {
        m_options.pull.authFile.clear();
        if (!password.empty()) {
            m_options.pull.authFile = m_folder / "config.json";
            std::ofstream(m_options.pull.authFile) << m_registry->credentials(password);
        }
        reopen();
        return ensure(name("team/app:v1"));
    };
    for (const std::string password : {"", "wrong"}) {
        const auto image = pull(password);
        ASSERT_FALSE(image);
        EXPECT_EQ(image.error().kind, Error::Kind::Denied) << image.error().message;
        EXPECT_EQ(image.error().message.find("wrong\""), std::string::npos);
    }
    const auto image = pull("secret");
    EXPECT_TRUE(image) << image.error().message;
}

} // namespace
} // namespace muster::container::image

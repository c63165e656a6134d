// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "core/container/process.h"
#include "tests/core/container/image/store_world.h"

namespace muster::container::image {
namespace fs = std::filesystem;
namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;

class ImageStores : public StoreWorld {
protected:
    const std::string m_base = layerWith("base", "of all");
};

TEST_F(ImageStores, GiveAnImageLayerByLayerTheTopLast) {
    m_layout.add("v1", {m_base, layerWith("name", "lower"), layerWith("name", "upper")},
        R"({"Entrypoint":["/app"],"Env":["A=1"],"User":"7:8"})");
    const auto image = ensureLocal("v1");
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->name, "oci:" + m_layout.folder() + ":v1");
    EXPECT_EQ(image->layers.size(), 3U);
    EXPECT_EQ(fileIn(*image, "name"), "upper");
    EXPECT_EQ(fileIn(*image, "base"), "of all");
    EXPECT_EQ(image->config.entrypoint, Names{"/app"});
    EXPECT_EQ(image->config.user, "7:8");
    struct stat status { };
    ASSERT_EQ(stat(m_directory.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(ImageStores, UnpackALayerOnceForAllImages) {
    m_layout.add("a", {m_base, layerWith("a", "a")});
    m_layout.add("b", {m_base, layerWith("b", "b")});
    const auto a = ensureLocal("a");
    const auto b = ensureLocal("b");
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->layers.front(), b->layers.front());
    EXPECT_NE(a->digest, b->digest);
    EXPECT_EQ(in("layers").size(), 3U);
}

TEST_F(ImageStores, NameALayerOnceThatAnImageHasTwice) {
    m_layout.add("twice", {m_base, layerWith("x", "x"), m_base});
    const auto image = ensureLocal("twice");
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(image->layers.size(), 2U);
    EXPECT_EQ(fileIn(*image, "base"), "of all");
}

TEST_F(ImageStores, KeepWhatTheyHaveWithoutAsking) {
    m_layout.add("v1", {m_base});
    const auto first = ensureLocal("v1");
    ASSERT_TRUE(first) << first.error().message;
    m_options.pull.skopeo = "/nonexistent/skopeo";
    reopen();
    const auto again = ensureLocal("v1");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->digest, first->digest);
    EXPECT_EQ(again->config, first->config);
    EXPECT_EQ(again->layers, first->layers);
}

TEST_F(ImageStores, NoticeThatALocalImageHasChanged) {
    m_layout.add("v1", {m_base});
    const auto old = ensureLocal("v1");
    ASSERT_TRUE(old) << old.error().message;
    m_layout.add("v1", {m_base, layerWith("new", "file")});
    const auto now = ensureLocal("v1");
    ASSERT_TRUE(now) << now.error().message;
    EXPECT_EQ(fileIn(*now, "new"), "file");
    for (const auto& info : m_store->list())
        EXPECT_EQ(info.names.empty(), info.digest == old->digest);
}

TEST_F(ImageStores, RefuseALayerThatIsNotWhatTheImageSays) {
    m_layout.addLying("lie", m_base, "sha256:" + std::string(64, 'a'));
    const auto image = ensureLocal("lie");
    ASSERT_FALSE(image);
    EXPECT_TRUE(image.error().message.starts_with("Layer 1 of the image is sha256:"))
        << image.error().message;
    EXPECT_EQ(in("layers"), Names());
    EXPECT_EQ(in("images"), Names());
}

TEST_F(ImageStores, RefuseAnImageWithABrokenPartAndLeaveNothing) {
    m_layout.add("v1", {m_base, layerWith("x", "y")});
    for (const auto& blob : fs::directory_iterator(m_layout.folder() + "/blobs/sha256")) {
        if (blob.file_size() > 1000)
            fs::resize_file(blob.path(), 1000);
    }
    EXPECT_FALSE(ensureLocal("v1"));
    EXPECT_EQ(in("layers"), Names());
    EXPECT_EQ(in("tmp"), Names());
}

TEST_F(ImageStores, RefuseAnImageForAnotherMachine) {
    m_layout.add("arm", {m_base}, "{}", "s390x");
    const auto image = ensureLocal("arm");
    ASSERT_FALSE(image);
    EXPECT_NE(image.error().message.find("linux/s390x"), std::string::npos)
        << image.error().message;
    EXPECT_NE(image.error().message.find(ourPlatform()), std::string::npos);
}

TEST_F(ImageStores, HaveLimitsForWhatIsPulledAndUnpacked) {
    m_layout.add("large", {layerWith("x", std::string(2U << 20, 'x'))});
    m_options.unpack.maxLayerBytes = 1U << 20;
    reopen();
    const auto layer = ensureLocal("large");
    ASSERT_FALSE(layer);
    EXPECT_TRUE(layer.error().message.starts_with("Failed to unpack a layer: "))
        << layer.error().message;
    m_layout.add("many",
        {layerWith("a", std::string(700'000, 'a')), layerWith("b", std::string(700'000, 'b'))});
    m_options.unpack.maxImageBytes = 1U << 20;
    reopen();
    EXPECT_FALSE(ensureLocal("many")) << "each layer is within the limit, the image is not";
    EXPECT_EQ(in("layers"), Names());
}

TEST_F(ImageStores, PullOnceForAllWhoAskAtTheSameTime) {
    wrapSkopeo("echo call >> calls; while [ ! -e go ]; do sleep 0.02; done");
    m_layout.add("v1", {m_base});
    std::atomic<int> waiting = 0;
    std::vector<std::jthread> threads;
    std::vector<Result<Image>> images(4, failure("not yet"));
    for (auto& image : images)
        threads.emplace_back([&] {
            bool seen = false;
            image = ensureLocal("v1", {.progress = [&](const PullProgress&) {
                if (!std::exchange(seen, true) && ++waiting == 4)
                    std::ofstream(m_folder / "go") << "";
            }});
        });
    threads.clear();
    for (const auto& image : images) {
        ASSERT_TRUE(image) << image.error().message;
        EXPECT_EQ(image->digest, images.front()->digest);
    }
    EXPECT_EQ(*readFile(m_folder / "calls"), "call\n");
    EXPECT_EQ(waiting, 4) << "all of them saw how far it was";
}

TEST_F(ImageStores, GoOnForTheOthersWhenOneLeaves) {
    wrapSkopeo("while [ ! -e go ]; do sleep 0.02; done");
    m_layout.add("v1", {m_base});
    std::stop_source first;
    std::atomic<int> waiting = 0;
    const auto progress = [&](std::atomic<bool>& seen) {
        return [&](const PullProgress&) {
            if (!seen.exchange(true) && ++waiting == 2)
                first.request_stop();
        };
    };
    std::atomic<bool> seenByLeaver = false;
    std::atomic<bool> seenByOther = false;
    Result<Image> other = failure("not yet");
    std::jthread thread([&] { other = ensureLocal("v1", {.progress = progress(seenByOther)}); });
    const auto left
        = ensureLocal("v1", {.progress = progress(seenByLeaver), .stop = first.get_token()});
    EXPECT_EQ(left.error().message, "Cancelled");
    std::ofstream(m_folder / "go") << "";
    thread.join();
    ASSERT_TRUE(other) << other.error().message;
    EXPECT_EQ(fileIn(*other, "base"), "of all");
}

TEST_F(ImageStores, EndThePullWhenTheLastOneLeaves) {
    wrapSkopeo("[ -e go ] || { echo $$ > pid; sleep 1000; }");
    m_layout.add("v1", {m_base});
    std::stop_source stop;
    const auto left = ensureLocal("v1",
        {.progress = [&](const PullProgress&) { stop.request_stop(); }, .stop = stop.get_token()});
    EXPECT_EQ(left.error().kind, Error::Kind::Conflict);
    const auto pid = std::stoi(*readFile(m_folder / "pid"));
    const auto process = findProcess(pid);
    EXPECT_TRUE(!process || waitForEnd(*process, 30s));
    std::ofstream(m_folder / "go") << "";
    const auto image = ensureLocal("v1");
    EXPECT_TRUE(image) << image.error().message;
}

TEST_F(ImageStores, PullAFewImagesAtOnceAndTheOthersInTheirTurn) {
    m_options.maxPulls = 2;
    wrapSkopeo("echo call >> calls; while [ ! -e go ]; do sleep 0.02; done");
    std::mutex mutex;
    std::set<std::string> asking; // tags by what their progress said first
    std::set<std::string> waiting;
    std::map<std::string, Result<Image>> images;
    std::map<std::string, std::stop_source> stops;
    const std::vector<std::string> tags{"v1", "v2", "v3", "v4"};
    for (const auto& tag : tags) {
        m_layout.add(tag, {m_base, layerWith(tag, "x")});
        images.emplace(tag, failure("not yet"));
        stops[tag];
    }
    const auto counts = [&](std::size_t pulled, std::size_t queued) {
        const auto isSo = [&] {
            const std::scoped_lock lock(mutex);
            return asking.size() == pulled && waiting.size() == queued;
        };
        for (int i = 0; i < 1200 && !isSo(); ++i)
            std::this_thread::sleep_for(50ms);
        return isSo();
    };
    std::map<std::string, std::jthread> threads;
    for (const auto& tag : tags) {
        threads[tag] = std::jthread([&, tag] {
            auto image = ensureLocal(tag,
                {.progress =
                        [&](const PullProgress& progress) {
                            const std::scoped_lock lock(mutex);
                            const bool waits = progress.phase == PullProgress::Phase::Waiting;
                            (waits ? waiting : asking).insert(tag);
                        },
                    .stop = stops[tag].get_token()});
            const std::scoped_lock lock(mutex);
            images.at(tag) = std::move(image);
        });
        const auto position = static_cast<std::size_t>(&tag - tags.data());
        EXPECT_TRUE(
            counts(std::min<std::size_t>(position + 1, 2), position < 2 ? 0 : position - 1));
    }
    EXPECT_EQ(waiting, (std::set<std::string>{"v3", "v4"}));
    stops["v3"].request_stop(); // the next in the queue
    threads["v3"].join();
    EXPECT_EQ(images.at("v3").error().message, "Cancelled");
    EXPECT_EQ(*readFile(m_folder / "calls"), "call\ncall\n");
    std::ofstream(m_folder / "go") << "";
    threads.clear();
    for (const auto* tag : {"v1", "v2", "v4"})
        EXPECT_TRUE(images.at(tag)) << images.at(tag).error().message;
}

TEST_F(ImageStores, AreClosedWhilePullsWait) {
    m_options.maxPulls = 1;
    wrapSkopeo("sleep 1000");
    m_layout.add("v1", {m_base});
    m_layout.add("v2", {m_base});
    std::stop_source stop;
    std::jthread first([&] { (void)ensureLocal("v1", {.stop = stop.get_token()}); });
    const auto second = ensureLocal("v2",
        {.progress = [&](const PullProgress&) { stop.request_stop(); }, .stop = stop.get_token()});
    EXPECT_FALSE(second);
    first.join();
    reopen();
    EXPECT_EQ(in("tmp"), Names());
}

TEST_F(ImageStores, AreClosedInTheMiddleOfAPull) {
    wrapSkopeo("sleep 1000");
    m_layout.add("v1", {m_base});
    std::stop_source stop;
    EXPECT_FALSE(ensureLocal("v1",
        {.progress = [&](const PullProgress&) { stop.request_stop(); }, .stop = stop.get_token()}));
    reopen();
    EXPECT_EQ(in("tmp"), Names());
}

TEST_F(ImageStores, EndTheProgramsOfAnAgentThatWasKilledInAPull) {
    wrapSkopeo("echo $$ > pid.new; mv pid.new pid; sleep 1000");
    m_layout.add("v1", {m_base});
    m_store.reset();
    const auto agent = fork();
    ASSERT_GE(agent, 0);
    if (agent == 0) {
        if (open())
            (void)ensureLocal("v1");
        _exit(1);
    }
    const auto isNoted = [&] {
        const auto pulls = in("tmp");
        return pulls.size() == 1 && fs::exists(m_directory + "/tmp/" + pulls.front() + "/process")
            && fs::exists(m_folder / "pid");
    };
    for (int i = 0; i < 1200 && !isNoted(); ++i)
        std::this_thread::sleep_for(50ms);
    kill(agent, SIGKILL);
    waitForChild(agent);
    EXPECT_EQ(in("tmp").size(), 1U);
    const auto skopeo = findProcess(std::stoi(*readFile(m_folder / "pid")));
    ASSERT_TRUE(skopeo) << "it has outlived its agent";
    ASSERT_TRUE(open());
    EXPECT_TRUE(waitForEnd(*skopeo, 30s));
    EXPECT_EQ(in("tmp"), Names());
}

TEST_F(ImageStores, DoNotRemoveWhatAContainerHolds) {
    m_layout.add("v1", {m_base});
    const ContainerId id{"c1"};
    const auto image = ensureLocal("v1", {.holder = id});
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_TRUE(m_store->prune()->images.empty());
    reopen();
    EXPECT_TRUE(m_store->prune()->images.empty());
    EXPECT_TRUE(m_store->collect(0s, {})->images.empty());
    EXPECT_EQ(m_store->list().front().holders, std::vector<ContainerId>{id});
    EXPECT_EQ(m_store->heldBy(id)->layers, image->layers);
    ASSERT_TRUE(m_store->release(id));
    ASSERT_TRUE(m_store->release(id)) << "what is not held is released already";
    EXPECT_EQ(m_store->prune()->images, Names{image->digest});
    EXPECT_EQ(m_store->heldBy(id).error().kind, Error::Kind::NotFound);
}

TEST_F(ImageStores, KeepOnlyTheHoldsOfThoseThatAreLeft) {
    m_layout.add("a", {layerWith("a", "a")});
    m_layout.add("b", {layerWith("b", "b")});
    const auto a = ensureLocal("a", {.holder = {"c-a"}});
    const auto b = ensureLocal("b", {.holder = {"c-b"}});
    ASSERT_TRUE(a && b);
    reopen();
    ASSERT_TRUE(m_store->keepOnly({{"c-b"}}));
    EXPECT_EQ(m_store->prune()->images, Names{a->digest});
    EXPECT_EQ(digests(), Names{b->digest});
}

TEST_F(ImageStores, HoldOnlyWhatIsThereAndForAContainer) {
    m_layout.add("v1", {m_base});
    const auto image = ensureLocal("v1");
    ASSERT_TRUE(image);
    EXPECT_TRUE(m_store->hold({"c"}, image->digest));
    EXPECT_EQ(
        m_store->hold({"c"}, "sha256:" + std::string(64, 'a')).error().kind, Error::Kind::NotFound);
    for (const std::string id : {"", "../x", "a/b", ".x"})
        EXPECT_FALSE(m_store->hold({id}, image->digest)) << id;
}

TEST_F(ImageStores, CollectWhatWasNotUsedForLong) {
    m_layout.add("old", {m_base, layerWith("old", "1")});
    m_layout.add("new", {m_base, layerWith("new", "22")});
    const auto old = ensureLocal("old");
    m_now += 48h;
    const auto recent = ensureLocal("new");
    ASSERT_TRUE(old && recent);
    reopen();
    const Bytes plenty{1U << 30};
    EXPECT_TRUE(m_store->collect(72h, plenty)->images.empty());
    const auto freed = m_store->collect(24h, plenty);
    ASSERT_TRUE(freed) << freed.error().message;
    EXPECT_EQ(freed->images, Names{old->digest});
    EXPECT_EQ(freed->bytes.value, 1U);
    EXPECT_EQ(fileIn(*recent, "base"), "of all") << "a shared layer stays";
    EXPECT_EQ(in("layers").size(), 2U);
}

TEST_F(ImageStores, CollectTheOldestUntilTheDiskIsEnough) {
    for (const std::string tag : {"1", "2", "3"}) {
        m_layout.add(tag, {layerWith(tag, std::string(1000, 'x'))});
        ASSERT_TRUE(ensureLocal(tag));
        m_now += 1s;
    }
    ASSERT_TRUE(ensureLocal("1")) << "used again: now 2 is the oldest";
    const auto second = m_store->ensure(local("2"), {.holder = {"c"}});
    ASSERT_TRUE(second);
    EXPECT_EQ(m_store->collect(1000h, {2500})->images.size(), 1U);
    auto names = Names();
    for (const auto& info : m_store->list())
        names.push_back(info.names.front().substr(info.names.front().size() - 1));
    std::ranges::sort(names);
    EXPECT_EQ(names, (Names{"1", "2"}));
    EXPECT_EQ(m_store->collect(1000h, {0})->bytes.value, 1000U);
    EXPECT_EQ(digests(), Names{second->digest}) << "held, whatever the budget";
}

TEST_F(ImageStores, RemoveWhatAnInterruptedPullOrRemovalLeft) {
    m_layout.add("v1", {m_base});
    const auto image = ensureLocal("v1", {.holder = {"c"}});
    ASSERT_TRUE(image);
    m_store.reset();
    for (const auto* name : {"layers/.new-1-0/a/b", "layers/.removed-2", "layers/0123456789abcdef",
             "tmp/1/blobs/sha256"})
        fs::create_directories(m_directory + "/" + name);
    for (const auto* name : {"images/.new-x", "images/ab.json", "holds/.new-c", "tmp/file"})
        std::ofstream(m_directory + "/" + name) << "{\"rubbish\":";
    reopen();
    EXPECT_EQ(in("layers"), Names{fs::path(image->layers.front()).filename().string()});
    EXPECT_EQ(in("images").size(), 1U);
    EXPECT_EQ(in("holds"), Names{"c"});
    EXPECT_EQ(in("tmp"), Names());
    EXPECT_EQ(fileIn(*m_store->heldBy({"c"}), "base"), "of all");
}

TEST_F(ImageStores, PullAgainWhatSomebodyRemovedByHand) {
    m_layout.add("v1", {m_base, layerWith("x", "y")});
    auto image = ensureLocal("v1");
    ASSERT_TRUE(image);
    m_store.reset();
    fs::remove_all(image->layers.front());
    reopen();
    EXPECT_EQ(digests(), Names());
    image = ensureLocal("v1");
    ASSERT_TRUE(image) << image.error().message;
    EXPECT_EQ(fileIn(*image, "base"), "of all");
}

TEST_F(ImageStores, BelongToOneAgentAtATime) {
    const auto second = ImageStore::open(m_options);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message,
        "The image store " + m_directory
            + " is in use by another agent; use a separate directory for each");
}

TEST_F(ImageStores, ReadArchives) {
    m_layout.add("v1", {m_base});
    const auto archive = [&](const std::string& target) {
        const auto run = runProgram(
            {"skopeo", "--insecure-policy", "copy", "oci:" + m_layout.folder() + ":v1", target},
            60s);
        return run && run->exitCode == 0;
    };
    ASSERT_TRUE(archive("docker-archive:" + m_images + "/d.tar:team/app:v1"));
    ASSERT_TRUE(archive("oci-archive:" + m_images + "/o.tar:v1"));
    for (const auto* name :
        {"docker-archive:/d.tar", "docker-archive:/d.tar:team/app:v1", "oci-archive:/o.tar:v1"}) {
        std::string reference = name;
        const auto image = ensure(reference.insert(reference.find('/'), m_images));
        ASSERT_TRUE(image) << name << ": " << image.error().message;
        EXPECT_EQ(fileIn(*image, "base"), "of all") << name;
    }
    EXPECT_EQ(in("layers").size(), 1U);
    const auto missing = ensure("docker-archive:" + m_images + "/d.tar:team/other:v1");
    EXPECT_EQ(missing.error().kind, Error::Kind::NotFound) << missing.error().message;
}

TEST_F(ImageStores, DoNotFollowALinkOutOfTheAllowedFolder) {
    m_layout.add("v1", {m_base});
    fs::create_directory_symlink("layout", m_images + "/inside");
    EXPECT_TRUE(ensure("oci:" + m_images + "/inside:v1"));
    TestLayout outside(m_folder / "outside");
    outside.add("v1", {m_base});
    fs::create_directory_symlink("../outside", m_images + "/out");
    const auto image = ensure("oci:" + m_images + "/out:v1");
    EXPECT_EQ(image.error().message,
        m_images + "/out leads out of " + m_images + ", where images are allowed");
    EXPECT_EQ(image.error().kind, Error::Kind::Denied);
    ASSERT_EQ(mkfifo((m_images + "/pipe").c_str(), 0600), 0);
    EXPECT_FALSE(ensure("docker-archive:" + m_images + "/pipe")) << "and it does not wait for it";
}

} // namespace
} // namespace muster::container::image

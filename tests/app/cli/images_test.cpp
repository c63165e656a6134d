// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"

namespace muster::cli {
namespace {

using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

Message of(const Request& request, const std::string& machine, unsigned left) {
    auto message = FakeMaster::answerTo(request);
    auto& images = *message.mutable_reply()->mutable_images();
    images.set_hostname(machine);
    images.set_left(left);
    images.mutable_report()->set_end(true);
    return message;
}

muster::v1::ImageReport& reportOf(Message& message) {
    return *message.mutable_reply()->mutable_images()->mutable_report();
}

void addBusybox(Message& message) {
    auto& image = *reportOf(message).add_images();
    image.set_digest("sha256:0123456789abcdef");
    image.add_names("docker.io/library/busybox:1.36");
    image.set_size_bytes(4404019);
    image.set_last_used_ms(1700000000000);
    image.set_containers(2);
}

TEST(MusterImages, AreListedByMachine) {
    FakeMaster master;
    master.onRequest = [](const Request& request) {
        auto second = of(request, "node-2", 1);
        auto first = of(request, "node-1", 0);
        addBusybox(second);
        addBusybox(first);
        return std::vector{second, first};
    };
    const auto address = master.start();
    World world;
    EXPECT_EQ(world.run({"images", "list", "--master=" + address}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(),
        "NODE    IMAGE                           DIGEST                  SIZE  USED BY  LAST USED\n"
        "node-1  docker.io/library/busybox:1.36  sha256:0123456789ab  4.2 MiB        2  "
        "2023-11-14T22:13:20Z\n"
        "node-2  docker.io/library/busybox:1.36  sha256:0123456789ab  4.2 MiB        2  "
        "2023-11-14T22:13:20Z\n");
    World scripts;
    EXPECT_EQ(scripts.run({"images", "list", "-o", "json", "--master=" + address}), 0);
    const auto json = nlohmann::json::parse(scripts.out.str());
    EXPECT_EQ(json["images"][0]["digest"], "sha256:0123456789abcdef");
    EXPECT_EQ(json["images"][1]["size_bytes"], 4404019);
}

TEST(MusterImages, SayWhatToDoWhenThereAreNone) {
    FakeMaster master;
    master.onRequest = [](const Request& request) { return std::vector{of(request, "node-1", 0)}; };
    World world;
    EXPECT_EQ(world.run({"images", "list", "--master=" + master.start()}), 0);
    EXPECT_EQ(world.out.str(), "");
    EXPECT_TRUE(world.err.str().starts_with("No images. ")) << world.err.str();
}

TEST(MusterImages, ArePulledWithProgressAndEachMachineSpeaksForItself) {
    FakeMaster master;
    master.onRequest = [](const Request& request) {
        auto progress = of(request, "node-1", 2);
        reportOf(progress).set_end(false);
        reportOf(progress).set_progress("Pulling image busybox: 1.0 of 4.2 MiB");
        auto failed = of(request, "node-2", 1);
        reportOf(failed).set_error("The registry has no such image");
        auto done = of(request, "node-1", 0);
        addBusybox(done);
        return std::vector{progress, failed, done};
    };
    World world;
    EXPECT_EQ(world.run({"images", "pull", "busybox:1.36", "--master=" + master.start()}), 1);
    master.stop();
    EXPECT_EQ(master.requests.at(0).ask_images().call().pull(), "busybox:1.36");
    EXPECT_EQ(world.err.str(),
        "node-1: Pulling image busybox: 1.0 of 4.2 MiB\n"
        "muster: node-2: The registry has no such image\n");
    EXPECT_EQ(
        world.out.str(), "node-1: busybox:1.36 is present: 4.2 MiB, sha256:0123456789abcdef\n");
}

TEST(MusterImages, ArePrunedOnOneMachine) {
    FakeMaster master;
    master.onRequest = [](const Request& request) {
        auto done = of(request, "node-1", 0);
        reportOf(done).add_removed("sha256:0123456789abcdef");
        reportOf(done).set_freed_bytes(2048);
        return std::vector{done};
    };
    World world;
    EXPECT_EQ(world.run({"images", "prune", "--node=node-1", "--master=" + master.start()}), 0);
    master.stop();
    EXPECT_EQ(master.requests.at(0).ask_images().agent(), "node-1");
    EXPECT_TRUE(master.requests.at(0).ask_images().call().prune());
    EXPECT_EQ(master.requests.at(0).ask_images().author(), "alice@desk");
    EXPECT_EQ(world.out.str(), "node-1: 1 image removed, 2.0 KiB freed\n");
}

} // namespace
} // namespace muster::cli

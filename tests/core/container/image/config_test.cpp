// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/config.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::container::image {
namespace {

const std::string layer = "sha256:" + std::string(64, 'b');

// An image's JSON with these members of "config".
std::string imageWith(const std::string& config,
    const std::string& machine = R"("architecture":"amd64","os":"linux")") {
    return fmt::format(R"({{{},"config":{{{}}},"rootfs":{{"type":"layers","diff_ids":["{}"]}}}})",
        machine, config, layer);
}

std::string refusal(const std::string& json) {
    const auto config = parseImageConfig(json);
    return config ? "" : config.error().message;
}

TEST(ImageConfigs, SayHowTheImageRuns) {
    const auto config = parseImageConfig(imageWith(
        R"("Entrypoint":["/bin/app"],"Cmd":["-v"],"Env":["A=1","B=x=y","A=2","EMPTY=","NAME","=x"],)"
        R"("WorkingDir":"/srv//./app/","User":"app:users","StopSignal":"SIGRTMIN+3",)"
        R"("Volumes":{"/data":{}},"Labels":{"com.nvidia.volumes.needed":"nvidia_driver"})"));
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->entrypoint, std::vector<std::string>{"/bin/app"});
    EXPECT_EQ(config->cmd, std::vector<std::string>{"-v"});
    EXPECT_EQ(config->environment, (Variables{{"A", "2"}, {"B", "x=y"}, {"EMPTY", ""}}));
    EXPECT_EQ(config->workingDirectory, "/srv/app");
    EXPECT_EQ(config->user, "app:users");
    EXPECT_EQ(config->stopSignal, "SIGRTMIN+3");
    EXPECT_EQ(config->volumes, std::vector<std::string>{"/data"});
    EXPECT_EQ(config->labels, (Variables{{"com.nvidia.volumes.needed", "nvidia_driver"}}));
    EXPECT_EQ(config->diffIds, std::vector<std::string>{layer});
    EXPECT_EQ(parseImageConfig(imageConfigText(*config)), *config);
}

TEST(ImageConfigs, MayLeaveEverythingOut) {
    const auto config = parseImageConfig(imageWith(R"("Entrypoint":null,"Cmd":null,"Env":null)"));
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_TRUE(config->entrypoint.empty());
    EXPECT_EQ(config->workingDirectory, "");
    EXPECT_TRUE(parseImageConfig(imageWith("", R"("architecture":"","os":"")")));
}

TEST(ImageConfigs, AreRefusedForAnotherMachineWithBothNames) {
    if (ourPlatform() != "linux/amd64")
        GTEST_SKIP() << "written for linux/amd64, this is " << ourPlatform();
    EXPECT_EQ(refusal(imageWith("", R"("architecture":"arm64","os":"linux")")),
        "The image is for linux/arm64, but this host is linux/amd64; use an image built for "
        "linux/amd64");
    EXPECT_EQ(refusal(imageWith("", R"("architecture":"amd64","os":"windows")")),
        "The image is for windows/amd64, but this host is linux/amd64; use an image built for "
        "linux/amd64");
}

TEST(ImageConfigs, AreRefusedWhenTheyAreNotOfTheDocumentedShape) {
    EXPECT_EQ(refusal("{"), "The image's configuration is not JSON");
    EXPECT_EQ(refusal("[]"), "The image has 0 layers, 1 to 127 are possible");
    for (const auto* bad : {R"("Cmd":"sh")", R"("Cmd":[1])", R"("Cmd":["a\u0000b"])", R"("Env":{})",
             R"("WorkingDir":"/a/../etc")", R"("WorkingDir":7)", R"("User":[])",
             R"("StopSignal":"SIG TERM")", R"("Volumes":[])", R"("Volumes":{"/../x":{}})",
             R"("Labels":{"a":1})", R"("Labels":["a"])", R"("Volumes":{"/":{}})"})
        EXPECT_NE(refusal(imageWith(bad)), "") << bad;
    EXPECT_NE(refusal(R"({"rootfs":{"diff_ids":["sha256:../../etc"]}})"), "");
}

TEST(ImageConfigs, HaveLimits) {
    EXPECT_EQ(refusal(std::string(5U << 20, ' ')),
        "The image's configuration is larger than 4194304 bytes");
    EXPECT_EQ(refusal(imageWith("\"x\":" + std::string(1000, '[') + std::string(1000, ']'))),
        "The image's configuration is more than 64 levels deep");
    std::string many = "\"Env\":[\"A=1\"";
    for (int i = 0; i < 1000; ++i)
        many += fmt::format(",\"A{}=1\"", i);
    EXPECT_NE(refusal(imageWith(many + "]")).find("1001 items"), std::string::npos);
    EXPECT_NE(refusal(imageWith("\"Cmd\":[\"" + std::string(200'000, 'x') + "\"]")), "");
    std::string layers = "\"" + layer + "\"";
    for (int i = 0; i < 127; ++i)
        layers += ",\"" + layer + "\"";
    EXPECT_EQ(refusal(R"({"rootfs":{"diff_ids":[)" + layers + "]}}"),
        "The image has 128 layers, 1 to 127 are possible");
}

// The table of Mesos' docker/runtime isolator, row by row.
std::string runs(
    const TaskCommand& task, std::vector<std::string> entrypoint, std::vector<std::string> cmd) {
    const auto command
        = resolveCommand(task, {.entrypoint = std::move(entrypoint), .cmd = std::move(cmd)});
    return command ? fmt::format("{}", fmt::join(command->argv, " "))
                   : "!" + command.error().message;
}

TEST(ImageCommands, AreTheImagesOwnWithoutACommand) {
    const TaskCommand task{.shell = false};
    EXPECT_EQ(runs(task, {}, {"sleep", "9"}), "sleep 9");
    EXPECT_EQ(runs(task, {"entry", "-e"}, {}), "entry -e");
    EXPECT_EQ(runs(task, {"entry", "-e"}, {"cmd", "-c"}), "entry -e cmd -c");
    EXPECT_EQ(runs(task, {}, {}),
        "!No executable found: the task has no command, and the image has neither an entrypoint "
        "nor a cmd");
}

TEST(ImageCommands, GiveTheTasksArgumentsToTheEntrypoint) {
    const TaskCommand task{.shell = false, .arguments = {"x", "y"}};
    EXPECT_EQ(runs(task, {}, {"sleep", "9"}), "sleep x y");
    EXPECT_EQ(runs(task, {"entry", "-e"}, {}), "entry -e x y");
    EXPECT_EQ(runs(task, {"entry", "-e"}, {"cmd", "-c"}), "entry -e x y");
    EXPECT_TRUE(runs(task, {}, {}).starts_with("!No executable found"));
}

TEST(ImageCommands, ReplaceTheImagesWhenTheTaskHasAValue) {
    EXPECT_EQ(runs({.shell = false, .value = "/bin/id"}, {"entry"}, {"cmd"}), "/bin/id");
    EXPECT_EQ(runs({.shell = false, .value = "/bin/id", .arguments = {"id", "-u"}}, {"entry"}, {}),
        "/bin/id -u");
    EXPECT_EQ(runs({.value = "echo $A; exit 1"}, {"entry"}, {"cmd"}), "/bin/sh -c echo $A; exit 1");
    EXPECT_EQ(runs({.value = "true", .arguments = {"x"}}, {}, {}), "/bin/sh -c true");
    EXPECT_EQ(runs({}, {"entry"}, {}), "!Shell specified but no command value provided");
}

TEST(ImageCommands, HaveTheTasksVariablesOverTheImages) {
    const ImageConfig image{.cmd = {"a"}, .environment = {{"PATH", "/bin"}, {"A", "image"}}};
    const auto command
        = resolveCommand({.shell = false, .environment = {{"A", "task"}, {"B", "task"}}}, image);
    ASSERT_TRUE(command);
    EXPECT_EQ(command->environment, (Variables{{"PATH", "/bin"}, {"A", "task"}, {"B", "task"}}));
    EXPECT_EQ(command->workingDirectory, "");
}

} // namespace
} // namespace muster::container::image

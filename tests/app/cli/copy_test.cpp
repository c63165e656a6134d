// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

constexpr std::string_view kSandbox = "/framework/F/task/t";

// A master with one task, and what its agent answers about the task's sandbox.
struct Sandbox : testing::Test {
    struct File {
        std::uint32_t mode = S_IFREG | 0644;
        std::string content = {};
    };
    std::map<std::string, File> files; // "results/a", below the sandbox
    int page = 10'000; // entries that the agent lists at once
    FakeMaster master;
    const test::TemporaryFolder local;
    World world;

    void SetUp() override {
        master.onRequest = [](const FakeMaster::Request& request) {
            FakeMaster::Message message;
            if (request.has_query_ended()) {
                message.mutable_reply()->set_id(request.id());
                message.mutable_reply()->mutable_ended();
            } else {
                auto& task = *message.mutable_snapshot()->mutable_rows()->add_tasks();
                task.set_framework_id("F");
                task.set_id("t");
                task.set_agent_id("A");
                task.set_state(test::worded("TASK_RUNNING"));
            }
            return std::vector{message};
        };
        serveAgent(master, [this](const net::HttpRequest& request) {
            mesos::v1::agent::Call call;
            call.ParseFromString(request.body);
            return list(call.list_files().path(), call.list_files().after());
        });
        master.routes.push_back({.method = "GET",
            .path = "/slave(1)/files/download",
            .access = net::Access::Public,
            .maximumBody = 1U << 20,
            .handler = [this](const net::HttpRequest& request) {
                const auto path = request.query.substr(std::string_view("path=").size());
                const auto file
                    = files.find(path.substr(std::min(kSandbox.size() + 1, path.size())));
                return net::HttpResponse::text(file == files.end() ? 404 : 200,
                    file == files.end() ? "no file" : file->second.content);
            }});
    }
    net::HttpResponse list(const std::string& path, const std::string& after) const {
        mesos::v1::agent::Response response;
        response.set_type(mesos::v1::agent::Response::LIST_FILES);
        response.mutable_list_files();
        for (const auto& [name, file] : files) {
            const auto whole = std::string(kSandbox) + "/" + name;
            const auto last = whole.substr(whole.rfind('/') + 1);
            if (whole.substr(0, whole.rfind('/')) != path || last <= after)
                continue;
            auto& listed = *response.mutable_list_files();
            if (listed.file_infos_size() == page) {
                const auto& before = listed.file_infos(page - 1).path();
                listed.set_last(before.substr(before.rfind('/') + 1));
                break;
            }
            auto& info = *listed.add_file_infos();
            info.set_path(whole);
            info.set_mode(file.mode);
            info.set_size(file.content.size());
        }
        return protobuf(response);
    }
    int run(std::vector<std::string> words) {
        words.push_back("--master=" + master.start());
        const int code = world.run(std::move(words));
        master.stop();
        return code;
    }
};

TEST_F(Sandbox, IsCopiedButForNamesThatNoRequestCanTell) {
    files = {{"a", {.content = "one"}}, {"b\xff", {.content = "lost"}},
        {"dir", {.mode = S_IFDIR | 0755}}, {"dir/deep", {.content = "two"}},
        {"dir/\xc3\x28", {.mode = S_IFDIR | 0755}}, {"z", {.content = "three"}}};
    EXPECT_EQ(run({"cp", "t:.", local / "out"}), 1);
    EXPECT_NE(
        world.err.str().find("muster: Skipped 'b\\xff': its name is not UTF-8"), std::string::npos)
        << world.err.str();
    EXPECT_NE(world.err.str().find("Skipped 'dir/\\xc3("), std::string::npos) << world.err.str();
    EXPECT_TRUE(world.err.str().ends_with("Copied 3 files, 11 bytes\n")) << world.err.str();
    EXPECT_EQ(local.read("out/a"), "one");
    EXPECT_EQ(local.read("out/dir/deep"), "two");
    EXPECT_EQ(local.read("out/z"), "three") << "what comes after it, too";
}

TEST_F(Sandbox, IsCopiedAlsoWhereTheAgentListsItInPages) {
    page = 2;
    for (const char* name : {"a", "b", "c", "d", "e"})
        files[name] = {.content = name};
    EXPECT_EQ(run({"cp", "t:.", local / "out"}), 0);
    EXPECT_TRUE(world.err.str().starts_with("Copied 5 files, 5 bytes")) << world.err.str();
    EXPECT_TRUE(std::filesystem::exists(local / "out/e"));
}

TEST_F(Sandbox, HasLinksThatAreSkippedAndNamed) {
    files = {{"a", {.content = "one"}}, {"dir", {.mode = S_IFDIR | 0755}},
        {"dir/l", {.mode = S_IFLNK | 0777}}, {"m", {.mode = S_IFLNK | 0777}}};
    EXPECT_EQ(run({"cp", "t:.", local / "out"}), 0) << world.err.str();
    EXPECT_EQ(world.err.str(), "Copied 1 file, 3 bytes; skipped 2 links: 'dir/l', 'm'\n");
}

TEST_F(Sandbox, NamesOnlyTheFirstOfManyLinks) {
    files = {{"a", {.content = "one"}}};
    for (const auto* name : {"v", "w", "x", "y", "z"})
        files[name] = {.mode = S_IFLNK | 0777};
    EXPECT_EQ(run({"cp", "t:.", local / "out"}), 0) << world.err.str();
    EXPECT_EQ(
        world.err.str(), "Copied 1 file, 3 bytes; skipped 5 links: 'v', 'w', 'x' and 2 more\n");
}

TEST_F(Sandbox, ShowsWhichOfItsFilesAreLinks) {
    files = {{"dir", {.mode = S_IFDIR | 0755}}, {"l", {.mode = S_IFLNK | 0777}}};
    EXPECT_EQ(run({"files", "t", "--no-header"}), 0) << world.err.str();
    EXPECT_TRUE(world.out.str().starts_with("dir/ ")) << world.out.str();
    EXPECT_NE(world.out.str().find("\nl@ "), std::string::npos) << world.out.str();
}

} // namespace
} // namespace muster::cli

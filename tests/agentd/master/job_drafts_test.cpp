// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/job_drafts.h"

#include <fstream>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

using muster::v1::JobDraft;
using muster::v1::ReadJob;

JobDraft draftOf(const ReadJob& request, const std::filesystem::path& templates = {}) {
    const auto draft = readJob(request, {templates});
    EXPECT_TRUE(draft) << (draft ? "" : draft.error().message);
    return draft ? *draft : JobDraft();
}

JobDraft ofYaml(const std::string& yaml) {
    ReadJob request;
    request.set_yaml(yaml);
    request.set_user("alice");
    return draftOf(request);
}

TEST(JobDrafts, SayAFileAsPartsAndAsACommandLine) {
    const auto draft = ofYaml("name: train\ncommand: python3 train.py\ngpus: 2\nlinked: true\n"
                              "volumes:\n  - /data:/data:ro\nimage: busybox\n");
    EXPECT_EQ(draft.problems_size(), 0) << draft.DebugString();
    EXPECT_EQ(draft.command_line(),
        "muster submit --name=train --image=busybox --command='python3 train.py' --gpus=2 --linked "
        "--volume=/data:/data:ro")
        << draft.command_line();
    EXPECT_EQ(draft.job().user(), "alice");
    EXPECT_TRUE(draft.job().linked());
    ReadJob again;
    *again.mutable_parts() = draft.parts();
    again.set_user("alice");
    const auto same = draftOf(again);
    EXPECT_EQ(same.DebugString(), draft.DebugString()) << "parts hold all of it";
    again.set_yaml(draft.yaml());
    EXPECT_EQ(draftOf(again).DebugString(), draft.DebugString());
}

TEST(JobDrafts, SayWhatIsWrongBesideItsPartAndWithItsLine) {
    const auto draft = ofYaml("name: train\ncommand: env\ngpus: two\nenv: [A]\n");
    ASSERT_EQ(draft.problems_size(), 2) << draft.DebugString();
    EXPECT_EQ(draft.problems(0).key(), "gpus");
    EXPECT_EQ(draft.problems(0).line(), 3);
    EXPECT_EQ(draft.problems(1).key(), "env");
    EXPECT_EQ(draft.problems(1).line(), 4);
    EXPECT_TRUE(draft.problems(0).described().starts_with("line 3: gpus: "));
    EXPECT_FALSE(draft.has_job());
    EXPECT_TRUE(draft.has_parts()) << "it has the form of a job's file";
}

TEST(JobDrafts, OfAnotherFormHaveNoParts) {
    const auto draft = ofYaml("name: train\ngpu: 1\n");
    EXPECT_FALSE(draft.has_parts());
    ASSERT_EQ(draft.problems_size(), 1);
    EXPECT_EQ(draft.problems(0).line(), 2);
    EXPECT_EQ(draft.problems(0).described(), "line 2: " + draft.problems(0).text());
}

TEST(JobDrafts, TellACommandOfWordsFromOneForAShell) {
    ReadJob request;
    auto& part = *request.mutable_parts()->add_parts();
    part.set_key("argv");
    part.add_texts("env");
    EXPECT_FALSE(draftOf(request).job().command().shell());
    EXPECT_EQ(draftOf(request).yaml(), "command:\n  - env\n");
    part.set_key("command");
    EXPECT_TRUE(draftOf(request).job().command().shell());
    part.add_texts("twice");
    EXPECT_FALSE(readJob(request, {}));
    part.set_key("comand");
    EXPECT_FALSE(readJob(request, {}));
}

TEST(JobDrafts, TakeEachPartOnceAndNoOtherTextOfASwitch) {
    ReadJob request;
    for (int i = 0; i < 2; ++i) {
        auto& part = *request.mutable_parts()->add_parts();
        part.set_key("command");
        part.add_texts("env");
    }
    EXPECT_EQ(readJob(request, {}).error().message, "The part 'command' stands there twice");
    auto& part = *request.mutable_parts()->mutable_parts(1);
    part.set_key("linked");
    part.set_texts(0, "yes");
    EXPECT_EQ(readJob(request, {}).error().message,
        "'linked' is on with the text \"true\" and off without one");
    part.set_texts(0, "true");
    EXPECT_TRUE(readJob(request, {}));
}

TEST(JobDrafts, AreOfAsMuchTextAsAFile) {
    constexpr std::size_t kMost = 64U << 10;
    ReadJob request;
    auto& part = *request.mutable_parts()->add_parts();
    part.set_key("command");
    part.add_texts(std::string(kMost, 'a'));
    EXPECT_FALSE(readJob(request, {}));
    // Each of these is two letters in a file.
    part.set_texts(0, std::string(kMost - 100, '\t'));
    const auto draft = draftOf(request);
    EXPECT_EQ(draft.problems_size(), 1);
    EXPECT_EQ(draft.yaml(), "");
    EXPECT_FALSE(draft.has_job());
    request.mutable_filled()->set_template_("train");
    request.mutable_filled()->add_values()->set_text(std::string(kMost, 'a'));
    EXPECT_NE(readJob(request, {}).error().kind, Error::Kind::NotFound);
}

TEST(JobDrafts, FillTemplatesOfTheMachine) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "train.yaml")
        << "template: Train\nfields:\n  - name: epochs\n    type: integer\n    default: 10\n    "
           "min: 1\n"
           "job:\n  name: train\n  command: run ${{ epochs }}\n";
    std::ofstream(folder.path() / "broken.yaml") << "nothing: 1\n";
    const auto templates = templatesIn({folder.path()});
    ASSERT_EQ(templates.templates_size(), 2);
    EXPECT_NE(templates.templates(0).problem(), "");
    EXPECT_EQ(templates.templates(1).title(), "Train");
    ASSERT_EQ(templates.templates(1).fields_size(), 1);
    EXPECT_EQ(templates.templates(1).fields(0).type(), muster::v1::Templates::Field::INTEGER);
    EXPECT_EQ(templates.templates(1).fields(0).otherwise(), "10");
    ReadJob request;
    request.mutable_filled()->set_template_("train");
    EXPECT_EQ(draftOf(request, folder.path()).job().command().value(), "run 10");
    auto& value = *request.mutable_filled()->add_values();
    value.set_field("epochs");
    value.set_text("0");
    const auto draft = draftOf(request, folder.path());
    ASSERT_EQ(draft.problems_size(), 1);
    EXPECT_EQ(draft.problems(0).key(), "epochs");
    request.mutable_filled()->set_template_("none");
    EXPECT_EQ(readJob(request, {folder.path()}).error().kind, Error::Kind::NotFound);
}

} // namespace
} // namespace muster::agentd

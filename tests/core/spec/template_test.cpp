// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/template.h"

#include <array>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/spec/template_files.h"
#include "tests/support/paths.h"

namespace muster::spec {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTrain = R"(template: Train a model
help: One node
fields:
  - name: data
    label: Data set
    type: path
  - name: epochs
    type: integer
    default: 10
    min: 1
    max: 1000
  - name: memory
    type: memory
    default: 16g
    max: 64g
  - name: model
    type: choice
    choices: [resnet, vit]
    default: vit
  - name: note
    default: ""
job:
  name: train-${{model}}
  command: python train.py ${{ data }} --epochs ${{epochs}} --note ${{ note }} $${{ x }}
  mem: ${{ memory }}
  env:
    DATA: ${{ data }}
)";

Template train() {
    auto read = parseTemplate(kTrain);
    EXPECT_TRUE(read) << read.error().message;
    return read.value_or(Template());
}

std::string fillRefusal(const Values& values) {
    const auto job = fill(train(), values);
    return job ? "accepted" : job.error().message;
}

TEST(Template, IsFilledWithValuesAndDefaults) {
    const auto job
        = fill(train(), {{"data", "/data/a b"}, {"epochs", " 20 "}, {"note", "it's; rm"}});
    ASSERT_TRUE(job) << job.error().message;
    EXPECT_EQ(job->job.name, "train-vit");
    EXPECT_EQ(
        job->job.command, "python train.py '/data/a b' --epochs 20 --note 'it'\\''s; rm' ${{ x }}")
        << "a value is one word of the shell";
    EXPECT_EQ(job->job.memory, "16384");
    EXPECT_EQ(job->job.env, Texts{"DATA=/data/a b"});
    EXPECT_EQ(train().defaults().size(), 4u);
    EXPECT_EQ(train().find("data")->label, "Data set");
}

TEST(Template, SaysWhatIsWrongWithAValue) {
    const Values good{{"data", "/d"}};
    const auto with = [&](const char* name, const char* value) {
        auto values = good;
        values[name] = value;
        return fillRefusal(values);
    };
    EXPECT_EQ(fillRefusal(good), "accepted");
    EXPECT_EQ(fillRefusal({}), "Data set: a value is required");
    EXPECT_EQ(with("data", "d"), "Data set: 'd' must be an absolute path");
    EXPECT_EQ(with("epochs", "0"), "epochs: '0' is less than 1");
    EXPECT_EQ(with("epochs", "1001"), "epochs: '1001' is more than 1000");
    EXPECT_EQ(with("epochs", "1.5"), "epochs: '1.5' must be a whole number");
    EXPECT_EQ(with("epochs", ""), "epochs: '' must be a whole number");
    EXPECT_EQ(with("memory", "much"), "memory: 'much' must be a size, such as 512m or 16g");
    EXPECT_EQ(with("memory", "65g"), "memory: '65g' is more than 64g");
    EXPECT_EQ(with("model", "gpt"), "model: 'gpt' must be one of resnet, vit");
}

TEST(Template, RefusesWhatDoesNotFit) {
    const auto wrong = [](const std::string& yaml) {
        const auto read = parseTemplate(yaml);
        return read ? "accepted" : read.error().message;
    };
    EXPECT_EQ(wrong("template: x"), "A template needs 'job:' with a job under it");
    EXPECT_EQ(wrong("jobs: {}"), "line 1: 'jobs' is not known here: did you mean 'job'?");
    EXPECT_EQ(wrong("fields:\n  - name: a\njob:\n  name: x"),
        "The job does not use the field 'a': write ${{ a }} where it belongs");
    EXPECT_EQ(wrong("fields:\n  - name: epochs\njob:\n  name: ${{epoch}}"),
        "line 4: no field is named 'epoch': did you mean 'epochs'?");
    EXPECT_EQ(wrong("job:\n  name: ${{a"), "line 2: a placeholder has no end: use ${{ name }}");
    EXPECT_EQ(wrong("job:\n  gpu: 1"), "line 2: 'gpu' is not known here: did you mean 'gpus'?");
    EXPECT_EQ(wrong("fields:\n  - name: a b\njob: {name: x}"),
        "line 2: the field name 'a b' may only contain letters, digits, '_' and '-'");
    EXPECT_EQ(wrong("fields:\n  - name: a\n    type: integr\njob: {name: x}"),
        "line 3: 'integr' is not known here: did you mean 'integer'?");
    EXPECT_EQ(wrong("fields:\n  - {name: a, type: choice}\njob: {name: x}"),
        "line 2: field 'a': choices are required for type choice, and only allowed there");
    EXPECT_EQ(wrong("fields:\n  - {name: a, type: integer, default: b}\njob: {name: x}"),
        "line 2: the default of a: 'b' must be a whole number");
    EXPECT_EQ(wrong("fields:\n  - {name: a, type: integer, min: b}\njob: {name: x}"),
        "line 2: a: 'b' must be a whole number");
    EXPECT_EQ(wrong("fields:\n  - name: a\n  - name: a\njob: {name: x}"),
        "line 3: field 'a' is defined twice");
    EXPECT_EQ(wrong("job: {linked: maybe}"), "line 1: linked must be true or false");
}

TEST(Template, OfAJobGivesTheJobAgain) {
    const JobText job{.name = "train",
        .command = "echo ${{ not a field }} ${HOME}\nexit 1",
        .gpus = "2",
        .memory = "16384",
        .env = {"A=1"}};
    const auto text
        = templateText("My job: one", "", job, std::array{Part::Gpus, Part::Memory, Part::Image});
    const auto read = parseTemplate(text);
    ASSERT_TRUE(read) << read.error().message << "\n" << text;
    EXPECT_EQ(read->title, "My job: one");
    ASSERT_EQ(read->fields.size(), 2u) << "the job has no image to ask for";
    EXPECT_EQ(read->fields[0].type, FieldType::Integer);
    EXPECT_EQ(read->fields[1].type, FieldType::Memory);
    EXPECT_EQ(fill(*read, {})->job, job);
    auto more = job;
    more.gpus = "8";
    EXPECT_EQ(fill(*read, {{"gpus", "8"}})->job, more);
}

TEST(Template, DoesNotMultiplyALongValue) {
    std::string text = "template: t\nfields:\n  - name: x\njob:\n  name: ";
    for (int i = 0; i < 100; ++i)
        text += "${{ x }}";
    const auto form = parseTemplate(text + "\n");
    ASSERT_TRUE(form) << form.error().message;
    EXPECT_EQ(fill(*form, {{"x", "ab"}})->job.name->size(), 200u);
    EXPECT_FALSE(fill(*form, {{"x", std::string(1000, 'a')}}));
}

TEST(Template, OfTheTreeCanBeUsedAsItIs) {
    const auto found = readTemplates({MUSTER_SOURCE_DIR "/resources/templates"});
    EXPECT_FALSE(found.empty());
    for (const auto& file : found) {
        ASSERT_TRUE(file.content) << file.name << ": " << file.content.error().message;
        const auto job = fill(*file.content, {});
        ASSERT_TRUE(job) << file.name << ": " << job.error().message;
        EXPECT_TRUE(defects(job->job).empty()) << file.name << ": " << defects(job->job)[0].text;
    }
}

class TemplateFiles : public testing::Test {
protected:
    fs::path base = fs::temp_directory_path() / ("muster-templates-" + std::to_string(::getpid()));
    fs::path own = base / "own/muster/templates";
    fs::path machine = base / "machine";
    void SetUp() override { fs::create_directories(machine); }
    void TearDown() override { fs::remove_all(base); }
};

TEST_F(TemplateFiles, AreFoundInBothFoldersTheUsersFirst) {
    ASSERT_TRUE(writeTemplate(own, "train", "template: mine\njob: {name: x}\n", false));
    ASSERT_TRUE(writeTemplate(machine, "train", "template: theirs\njob: {name: x}\n", false));
    ASSERT_TRUE(writeTemplate(machine, "broken", "job: [", false));
    std::ofstream(machine / "README") << "no template";
    const auto found = readTemplates({own, machine, base / "absent"});
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].name, "broken");
    EXPECT_FALSE(found[0].content);
    EXPECT_EQ(found[1].content->title, "mine");
    EXPECT_EQ(found[1].path, own / "train.yaml");
}

TEST_F(TemplateFiles, AreFoundByNameWithoutTheOthers) {
    ASSERT_TRUE(writeTemplate(machine, "train", "template: theirs\njob: {name: x}\n", false));
    ASSERT_TRUE(writeTemplate(base, "secret", "template: other\njob: {name: x}\n", false));
    EXPECT_EQ(findTemplate({own, machine}, "train")->path, machine / "train.yaml");
    ASSERT_TRUE(writeTemplate(own, "train", "template: mine\njob: {name: x}\n", false));
    EXPECT_EQ(findTemplate({own, machine}, "train")->content->title, "mine");
    using namespace std::string_literals;
    for (const auto& name : {""s, "none"s, "../secret"s, (base / "secret").string(), "train\0"s})
        EXPECT_FALSE(findTemplate({own, machine}, name)) << name;
}

TEST_F(TemplateFiles, AreReadAgainOnceTheyHaveChanged) {
    ASSERT_TRUE(writeTemplate(machine, "train", "template: one\njob: {name: x}\n", false));
    ASSERT_TRUE(writeTemplate(machine, "other", "template: two\njob: {name: x}\n", false));
    KnownTemplates known;
    readTemplates({machine}, &known);
    ASSERT_EQ(known.size(), 2u);
    known.at(machine / "train.yaml").content->title = "known";
    EXPECT_EQ(readTemplates({machine}, &known)[1].content->title, "known");
    ASSERT_TRUE(writeTemplate(machine, "train", "template: third\njob: {name: x}\n", true));
    fs::remove(machine / "other.yaml");
    const auto found = readTemplates({machine}, &known);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].content->title, "third");
    EXPECT_EQ(known.size(), 1u);
}

TEST_F(TemplateFiles, AreReplacedOnlyWhenThatIsSaid) {
    ASSERT_TRUE(writeTemplate(own, "train", "template: a\njob: {name: x}\n", false));
    const auto again = writeTemplate(own, "train", "template: b\njob: {name: x}\n", false);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, Error::Kind::Conflict);
    ASSERT_TRUE(writeTemplate(own, "train", "template: b\njob: {name: x}\n", true));
    EXPECT_EQ(readTemplates({own})[0].content->title, "b");
    EXPECT_FALSE(writeTemplate("/proc/nothing", "train", "", false));
    for (const char* name : {"", "../x", "a/b", ".hidden", "a b", "ä"})
        EXPECT_FALSE(writeTemplate(own, name, "", true)) << name;
}

TEST_F(TemplateFiles, AreWhereTheUsersSettingsAre) {
    using Paths = std::vector<fs::path>;
    EXPECT_EQ(templateFolders("/c", "/h"), (Paths{"/c/muster/templates", kMachinesTemplates}));
    EXPECT_EQ(
        templateFolders("c", "/h"), (Paths{"/h/.config/muster/templates", kMachinesTemplates}));
    EXPECT_EQ(templateFolders(nullptr, nullptr), Paths{kMachinesTemplates});
}

} // namespace
} // namespace muster::spec

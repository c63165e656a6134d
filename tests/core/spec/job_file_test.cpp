// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/job_file.h"
#include "core/spec/shell_words.h"

#include <random>

#include <gtest/gtest.h>

namespace muster::spec {
namespace {

std::string parseRefusal(std::string_view yaml) {
    const auto file = parseJob(yaml);
    return file ? "accepted" : file.error().message;
}

TEST(JobFile, IsReadAsPeopleWriteIt) {
    const auto file = parseJob(R"(
# a comment
name: train
image: nvcr.io/nvidia/pytorch:23.10-py3
command: |
  set -e
  python train.py --epochs 10
gpus: 2
mem: 16384
linked: true
constraints: [gpu:K40, 'rack:a']
env:
  THREADS: 4
  EMPTY:
volumes:
  - /data:/data:ro
retries:
)");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->job,
        (JobText{.name = "train",
            .image = "nvcr.io/nvidia/pytorch:23.10-py3",
            .command = "set -e\npython train.py --epochs 10\n",
            .gpus = "2",
            .memory = "16384",
            .constraints = {"gpu:K40", "rack:a"},
            .linked = true,
            .env = {"THREADS=4", "EMPTY="},
            .volumes = {"/data:/data:ro"}}));
    EXPECT_EQ(file->lines.at(Part::Volumes), 15);
    EXPECT_EQ(parseJob("command: [python3, -c, 'print(1)', '']")->job.argv,
        (Texts{"python3", "-c", "print(1)", ""}));
    EXPECT_EQ(parseJob("env: [A=1, A=2]")->job.env, (Texts{"A=1", "A=2"}));
    EXPECT_EQ(parseJob(R"({"name": "json", "gpus": 1})")->job.name, "json");
}

TEST(JobFile, SaysLineAndRemedyOfWhatItCannotRead) {
    EXPECT_EQ(
        parseRefusal("name: x\ngpu: 1"), "line 2: 'gpu' is not known here: did you mean 'gpus'?");
    EXPECT_EQ(parseRefusal("name: x\nquux: 1"), "line 2: 'quux' is not known here");
    EXPECT_EQ(parseRefusal("name: x\nname: y"), "line 2: 'name' is defined twice, first in line 1");
    EXPECT_EQ(parseRefusal("name: [a]"), "line 1: name: must be a single string or number");
    EXPECT_EQ(parseRefusal("linked: yes"), "line 1: linked must be true or false");
    EXPECT_EQ(parseRefusal("volumes: /a:/b"),
        "line 1: volumes must be a list, with each value after '- ' on its own line");
    EXPECT_EQ(parseRefusal("constraints:\n  - gpu: K40"),
        "line 2: constraints: must be a single string or number");
    EXPECT_EQ(parseRefusal("- name"), "line 1: a job must be a map, such as 'name: train'");
    EXPECT_EQ(parseRefusal("name: &a x\nimage: *a"),
        "line 2: aliases are not supported: write the value out");
    EXPECT_EQ(parseRefusal("name: !!binary aGk="), "line 1: tags are not supported");
    EXPECT_EQ(parseRefusal(""), "The file is empty");
    EXPECT_EQ(parseRefusal("name: x\n---\nname: y"), "line 3: only one document is supported");
    EXPECT_TRUE(parseRefusal("name: [").starts_with("line 1: ")) << parseRefusal("name: [");
    EXPECT_TRUE(parseRefusal("[a, b]: c").starts_with("line 1: the name of a field"));
    EXPECT_EQ(parseRefusal(std::string(70'000, '#')), "70000 bytes, the maximum is 65536");
    EXPECT_EQ(parseRefusal("env: " + std::string(9, '[') + std::string(9, ']')),
        "line 1: more than 8 levels deep");
    std::string many = "env:\n";
    for (int i = 0; i < 6000; ++i)
        many += "- a\n";
    EXPECT_TRUE(parseRefusal(many).ends_with("more than 5000 values"));
}

TEST(JobFile, TellsTheLineOfAWrongValue) {
    const auto file = parseJob("command: [true]\n\nretries: many\n");
    const auto wrong = defects(file->job);
    ASSERT_EQ(wrong.size(), 1u);
    EXPECT_EQ(file->describe(wrong[0]),
        "line 3: retries: 'many' must be a whole number: how many times it is restarted");
    EXPECT_EQ(JobFile().describe(wrong[0]), wrong[0].flagText) << "a flag said it";
}

TEST(JobFile, IsWrittenAsPeopleWouldWriteIt) {
    EXPECT_EQ(yamlText({.name = "train",
                  .image = "busybox:1.36",
                  .command = "set -e\npython train.py # it's \"quoted\"",
                  .gpus = "2",
                  .linked = true,
                  .env = {"THREADS=4", "NO=no", "COLON=a: b"},
                  .volumes = {"/data sets:/sets:ro"}}),
        R"(name: train
image: busybox:1.36
command: |-
  set -e
  python train.py # it's "quoted"
gpus: 2
linked: true
env:
  THREADS: 4
  "NO": "no"
  COLON: "a: b"
volumes:
  - /data sets:/sets:ro
)");
    EXPECT_EQ(yamlText({.argv = {"sh", "-c", "", "a\tb"}}, "  "),
        "  command:\n    - sh\n    - \"-c\"\n    - \"\"\n    - \"a\\tb\"\n");
}

TEST(JobFile, ObeysNoControlsOfItsJob) {
    const JobText job{.name = "\u009b31mred\u202e", .command = "echo a\necho \x1b[2J\u2028b"};
    EXPECT_EQ(yamlText(job),
        "name: \"\\x9b31mred\\u202e\"\n"
        "command: \"echo a\\necho \\x1b[2J\\u2028b\"\n");
    EXPECT_EQ(parseJob(yamlText(job)).value().job, job);
    EXPECT_EQ(shellWord(*job.name), "\"$(printf -- '\\302\\23331mred\\342\\200\\256')\"");
    EXPECT_EQ(shellWord(*job.command),
        "\"$(printf -- 'echo a\necho \\033[2J\\342\\200\\250b')\"");
    EXPECT_EQ(shellWord("it's 5%\x1b\\\n"), "\"$(printf -- 'it'\\''s 5%%\\033\\\\')\"'\n'");
    EXPECT_EQ(shellWord("a\nb"), "'a\nb'") << "lines are lines";
}

TEST(JobFile, IsADocumentEvenIfItSaysNothing) {
    const auto job = parseJob("name: ").value().job;
    EXPECT_EQ(job, JobText());
    EXPECT_EQ(yamlText(job), "{}\n");
    EXPECT_EQ(parseJob(yamlText(job)).value().job, job);
}

// Found by its fuzz target: escapes make a name longer than YAML reads before a colon.
TEST(JobFile, ListsVariablesWhoseNamesAreTooLongForAMap) {
    const JobText job{.env = {std::string(300, '\x01') + "=a", "B=b"}};
    EXPECT_TRUE(yamlText(job).starts_with("env:\n  - \"\\x01")) << yamlText(job);
    EXPECT_EQ(parseJob(yamlText(job)).value().job, job);
    const JobText fits{.env = {std::string(1024, 'A') + "=a"}};
    EXPECT_TRUE(yamlText(fits).starts_with("env:\n  AAA"));
    EXPECT_EQ(parseJob(yamlText(fits)).value().job, fits);
}

TEST(JobFile, IsReadAgainAsItWasWritten) {
    std::mt19937 random(11);
    const std::vector<std::string> pieces = {"a", "b", " ", "  ", "\n", "\n\n", ":", ": ", "#",
        " #", "-", "- ", "'", "\"", "\\", "{", "}", "[", "]", "|", ">", "%", "@", "`", "!", "&",
        "*", "?", "~", "null", "true", "1", "0x1", "\t", "\r", "\x01", "\u0085", "\u009b", "\u202e",
        "\u2028", "é", "漢", "---", "...", "=", ",", "$"};
    const auto text = [&] {
        std::string out;
        for (auto left = random() % 7; left > 0; --left)
            out += pieces[random() % pieces.size()];
        return out;
    };
    for (int i = 0; i < 4000; ++i) {
        JobText job{.name = text(), .command = text(), .priority = text()};
        if (i % 2 == 0)
            job.command.reset();
        if (i % 2 == 0)
            job.argv = {text(), text()};
        job.env = {"A" + std::to_string(i % 3) + "=" + text(), "A1=" + text()};
        job.volumes = {text()};
        job.linked = i % 5 == 0;
        const auto written = yamlText(job, i % 4 == 0 ? "  " : "");
        const auto read = parseJob(written);
        ASSERT_TRUE(read) << read.error().message << "\n" << written;
        ASSERT_EQ(read->job, job) << i << "\n" << written;
    }
}

} // namespace
} // namespace muster::spec

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/container/docker/labels.h"

namespace muster::container::docker {
namespace {

DockerSpec labelledTask(std::vector<unsigned> gpuMinors) {
    DockerSpec spec;
    spec.id = ContainerId{"task-1"};
    spec.image = "busybox";
    spec.sandbox = "/var/lib/muster/sandboxes/task-1";
    spec.gpuMinors = std::move(gpuMinors);
    spec.killGrace = std::chrono::milliseconds(1500);
    return spec;
}

TEST(Labels, TellWhatTheAgentMustKnow) {
    for (const std::vector<unsigned>& minors :
        {std::vector<unsigned>{}, std::vector<unsigned>{7}, std::vector<unsigned>{0, 3, 12}}) {
        const auto text = labelsText(labelsOf(labelledTask(minors), "agent-1"));
        const auto labels = parseLabels(text);
        ASSERT_TRUE(labels) << text;
        const auto record = recordOf(*labels, "agent-1");
        ASSERT_TRUE(record) << text;
        EXPECT_EQ(record->id, ContainerId{"task-1"});
        EXPECT_EQ(record->sandbox, "/var/lib/muster/sandboxes/task-1");
        EXPECT_EQ(record->gpuMinors, minors);
        EXPECT_EQ(record->killGrace, std::chrono::milliseconds(1500));
    }
}

TEST(Labels, OfAnotherAgentAreNotOurs) {
    EXPECT_FALSE(recordOf(labelsOf(labelledTask({0}), "agent-2"), "agent-1"));
    EXPECT_FALSE(recordOf({}, "agent-1"));
}

TEST(Labels, MustAllBeThereAndWhole) {
    const Labels whole = labelsOf(labelledTask({0}), "agent-1");
    for (const char* name : {"muster.owner", "muster.container", "muster.sandbox", "muster.gpus",
             "muster.kill-grace-ms"}) {
        Labels labels = whole;
        labels.erase(name);
        EXPECT_FALSE(recordOf(labels, "agent-1")) << "without " << name;
    }
    const std::vector<std::pair<std::string, std::string>> hostile{{"muster.gpus", "0,"},
        {"muster.gpus", ",0"}, {"muster.gpus", "a"}, {"muster.gpus", "-1"}, {"muster.gpus", "0 1"},
        {"muster.gpus", "99999999999"}, {"muster.kill-grace-ms", ""},
        {"muster.kill-grace-ms", "3s"}, {"muster.container", "../x"},
        {"muster.sandbox", "relative"}, {"muster.sandbox", "/proc/1"}};
    for (const auto& [name, value] : hostile) {
        Labels labels = whole;
        labels[name] = value;
        EXPECT_FALSE(recordOf(labels, "agent-1")) << name << '=' << value;
    }
}

TEST(Labels, TextThatIsNotAnObjectOfTextsIsNone) {
    for (const char* text : {"", "{", "[]", "null", R"({"a": 1})", R"({"a": {"b": "c"}})"})
        EXPECT_FALSE(parseLabels(text)) << text;
}

} // namespace
} // namespace muster::container::docker

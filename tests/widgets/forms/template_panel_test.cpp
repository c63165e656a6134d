// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/template_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <gtest/gtest.h>

using namespace muster;
using namespace muster::widgets;

namespace {

spec::TemplateFile file(const char* name, const char* yaml) {
    return {name, std::string("/t/") + name + ".yaml", spec::parseTemplate(yaml)};
}

std::vector<spec::TemplateFile> two() {
    std::vector<spec::TemplateFile> out;
    out.push_back(file("broken", "job:\n  gpu: 1"));
    out.push_back(file("train", R"(template: Train
fields:
  - {name: data, type: path, help: Where the data is}
  - {name: memory, type: memory, default: 16g}
job: {name: train, mem: "${{ memory }}", env: {DATA: "${{ data }}"}}
)"));
    return out;
}

bool mentions(const TemplatePanel& panel, const QString& words) {
    for (const auto* label : panel.findChildren<QLabel*>()) {
        if (!label->isHidden() && label->text().contains(words)) {
            return true;
        }
    }
    return false;
}

} // namespace

TEST(TemplatePanel, ListsBrokenTemplatesWithTheirError) {
    TemplatePanel panel;
    panel.setTemplates(two());
    panel.choose(QStringLiteral("broken"));
    EXPECT_FALSE(panel.hasJob());
    EXPECT_TRUE(mentions(panel,
        QStringLiteral("/t/broken.yaml: line 2: 'gpu' is not known here: did you mean 'gpus'?")));
    panel.choose(QStringLiteral("train"));
    EXPECT_FALSE(mentions(panel, QStringLiteral("broken.yaml")));
}

TEST(TemplatePanel, ShowsTheFieldsOfTheChosenOne) {
    TemplatePanel panel;
    panel.setTemplates(two());
    EXPECT_EQ(panel.findChild<QLineEdit*>(QStringLiteral("field-data")), nullptr);
    panel.choose(QStringLiteral("train"));
    auto* data = panel.findChild<QLineEdit*>(QStringLiteral("field-data"));
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(data->accessibleDescription(), QStringLiteral("Where the data is"));
    EXPECT_EQ(panel.values(), (spec::Values{{"data", ""}, {"memory", "16g"}}));
    EXPECT_FALSE(panel.job()) << "a path is needed";
    EXPECT_FALSE(mentions(panel, QStringLiteral("must be an absolute path"))) << "not touched yet";
    data->setText(QStringLiteral("d"));
    EXPECT_TRUE(mentions(panel, QStringLiteral("data: 'd' must be an absolute path")));
    data->setText(QStringLiteral("/d"));
    EXPECT_FALSE(mentions(panel, QStringLiteral("must be an absolute path")));
    EXPECT_EQ(panel.job()->job.memory, "16384");
}

TEST(TemplatePanel, KeepsChoiceAndValuesWhenTheFilesAreReadAgain) {
    TemplatePanel panel;
    panel.setTemplates(two());
    panel.choose(QStringLiteral("train"));
    panel.setValues({{"data", "/mine"}, {"gone", "x"}});
    panel.setTemplates(two());
    EXPECT_EQ(panel.chosen(), QStringLiteral("train"));
    EXPECT_EQ(panel.values().at("data"), "/mine");
    panel.setTemplates({});
    EXPECT_TRUE(panel.chosen().isEmpty());
    EXPECT_FALSE(panel.hasJob());
}

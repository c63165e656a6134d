// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/submit_form.h"

#include <QAccessible>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTest>
#include <gtest/gtest.h>

#include "core/spec/job_file.h"
#include "core/spec/shell_words.h"
#include "widgets/forms/problem_label.h"
#include "widgets/forms/submit/form_section.h"
#include "widgets/forms/submit/save_template_dialog.h"
#include "widgets/forms/submit/template_panel.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::widgets;
using models::text;
using spec::JobText;
using spec::Part;

namespace {

JobText everything() {
    return {.name = "train",
        .image = "busybox:1.36",
        .command = "for i in 1 2; do\n  echo \"$i\"\ndone",
        .gpus = "2",
        .cpus = "0.5",
        .memory = "512",
        .constraints = {"gpu:Tesla M60", "rack:a"},
        .linked = true,
        .priority = "-3",
        .retries = "2",
        .killGrace = "30s",
        .user = "bob",
        .env = {"A=1", "TWO=a\nb", "EMPTY="},
        .uris = {"https://example.com/a.tgz"},
        .terminal = true,
        .readOnly = true,
        .tmpfs = {"/tmp:size=64m"},
        .volumes = {"/data:/data:ro"},
        .shmSize = "1g",
        .ulimits = {"nofile=1024:4096"},
        .capAdd = {"IPC_LOCK"},
        .capDrop = {"ALL"}};
}

template <typename Field>
Field* field(const QWidget& form, const char* name) {
    return form.findChild<Field*>(QString::fromLatin1(name));
}

} // namespace

TEST(SubmitForm, SaysWhatIsWrongInTheToneOfTheThemeThatIsOn) {
    SubmitForm form;
    form.setPalette(lightPalette());
    form.show();
    form.showResult(QStringLiteral("refused"), false);
    field<QLineEdit>(form, "retries")->setText(QStringLiteral("many"));
    const auto shown = [&form] {
        std::vector<const ProblemLabel*> labels;
        for (const auto* label : form.findChildren<ProblemLabel*>()) {
            if (label->isVisible()) {
                labels.push_back(label);
            }
        }
        return labels;
    };
    ASSERT_EQ(shown().size(), 2u) << "of the field and of the form";
    for (const auto& palette : {lightPalette(), darkPalette(), lightPalette()}) {
        form.setPalette(palette);
        for (const auto* label : shown()) {
            EXPECT_EQ(label->palette().color(QPalette::WindowText).name(),
                markColour(models::Mark::Bad, palette).name())
                << label->text().toStdString();
        }
    }
    form.showResult(QStringLiteral("Sent"), true);
    form.setPalette(darkPalette());
    EXPECT_EQ(shown().back()->palette().color(QPalette::WindowText),
        darkPalette().color(QPalette::WindowText));
}

TEST(SubmitForm, SendsOnlyWhatIsValidAndSaysWhatIsNot) {
    SubmitForm form;
    std::vector<JobText> sent;
    QObject::connect(
        &form, &SubmitForm::submitted, [&](const JobText& job) { sent.push_back(job); });
    EXPECT_TRUE(form.problem(Part::Name).isEmpty()) << "nobody has tried yet";
    form.submit();
    EXPECT_TRUE(sent.empty());
    EXPECT_EQ(form.problem(Part::Name), QStringLiteral("Enter a name for the job"));
    EXPECT_EQ(form.problem(Part::Command),
        QStringLiteral("Enter a command, or choose an image with a default command"));
    field<QLineEdit>(form, "name")->setText(QStringLiteral("train"));
    field<QPlainTextEdit>(form, "jobCommand")->setPlainText(QStringLiteral("nvidia-smi"));
    form.submit();
    ASSERT_EQ(sent.size(), 1u);
    EXPECT_EQ(sent[0].name, "train");
    EXPECT_TRUE(form.problem(Part::Name).isEmpty());
}

TEST(SubmitForm, ShowsEveryPartOfAJobAndReadsItAgain) {
    SubmitForm form;
    form.setJob(everything());
    EXPECT_EQ(form.job(), everything());
    JobText words{.name = "x",
        .argv = {"python3", "-c", "print('a')\nprint('b')", ""},
        .resources = "cpus:1; mem:64; disk:5"};
    form.setJob(words);
    EXPECT_EQ(form.job(), words);
    EXPECT_FALSE(form.findChild<QSpinBox*>()->isEnabled()) << "resources say it all";
    form.setJob(SubmitForm::freshJob());
    EXPECT_EQ(form.job(), SubmitForm::freshJob());
}

TEST(SubmitForm, KeepsFileAndCommandLineEqualToItsFields) {
    SubmitForm form;
    form.setJob(everything());
    const auto equal = [&] {
        const auto file = spec::parseJob(form.yaml().toStdString());
        EXPECT_EQ(file->job, form.job());
        EXPECT_EQ(form.commandLine(), text(spec::commandLine(form.job(), " \\\n    ")));
    };
    equal();
    field<QPlainTextEdit>(form, "jobCommand")->setPlainText(QStringLiteral("env"));
    EXPECT_TRUE(form.commandLine().contains(QStringLiteral("--command=env")));
    equal();
    field<QPlainTextEdit>(form, "volumes")->setPlainText(QStringLiteral("/a:/a\n/b:/b:ro"));
    EXPECT_TRUE(form.yaml().contains(QStringLiteral("volumes:\n  - /a:/a\n  - /b:/b:ro\n")));
    equal();
}

TEST(SubmitForm, ChecksAJobWithoutSendingIt) {
    SubmitForm form;
    std::vector<JobText> checked;
    bool sent = false;
    QObject::connect(&form, &SubmitForm::submitted, [&] { sent = true; });
    QObject::connect(
        &form, &SubmitForm::checkWanted, [&](const JobText& job) { checked.push_back(job); });
    form.check();
    EXPECT_TRUE(checked.empty());
    auto job = SubmitForm::freshJob();
    job.name = "train";
    job.image = "busybox:1.36";
    form.setJob(job);
    form.check();
    EXPECT_EQ(checked, std::vector{job});
    EXPECT_FALSE(sent);
}

TEST(SubmitForm, UnfoldsTheSectionOfWhatIsWrong) {
    SubmitForm form;
    auto job = everything();
    form.setJob(job);
    EXPECT_FALSE(form.section(Part::Volumes).isOpen());
    job.volumes = {"/a"};
    form.setJob(job);
    EXPECT_TRUE(form.problem(Part::Volumes).isEmpty());
    form.submit();
    EXPECT_TRUE(form.problem(Part::Volumes).startsWith(QStringLiteral("'/a' must be HOST:PATH")));
    EXPECT_TRUE(form.section(Part::Volumes).isOpen());
    EXPECT_FALSE(form.section(Part::Retries).isOpen());
}

TEST(SubmitForm, SaysWhatIsWrongWithWhatIsTypedAtOnce) {
    SubmitForm form;
    auto* retries = field<QLineEdit>(form, "retries");
    retries->setText(QStringLiteral("many"));
    EXPECT_TRUE(form.problem(Part::Retries).startsWith(QStringLiteral("'many' must be")));
    EXPECT_TRUE(retries->accessibleDescription().startsWith(QStringLiteral("'many' must be")));
    EXPECT_TRUE(form.problem(Part::Name).isEmpty()) << "that is not touched";
    retries->setText(QStringLiteral("2"));
    EXPECT_TRUE(form.problem(Part::Retries).isEmpty());
}

TEST(SubmitForm, ShowsWhatIsFreeOfEachGpuType) {
    SubmitForm form;
    form.setGpuTypes({{QStringLiteral("H100"), 5, 16}, {QStringLiteral("K40"), 0, 4}});
    auto* types = field<QComboBox>(form, "jobGpuType");
    EXPECT_EQ(types->itemText(1), QStringLiteral("H100 (5 of 16 free)"));
    types->setCurrentIndex(1);
    emit types->activated(1);
    EXPECT_EQ(types->currentText(), QStringLiteral("H100"));
    EXPECT_EQ(form.job().constraints, spec::Texts{"gpu:H100"});
    form.setGpuTypes({{QStringLiteral("H100"), 4, 16}});
    EXPECT_EQ(form.job().constraints, spec::Texts{"gpu:H100"}) << "the choice stays";
    types->setCurrentIndex(0);
    emit types->activated(0);
    EXPECT_TRUE(form.job().constraints.empty());
    types->setEditText(QStringLiteral("A100"));
    EXPECT_EQ(form.job().constraints, spec::Texts{"gpu:A100"}) << "one that is not there yet";
}

TEST(SubmitForm, GivesEveryFieldAnAccessibleName) {
    SubmitForm form;
    int seen = 0;
    for (auto* widget : form.findChildren<QWidget*>()) {
        const bool input = qobject_cast<QLineEdit*>(widget) != nullptr
            || qobject_cast<QPlainTextEdit*>(widget) != nullptr
            || qobject_cast<QAbstractSpinBox*>(widget) != nullptr
            || qobject_cast<QComboBox*>(widget) != nullptr;
        const bool part = qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr
            || qobject_cast<QComboBox*>(widget->parentWidget()) != nullptr;
        if (input && !part) {
            ++seen;
            EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->objectName().toStdString();
        }
    }
    EXPECT_GT(seen, 20);
}

namespace {

std::vector<spec::TemplateFile> templates() {
    const auto file = [](const char* name, const char* yaml) {
        return spec::TemplateFile{
            name, std::string("/t/") + name + ".yaml", spec::parseTemplate(yaml)};
    };
    std::vector<spec::TemplateFile> out;
    out.push_back(file("broken", "job: ["));
    out.push_back(file("train", R"(template: Train a model
help: One node
fields:
  - {name: epochs, label: Epochs, type: integer, default: 10, min: 1, max: 99}
  - {name: model, type: choice, choices: [resnet, vit], default: vit}
job:
  name: train-${{ model }}
  command: run --epochs ${{ epochs }}
  gpus: 1
)"));
    return out;
}

} // namespace

TEST(SubmitForm, IsFilledByATemplateAndKeepsWhatPeopleChanged) {
    SubmitForm form;
    form.setTemplates(templates());
    form.templates().choose(QStringLiteral("train"));
    form.applyTemplate();
    EXPECT_EQ(form.job().command, "run --epochs 10");
    EXPECT_EQ(form.job().name, "train-vit");
    form.findChild<QSpinBox*>()->setValue(4);
    field<QLineEdit>(form, "field-epochs")->setText(QStringLiteral("20"));
    EXPECT_EQ(form.job().command, "run --epochs 20");
    EXPECT_EQ(form.job().gpus, "4") << "an edit stays";
    field<QComboBox>(form, "field-model")->setCurrentText(QStringLiteral("resnet"));
    EXPECT_EQ(form.job().name, "train-resnet");
    EXPECT_EQ(form.job().gpus, "4");
}

TEST(SubmitForm, SendsNothingWithAValueThatTheTemplateRefuses) {
    SubmitForm form;
    bool sent = false;
    QObject::connect(&form, &SubmitForm::submitted, [&] { sent = true; });
    form.setTemplates(templates());
    form.templates().choose(QStringLiteral("train"));
    form.applyTemplate();
    field<QLineEdit>(form, "field-epochs")->setText(QStringLiteral("100"));
    EXPECT_EQ(form.job().command, "run --epochs 10") << "what cannot be read changes nothing";
    form.submit();
    EXPECT_FALSE(sent);
    field<QLineEdit>(form, "field-epochs")->setText(QStringLiteral("99"));
    form.submit();
    EXPECT_TRUE(sent);
}

TEST(SaveTemplateDialog, WritesTheJobWithTheFieldsThatWereChosen) {
    SaveTemplateDialog dialog(everything());
    bool replaces = true;
    QObject::connect(
        &dialog, &SaveTemplateDialog::saveWanted, [&](bool replace) { replaces = replace; });
    dialog.setName(QStringLiteral("my-train"));
    dialog.setAsked(Part::Gpus, true);
    dialog.setAsked(Part::Image, true);
    const auto read = spec::parseTemplate(dialog.text());
    ASSERT_TRUE(read) << read.error().message << dialog.text();
    EXPECT_EQ(read->title, "my-train");
    ASSERT_EQ(read->fields.size(), 2u);
    EXPECT_EQ(read->fields[0].name, "image");
    EXPECT_EQ(spec::fill(*read, {})->job, everything());
}

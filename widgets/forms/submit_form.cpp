// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit_form.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::DraftField;

namespace {

constexpr int kCommandLines = 4;
constexpr auto kOneALine = " \\\n    "; // readable, and a shell takes it as it is
constexpr int kMostGpus = 1024;
constexpr double kMostCpus = 4096;
constexpr int kMostMemory = 64 << 20; // MiB
constexpr int kMostPriority = 1'000'000;
constexpr int kMostRetries = 1000;

QSpinBox* spin(QWidget* parent, int least, int most, int step, const QString& suffix = {}) {
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setSingleStep(step);
    box->setSuffix(suffix);
    return box;
}

} // namespace

SubmitForm::SubmitForm(QWidget* parent)
    : QWidget(parent), m_name(new QLineEdit(this)), m_image(new QLineEdit(this)),
      m_command(new QPlainTextEdit(this)), m_gpus(spin(this, 0, kMostGpus, 1)),
      m_cpus(new QDoubleSpinBox(this)), m_memory(spin(this, 0, kMostMemory, 512, tr(" MiB"))),
      m_gpuType(new QComboBox(this)), m_linked(new QCheckBox(tr("GPUs joined by NVLink"), this)),
      m_priority(spin(this, -kMostPriority, kMostPriority, 1)),
      m_retries(spin(this, 0, kMostRetries, 1)), m_preview(new QPlainTextEdit(this)),
      m_check(new QPushButton(tr("Check"), this)), m_submit(new QPushButton(tr("Submit"), this)),
      m_result(new QLabel(this)) {
    buildFields();
    buildLayout();
    setDraft({});
    connect(m_name, &QLineEdit::textEdited, this, &SubmitForm::onEdited);
    connect(m_image, &QLineEdit::textEdited, this, &SubmitForm::onEdited);
    connect(m_command, &QPlainTextEdit::textChanged, this, &SubmitForm::onEdited);
    for (auto* box : {m_gpus, m_memory, m_priority, m_retries}) {
        connect(box, qOverload<int>(&QSpinBox::valueChanged), this, &SubmitForm::onEdited);
    }
    connect(m_cpus, qOverload<double>(&QDoubleSpinBox::valueChanged), this, &SubmitForm::onEdited);
    connect(m_gpuType, &QComboBox::currentTextChanged, this, &SubmitForm::onEdited);
    connect(m_linked, &QCheckBox::toggled, this, &SubmitForm::onEdited);
    connect(m_check, &QPushButton::clicked, this, &SubmitForm::check);
    connect(m_submit, &QPushButton::clicked, this, &SubmitForm::submit);
}

void SubmitForm::buildFields() {
    m_name->setObjectName(QStringLiteral("jobName"));
    m_name->setPlaceholderText(tr("train-resnet"));
    m_image->setObjectName(QStringLiteral("jobImage"));
    m_image->setPlaceholderText(tr("None: the node's own files"));
    m_image->setToolTip(tr("As Docker names it: nvcr.io/nvidia/pytorch:23.10-py3"));
    m_command->setObjectName(QStringLiteral("jobCommand"));
    m_command->setPlaceholderText(tr("python3 train.py --epochs 10"));
    m_command->setTabChangesFocus(true);
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_command->setFixedHeight(fontMetrics().lineSpacing() * kCommandLines + 12);
    m_cpus->setRange(0, kMostCpus);
    m_cpus->setDecimals(2);
    m_gpuType->setEditable(true);
    m_gpuType->lineEdit()->setPlaceholderText(tr("Any"));
    m_gpuType->setToolTip(tr("Only nodes whose attribute \"gpu\" has this value"));
    m_linked->setToolTip(tr("All GPUs of the job are direct NVLink peers"));
    m_preview->setReadOnly(true);
    m_preview->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_preview->setAccessibleName(tr("The same job on the command line"));
    m_check->setToolTip(tr("Where it would be placed now, without submitting it"));
    m_submit->setDefault(true);
    m_submit->setIcon(icon(QStringLiteral("submit"), palette().color(QPalette::ButtonText)));
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
}

void SubmitForm::addField(
    QFormLayout& form, const QString& label, QWidget* field, DraftField which) {
    auto* problem = new QLabel(this);
    auto colours = problem->palette();
    colours.setColor(QPalette::WindowText, markColour(models::Mark::Bad, palette()));
    problem->setPalette(colours);
    problem->setWordWrap(true);
    problem->hide();
    m_problems[which] = problem;
    auto* cell = new QVBoxLayout;
    cell->setSpacing(2);
    cell->addWidget(field);
    cell->addWidget(problem);
    auto* name = new QLabel(label, this);
    name->setBuddy(field);
    field->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    form.addRow(name, cell);
}

void SubmitForm::buildLayout() {
    auto* left = new QWidget(this);
    left->setMaximumWidth(fontMetrics().averageCharWidth() * 70);
    auto* form = new QFormLayout(left);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setVerticalSpacing(10);
    addField(*form, tr("&Name"), m_name, DraftField::Name);
    addField(*form, tr("&Image"), m_image, DraftField::Image);
    addField(*form, tr("C&ommand"), m_command, DraftField::Command);
    addField(*form, tr("&GPUs"), m_gpus, DraftField::Gpus);
    addField(*form, tr("GPU &type"), m_gpuType, DraftField::GpuType);
    addField(*form, tr("&Linked"), m_linked, DraftField::Linked);
    addField(*form, tr("&CPUs"), m_cpus, DraftField::Cpus);
    addField(*form, tr("&Memory"), m_memory, DraftField::Memory);
    form->addRow(tr("&Priority"), m_priority);
    form->addRow(tr("&Retries"), m_retries);
    auto* send = new QHBoxLayout;
    send->setSpacing(8);
    send->addWidget(m_check);
    send->addWidget(m_submit);
    send->addWidget(m_result, 1);
    form->addRow(QString(), send);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(24);
    row->addWidget(left, 3);
    row->addWidget(buildPreview(), 2);
}

QWidget* SubmitForm::buildPreview() {
    auto* side = new QWidget(this);
    auto* copy = new QPushButton(
        icon(QStringLiteral("copy"), palette().color(QPalette::ButtonText)), tr("Copy"), side);
    connect(copy, &QPushButton::clicked, this,
        [this] { QGuiApplication::clipboard()->setText(commandLine()); });
    auto* title = new QLabel(tr("The same on the command line"), side);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(title);
    m_preview->setMaximumHeight(fontMetrics().lineSpacing() * 10);
    column->addWidget(m_preview);
    column->addWidget(copy, 0, Qt::AlignLeft);
    column->addStretch();
    return side;
}

models::JobDraft SubmitForm::draft() const {
    models::JobDraft draft;
    draft.name = m_name->text();
    draft.image = m_image->text();
    draft.command = m_command->toPlainText();
    draft.gpus = m_gpus->value();
    draft.cpus = m_cpus->value();
    draft.memMebibytes = m_memory->value();
    draft.gpuType = m_gpuType->currentText().trimmed();
    draft.linked = m_linked->isChecked();
    draft.priority = m_priority->value();
    draft.retries = m_retries->value();
    return draft;
}

void SubmitForm::setDraft(const models::JobDraft& draft) {
    m_name->setText(draft.name);
    m_image->setText(draft.image);
    m_command->setPlainText(draft.command);
    m_gpus->setValue(draft.gpus);
    m_cpus->setValue(draft.cpus);
    m_memory->setValue(draft.memMebibytes);
    m_gpuType->setEditText(draft.gpuType);
    m_linked->setChecked(draft.linked);
    m_priority->setValue(draft.priority);
    m_retries->setValue(draft.retries);
    m_tried = false;
    onEdited();
}

void SubmitForm::setGpuTypes(const QStringList& types) {
    const auto typed = m_gpuType->currentText();
    m_gpuType->clear();
    m_gpuType->addItem(QString());
    m_gpuType->addItems(types);
    m_gpuType->setEditText(typed);
}

void SubmitForm::setBusy(bool busy) {
    m_submit->setEnabled(!busy);
    if (busy) {
        showResult(tr("Sent to the master…"), true);
    }
}

void SubmitForm::showResult(const QString& text, bool good) {
    auto colours = palette();
    if (!good) {
        colours.setColor(QPalette::WindowText, markColour(models::Mark::Bad, palette()));
    }
    m_result->setPalette(colours);
    m_result->setText(text);
}

QString SubmitForm::commandLine() const {
    return m_preview->toPlainText();
}

QString SubmitForm::problem(DraftField field) const {
    return m_problems.at(field)->text();
}

void SubmitForm::onEdited() {
    m_preview->setPlainText(models::commandLine(draft(), QString::fromLatin1(kOneALine)));
    showProblems(m_tried);
    emit edited();
}

// Empty fields of a form that nobody has tried yet are not mistakes.
void SubmitForm::showProblems(bool all) {
    const auto found = models::problems(draft());
    for (auto& [field, label] : m_problems) {
        const auto problem = found.find(field);
        const bool empty
            = field == DraftField::Name ? m_name->text().isEmpty() : field == DraftField::Command;
        const bool shown = problem != found.end() && (all || !empty);
        label->setText(shown ? problem->second : QString());
        label->setVisible(shown);
    }
}

bool SubmitForm::isValid() {
    m_tried = true;
    showProblems(true);
    if (models::problems(draft()).empty()) {
        return true;
    }
    showResult(tr("Mend what is marked"), false);
    return false;
}

void SubmitForm::submit() {
    if (isValid()) {
        emit submitted(draft());
    }
}

void SubmitForm::check() {
    if (isValid()) {
        showResult({}, true);
        emit checkWanted(draft());
    }
}

} // namespace muster::widgets

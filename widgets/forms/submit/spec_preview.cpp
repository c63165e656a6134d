// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/spec_preview.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include "core/spec/job_file.h"
#include "core/spec/shell_words.h"
#include "widgets/models/text.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

using models::text;

namespace {

constexpr auto kOneALine = " \\\n    "; // readable, and a shell takes it as it is

// Keeps the place that is looked at.
void put(QPlainTextEdit* field, const QString& words) {
    if (field->toPlainText() == words) {
        return;
    }
    const auto at = field->verticalScrollBar()->value();
    field->setPlainText(words);
    field->verticalScrollBar()->setValue(at);
}

} // namespace

SpecPreview::SpecPreview(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    m_yaml = addPart(*column, tr("The job as a file (YAML)"), tr("Copy the job as a file"), 3);
    m_yaml->setObjectName(QStringLiteral("jobYaml"));
    column->addSpacing(8);
    m_line = addPart(*column, tr("Equivalent command line"), tr("Copy the command line"), 2);
    m_line->setObjectName(QStringLiteral("jobCommandLine"));
}

QPlainTextEdit* SpecPreview::addPart(
    QVBoxLayout& column, const QString& title, const QString& copy, int stretch) {
    auto* field = new QPlainTextEdit(this);
    field->setReadOnly(true);
    field->setTabChangesFocus(true);
    field->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    field->setLineWrapMode(QPlainTextEdit::NoWrap);
    field->setAccessibleName(title);
    auto* heading = new QLabel(title, this);
    heading->setBuddy(field);
    heading->setWordWrap(true);
    auto bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    auto* button = new QPushButton(
        icon(QStringLiteral("copy"), QPalette::ButtonText), tr("Copy"), this);
    button->setAccessibleName(copy);
    button->setToolTip(copy);
    connect(button, &QPushButton::clicked, this,
        [field] { QGuiApplication::clipboard()->setText(field->toPlainText()); });
    auto* bar = new QHBoxLayout;
    bar->addWidget(heading, 1);
    bar->addWidget(button);
    column.addLayout(bar);
    column.addWidget(field, stretch);
    return field;
}

void SpecPreview::setJob(const spec::JobText& job) {
    put(m_yaml, text(spec::yamlText(job)));
    put(m_line, text(spec::commandLine(job, kOneALine)));
}

QString SpecPreview::yaml() const {
    return m_yaml->toPlainText();
}

QString SpecPreview::commandLine() const {
    return m_line->toPlainText();
}

} // namespace muster::widgets

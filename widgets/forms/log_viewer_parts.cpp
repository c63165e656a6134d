// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What LogViewer is made of.
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/forms/empty_state.h"
#include "widgets/forms/failure_card.h"
#include "widgets/forms/log_search_bar.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/forms/pattern_field.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

LogViewer::LogViewer(QWidget* parent)
    : QWidget(parent), m_row(new QHBoxLayout), m_title(new QLabel(this)),
      m_task(new QComboBox(this)), m_streams(new QComboBox(this)), m_tail(new QComboBox(this)),
      m_wrap(new QCheckBox(tr("Wrap"), this)), m_times(new QCheckBox(tr("Time"), this)),
      m_follow(new QCheckBox(tr("Follow"), this)), m_find(new QToolButton(this)),
      m_save(new QToolButton(this)), m_saveShown(nullptr), m_failure(new FailureCard(this)),
      m_bar(new LogSearchBar(this)), m_stack(new QStackedWidget(this)),
      m_text(new LogText(m_lines, m_stack)), m_empty(new EmptyState(m_stack)),
      m_newLines(new QPushButton(m_text)), m_status(new QLabel(this)) {
    buildChoices();
    buildSave();
    buildBar();
    m_stack->addWidget(m_text);
    m_stack->addWidget(m_empty);
    m_bar->hide();
    m_newLines->hide();
    m_newLines->setToolTip(tr("Follow new output again (End)"));
    m_newLines->setCursor(Qt::ArrowCursor);
    auto loud = m_newLines->font();
    loud.setBold(true);
    m_newLines->setFont(loud);
    m_status->setWordWrap(true);
    m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->installEventFilter(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(m_row);
    column->addWidget(m_failure);
    column->addWidget(m_bar);
    column->addWidget(m_stack, 1);
    column->addWidget(m_status);
    connectParts();
    showTasks();
    showChoices();
    showStatus();
}

void LogViewer::buildChoices() {
    using Streams = LogSettings::Streams;
    m_streams->addItem(tr("stdout and stderr"), static_cast<int>(Streams::Both));
    m_streams->addItem(QStringLiteral("stdout"), static_cast<int>(Streams::Out));
    m_streams->addItem(QStringLiteral("stderr"), static_cast<int>(Streams::Error));
    m_streams->setAccessibleName(tr("Stream"));
    for (const qint64 bytes : {64 << 10, 256 << 10, 1 << 20, 16 << 20}) {
        m_tail->addItem(tr("Last %1").arg(QLocale().formattedDataSize(bytes, 0)), bytes);
    }
    m_tail->addItem(tr("All output"), qint64{0});
    m_tail->setAccessibleName(tr("Amount to load"));
    m_tail->setToolTip(tr("How much of each file to load; new output is always added"));
    m_task->setAccessibleName(tr("Task"));
    m_wrap->setToolTip(tr("Break long lines"));
    m_times->setToolTip(
        tr("Time when each line was received; lines written before the log was opened have none"));
    m_follow->setChecked(true);
    m_follow->setToolTip(tr("Follow new output (End)"));
    showTasks();
}

void LogViewer::buildSave() {
    m_save->setText(tr("Save"));
    m_save->setToolTip(tr("Save or copy the lines"));
    m_save->setPopupMode(QToolButton::InstantPopup);
    m_save->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(m_save);
    connect(menu->addAction(tr("Save all lines…")), &QAction::triggered, this,
        [this] { emit saveWanted(false); });
    m_saveShown = menu->addAction(tr("Save visible lines…"));
    connect(m_saveShown, &QAction::triggered, this, [this] { emit saveWanted(true); });
    menu->addSeparator();
    connect(menu->addAction(tr("Copy visible lines")), &QAction::triggered, this,
        [this] { QGuiApplication::clipboard()->setText(QString::fromUtf8(m_text->textOf(true))); });
    m_save->setMenu(menu);
}

void LogViewer::buildBar() {
    m_title->setWordWrap(true);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_find->setText(tr("Find"));
    m_find->setToolTip(tr("Search and filter (Ctrl+F)"));
    m_find->setIcon(icon(QStringLiteral("search"), palette().color(QPalette::ButtonText)));
    m_find->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_find->setCheckable(true);
    m_find->setFocusPolicy(Qt::StrongFocus);
    m_row->addWidget(m_title, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{
             m_task, m_streams, m_tail, m_times, m_wrap, m_follow, m_find, m_save}) {
        m_row->addWidget(part);
    }
}

void LogViewer::addAction(QAction* action) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setFocusPolicy(Qt::StrongFocus);
    m_row->addWidget(button);
}

void LogViewer::connectParts() {
    connect(&m_pump, &QTimer::timeout, this, &LogViewer::pump);
    connect(m_task, qOverload<int>(&QComboBox::currentIndexChanged), this, &LogViewer::restart);
    connect(m_streams, qOverload<int>(&QComboBox::currentIndexChanged), this,
        &LogViewer::changeSettings);
    connect(
        m_tail, qOverload<int>(&QComboBox::currentIndexChanged), this, &LogViewer::changeSettings);
    connect(m_wrap, &QCheckBox::toggled, this, &LogViewer::changeSettings);
    connect(m_times, &QCheckBox::toggled, this, &LogViewer::changeSettings);
    connect(m_follow, &QCheckBox::toggled, m_text, &LogText::setFollowing);
    connect(m_text, &LogText::followingChanged, m_follow, &QCheckBox::setChecked);
    connect(m_text, &LogText::behind, &m_pump, qOverload<>(&QTimer::start));
    connect(m_text, &LogText::statusChanged, this, &LogViewer::showStatus);
    connect(m_newLines, &QPushButton::clicked, this, [this] {
        m_text->setFollowing(true);
        m_text->setFocus();
    });
    connect(m_find, &QToolButton::clicked, this,
        [this](bool open) { open ? openSearch() : closeSearch(); });
    connect(m_bar, &LogSearchBar::closed, this, &LogViewer::closeSearch);
    connect(m_bar, &LogSearchBar::findWanted, m_text, &LogText::find);
    connect(m_bar, &LogSearchBar::optionsChanged, this, &LogViewer::changeSettings);
    connect(m_bar, &LogSearchBar::searchWanted, m_text, &LogText::setSearch);
    connect(m_bar, &LogSearchBar::filterWanted, m_text, &LogText::setFilter);
    connect(m_empty, &EmptyState::buttonClicked, this, [this] {
        m_bar->filter().setText({});
        m_text->setFocus();
    });
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/log_viewer.h"

#include <algorithm>

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/forms/failure_card.h"
#include "widgets/forms/log_search_bar.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/pattern_field.h"
#include "widgets/tables/empty_state.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {
constexpr int kBudgetMs = 12; // of the window's thread, at once
constexpr int kPiece = 32 << 10; // bytes between two looks at the clock
constexpr int kSearch = static_cast<int>(Qt::CTRL) | static_cast<int>(Qt::Key_F);
} // namespace

void LogViewer::setSubject(
    const QString& subject, const QString& title, const std::vector<LogTask>& tasks) {
    m_title->setText(title);
    m_title->setToolTip(title);
    if (subject != m_subject) {
        m_subject = subject;
        m_tasks = tasks;
        showTasks();
        return restart();
    }
    const auto before = m_tasks.size();
    for (const auto& task : tasks) {
        if (std::find(m_tasks.begin(), m_tasks.end(), task) == m_tasks.end()) {
            m_tasks.push_back(task);
        }
    }
    if (m_tasks.size() == before) {
        return;
    }
    const bool all = m_task->currentIndex() <= 0;
    showTasks();
    if (before == 0) {
        restart();
    } else if (all) {
        showMarks();
        emit moreWanted(request());
    }
}

LogRequest LogViewer::request() const {
    LogRequest request{{}, m_settings.streams, m_settings.tailBytes};
    const int chosen = m_task->currentIndex();
    for (std::size_t i = 0; i < m_tasks.size(); ++i) {
        if (chosen <= 0 || static_cast<std::size_t>(chosen) == i + 1) {
            request.tasks.push_back(m_tasks[i].key);
        }
    }
    return request;
}

void LogViewer::restart() {
    m_waiting.clear();
    m_lines.clear();
    m_text->restart();
    m_text->setFollowing(true);
    m_skipped = 0;
    m_notice.clear();
    showMarks();
    showStatus();
    if (m_tasks.empty()) {
        emit unwanted();
    } else {
        emit wanted(request());
    }
}

void LogViewer::showMarks() {
    LogText::Marks marks;
    marks.times = m_settings.times;
    marks.streams = m_settings.streams == LogSettings::Streams::Both;
    if (m_tasks.size() > 1 && m_task->currentIndex() <= 0) {
        for (const auto& task : m_tasks) {
            marks.tasks << task.name;
        }
    }
    m_text->setMarks(marks);
}

// One task needs no choice. The chosen one stays chosen.
void LogViewer::showTasks() {
    const QSignalBlocker quiet(m_task);
    const auto chosen = m_task->currentIndex() > 0 ? m_task->currentData() : QVariant();
    m_task->clear();
    m_task->addItem(tr("All %n tasks", nullptr, static_cast<int>(m_tasks.size())));
    for (const auto& task : m_tasks) {
        m_task->addItem(task.name, task.key);
    }
    m_task->setCurrentIndex(chosen.isValid() ? std::max(0, m_task->findData(chosen)) : 0);
    m_task->setVisible(m_tasks.size() > 1);
}

void LogViewer::setSettings(const LogSettings& settings) {
    if (settings == m_settings) {
        return;
    }
    const bool other
        = settings.streams != m_settings.streams || settings.tailBytes != m_settings.tailBytes;
    m_settings = settings;
    showChoices();
    if (other) {
        restart();
    } else {
        showMarks();
    }
}

void LogViewer::showChoices() {
    const QSignalBlocker quietStreams(m_streams);
    const QSignalBlocker quietTail(m_tail);
    const QSignalBlocker quietWrap(m_wrap);
    const QSignalBlocker quietTimes(m_times);
    m_streams->setCurrentIndex(m_streams->findData(static_cast<int>(m_settings.streams)));
    m_tail->setCurrentIndex(std::max(0, m_tail->findData(m_settings.tailBytes)));
    m_settings.tailBytes = m_tail->currentData().toLongLong();
    m_wrap->setChecked(m_settings.wrap);
    m_times->setChecked(m_settings.times);
    m_text->setLineWrapMode(m_settings.wrap ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
    m_bar->apply(m_settings);
}

void LogViewer::changeSettings() {
    auto settings = m_settings;
    settings.streams = static_cast<LogSettings::Streams>(m_streams->currentData().toInt());
    settings.tailBytes = m_tail->currentData().toLongLong();
    settings.wrap = m_wrap->isChecked();
    settings.times = m_times->isChecked();
    m_bar->writeTo(settings);
    if (settings != m_settings) {
        setSettings(settings);
        emit settingsChanged();
    }
}

void LogViewer::append(models::LogSource source, const QByteArray& bytes, qint64 atMs) {
    for (int at = 0; at < bytes.size(); at += kPiece) {
        m_waiting.push_back({source, bytes.mid(at, kPiece), atMs});
    }
    m_pump.start();
}

// A little, then the window's other events, then the next little.
void LogViewer::pump() {
    QElapsedTimer clock;
    clock.start();
    bool done = m_text->advance(kBudgetMs);
    while (done && !m_waiting.empty() && clock.elapsed() < kBudgetMs) {
        const auto& [source, bytes, atMs] = m_waiting.front();
        m_lines.append(source, {bytes.constData(), static_cast<std::size_t>(bytes.size())}, atMs);
        m_waiting.pop_front();
        done = m_text->advance(std::max(0, kBudgetMs - static_cast<int>(clock.elapsed())));
    }
    if (done && m_waiting.empty()) {
        m_pump.stop();
        showStatus();
    }
}

void LogViewer::setSkipped(qint64 bytes) {
    m_skipped = bytes;
    showStatus();
}

void LogViewer::setNotice(const QString& notice) {
    m_notice = notice;
    showStatus();
}

void LogViewer::showStatus() {
    const QLocale locale;
    QStringList facts;
    if (m_lines.end() > m_lines.begin()) {
        facts << tr("%1 lines").arg(locale.toString(m_text->shown()));
    }
    if (m_text->hidden() > 0) {
        facts << tr("%1 hidden by the filter").arg(locale.toString(m_text->hidden()));
    }
    if (m_lines.begin() > 0) {
        facts << tr("%1 older lines dropped, the newest %2 are kept")
                     .arg(locale.toString(m_lines.begin()),
                         locale.toString(m_lines.end() - m_lines.begin()));
    }
    if (m_skipped > 0) {
        facts << tr("%1 before them not loaded").arg(locale.formattedDataSize(m_skipped, 0));
    }
    if (!m_notice.isEmpty()) {
        facts << m_notice;
    }
    m_status->setText(facts.join(QStringLiteral(" · ")));
    m_status->setVisible(!facts.isEmpty());
    m_bar->setMatches(m_text->currentMatch(), m_text->matches());
    m_saveShown->setEnabled(m_text->hidden() > 0);
    m_newLines->setText(tr("↓ %Ln new lines", nullptr, static_cast<int>(m_text->unseen())));
    m_newLines->setVisible(!m_text->isFollowing() && m_text->unseen() > 0);
    placeNewLines();
    showEmpty();
}

void LogViewer::showEmpty() {
    const auto lines = m_lines.end() - m_lines.begin();
    const auto icon = QStringLiteral("log");
    if (m_tasks.empty()) {
        m_empty->setTexts(icon, m_title->text(), tr("The output appears here once it runs"));
    } else if (lines == 0) {
        m_empty->setTexts(icon, tr("No output"),
            m_notice.isEmpty() ? tr("Nothing has been written so far") : m_notice);
    } else if (m_text->shown() == 0) {
        m_empty->setTexts(QStringLiteral("search"),
            tr("0 of %1 lines match").arg(QLocale().toString(lines)),
            tr("The filter hides all lines"), tr("Clear filter"));
    }
    const bool empty = m_tasks.empty() || (m_text->shown() == 0 && isSettled());
    m_stack->setCurrentWidget(empty ? static_cast<QWidget*>(m_empty) : m_text);
}

QString LogViewer::text() const {
    return m_text->shown() == 0 ? QString() : m_text->toPlainText();
}

QByteArray LogViewer::textToSave(bool filtered) const {
    return m_text->textOf(filtered);
}

QString LogViewer::statusText() const {
    return m_status->text();
}

void LogViewer::openSearch() {
    m_bar->show();
    m_find->setChecked(true);
    m_bar->search().field().setFocus(Qt::ShortcutFocusReason);
    m_bar->search().field().selectAll();
}

// What is hidden by a filter that nobody sees would be missed.
void LogViewer::closeSearch() {
    m_bar->clear();
    m_bar->hide();
    m_find->setChecked(false);
    m_text->setFocus();
}

// These keys belong to the log while the keyboard is in it, not to the window's filter.
bool LogViewer::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto& press = *static_cast<QKeyEvent*>(event);
        const auto keys = press.key() | static_cast<int>(press.modifiers());
        if (keys == kSearch || press.key() == Qt::Key_Slash || press.key() == Qt::Key_Escape) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void LogViewer::keyPressEvent(QKeyEvent* event) {
    const auto keys = event->key() | static_cast<int>(event->modifiers());
    if (keys == kSearch || event->key() == Qt::Key_Slash) {
        openSearch();
    } else if (event->key() == Qt::Key_F3) {
        m_text->find(!event->modifiers().testFlag(Qt::ShiftModifier));
    } else if (event->key() == Qt::Key_Escape && m_bar->isVisible()) {
        closeSearch();
    } else if (event->key() == Qt::Key_Escape) {
        emit left();
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool LogViewer::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_text && event->type() == QEvent::Resize) {
        placeNewLines();
    }
    return QWidget::eventFilter(watched, event);
}

void LogViewer::placeNewLines() {
    m_newLines->resize(m_newLines->sizeHint());
    const auto& room = m_text->geometry();
    const int below
        = m_text->horizontalScrollBar()->isVisible() ? m_text->horizontalScrollBar()->height() : 0;
    m_newLines->move(
        (room.width() - m_newLines->width()) / 2, room.height() - below - m_newLines->height() - 8);
}

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

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/filter_box.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWhatsThis>

#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {

constexpr int kCharacters = 50;
constexpr int kCompletedFrom = 2; // letters

// Outlined while its words are wrong, beside the icon and the sentence.
class OutlinedField : public QLineEdit {
public:
    using QLineEdit::QLineEdit;
    void setWrong(bool wrong) {
        m_wrong = wrong;
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override {
        QLineEdit::paintEvent(event);
        if (m_wrong) {
            QPainter painter(this);
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(markColour(models::Mark::Bad, palette()), 2));
            painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 2, 2);
        }
    }

private:
    bool m_wrong = false;
};

} // namespace

FilterBox::FilterBox(const std::vector<FilterColumn>& columns, QWidget* parent)
    : QWidget(parent), m_columns(columns), m_field(new OutlinedField(this)),
      m_errorIcon(new QLabel(this)), m_error(new QLabel(this)),
      m_symbol(m_field->addAction(QIcon(), QLineEdit::LeadingPosition)),
      m_completer(new QCompleter(this)) {
    QStringList keys;
    for (const auto& column : columns) {
        for (const auto& key : column.keys) {
            keys << key + QLatin1String(column.measure == models::Measure::Text ? ":" : ">");
        }
    }
    keys.sort();
    m_completer->setModel(new QStringListModel(keys, m_completer));
    m_completer->setWidget(m_field);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    buildLayout();
    connect(&m_pause, &QTimer::timeout, this, &FilterBox::want);
    connect(m_field, &QLineEdit::textEdited, this, [this] {
        m_pause.start();
        complete();
    });
    connect(m_field, &QLineEdit::textChanged, this, [this] {
        if (!m_pause.isActive()) { // not typed: cleared, or set by the program
            want();
        }
    });
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this,
        &FilterBox::insertCompletion);
    paintState();
}

void FilterBox::buildLayout() {
    m_symbol->setText(tr("Filter"));
    m_field->setPlaceholderText(tr("Filter (Ctrl+F), F1 for help"));
    m_field->setClearButtonEnabled(true);
    m_field->setAccessibleName(tr("Filter"));
    m_field->setAccessibleDescription(tr("Words, !not, /regex/, column:word, column>number"));
    m_field->setMaxLength(Filter::kLongest);
    m_field->setMaximumWidth(fontMetrics().averageCharWidth() * kCharacters);
    m_field->installEventFilter(this);
    auto* help = new QToolButton(this);
    help->setText(QStringLiteral("?"));
    help->setAutoRaise(true);
    help->setToolTip(tr("Filter syntax (F1)"));
    help->setAccessibleName(tr("Help on filters"));
    connect(help, &QToolButton::clicked, this, &FilterBox::showHelp);
    m_error->setWordWrap(true);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* fieldRow = new QHBoxLayout;
    fieldRow->addWidget(m_field, 1);
    fieldRow->addWidget(help);
    fieldRow->addStretch();
    auto* errorRow = new QHBoxLayout;
    errorRow->addWidget(m_errorIcon, 0, Qt::AlignTop);
    errorRow->addWidget(m_error, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(fieldRow);
    column->addLayout(errorRow);
    m_error->hide();
    m_errorIcon->hide();
}

void FilterBox::setError(const QString& sentence) {
    m_error->setText(sentence);
    m_error->setVisible(!sentence.isEmpty());
    m_errorIcon->setVisible(!sentence.isEmpty());
    static_cast<OutlinedField*>(m_field)->setWrong(!sentence.isEmpty());
    paintState();
}

QString FilterBox::error() const {
    return m_error->text();
}

void FilterBox::paintState() {
    const auto warning = icon(QStringLiteral("warning"), markColour(models::Mark::Bad, palette()));
    const auto search = icon(QStringLiteral("search"), palette().color(QPalette::PlaceholderText));
    constexpr int kSize = 16;
    m_errorIcon->setPixmap(warning.pixmap(kSize, kSize));
    m_symbol->setIcon(error().isEmpty() ? search : warning);
}

void FilterBox::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        paintState();
    }
}

void FilterBox::want() {
    m_pause.stop();
    emit filterWanted(m_field->text());
}

bool FilterBox::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_field && event->type() == QEvent::FocusIn) {
        emit entered();
    }
    // F1 is the window's, too: here the field has it.
    if (watched == m_field && event->type() == QEvent::ShortcutOverride
        && static_cast<QKeyEvent*>(event)->key() == Qt::Key_F1) {
        event->accept();
        return true;
    }
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_F1) {
            showHelp();
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Down) {
            want();
            emit finished();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

// Of the word at the cursor, as long as it can be a column's name.
void FilterBox::complete() {
    static const QRegularExpression name(QStringLiteral("(?:^|[\\s!])([A-Za-z_]+)$"));
    const auto typed = name.match(m_field->text().left(m_field->cursorPosition())).captured(1);
    m_completer->setCompletionPrefix(typed);
    if (typed.size() < kCompletedFrom || m_completer->completionCount() == 0) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->complete();
}

void FilterBox::insertCompletion(const QString& key) {
    const int end = m_field->cursorPosition();
    m_field->setSelection(
        end - m_completer->completionPrefix().size(), m_completer->completionPrefix().size());
    m_field->insert(key);
}

QString FilterBox::helpText() const {
    QStringList keys;
    for (const auto& column : m_columns) {
        keys += column.keys;
    }
    const auto row = [](const char* example, const QString& meaning) {
        return QStringLiteral("<tr><td><code>%1</code>&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
            .arg(QString::fromLatin1(example).toHtmlEscaped(), meaning.toHtmlEscaped());
    };
    auto html = QStringLiteral("<table cellspacing=2>");
    html += row("node1 running", tr("rows that contain both words"))
        + row("\"two words\"", tr("with the space between them"))
        + row("!failed", tr("rows without it; ! negates any condition"))
        + row("/^node[12]$/", tr("a regular expression that matches any cell"))
        + row("state:running", tr("in that column only")) + row("user:me", tr("your own"))
        + row("gpu>80  mem>=40G  free=0", tr("numbers: > >= < <= = !="))
        + row("age<2h  ran>1d12h", tr("times: s, m, h, d, w"));
    return html
        + QStringLiteral("</table><p>%1<br>%2</p>")
              .arg(tr("Columns of this list:"), keys.join(QStringLiteral(", ")));
}

void FilterBox::showHelp() {
    QWhatsThis::showText(m_field->mapToGlobal(m_field->rect().bottomLeft()), helpText(), m_field);
}

} // namespace muster::widgets

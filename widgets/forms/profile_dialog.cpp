// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/profile_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/forms/tab_order.h"
#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {

constexpr int kFieldCharacters = 75;

struct Stripe {
    const char* word;
    const char* colour;
};

// Wong's, as everywhere.
constexpr Stripe kStripes[] = {
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "None"), ""},
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "Blue"), "#0072b2"},
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "Green"), "#009e73"},
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "Yellow"), "#f0e442"},
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "Orange"), "#e69f00"},
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "Red"), "#d55e00"},
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "Purple"), "#cc79a7"},
    {QT_TRANSLATE_NOOP("muster::widgets::ProfileDialog", "Grey"), "#8a8a8a"},
};

QIcon sample(const QString& colour) {
    QPixmap pixmap(32, 32);
    pixmap.fill(colour.isEmpty() ? QColor(Qt::transparent) : QColor(colour));
    return QIcon(pixmap);
}

} // namespace

ProfileDialog::ProfileDialog(const ProfileDraft& draft, QStringList taken, QWidget* parent)
    : QDialog(parent), m_taken(std::move(taken)), m_name(new QLineEdit(this)),
      m_address(new QLineEdit(this)), m_tokenFile(new QLineEdit(this)),
      m_token(new QLineEdit(this)), m_caFile(new QLineEdit(this)), m_colour(new QComboBox(this)),
      m_test(new QPushButton(tr("&Test the connection"), this)), m_save(nullptr),
      m_resultIcon(new QLabel(this)), m_result(new QLabel(this)) {
    setWindowTitle(
        draft.name.isEmpty() ? tr("Connect to a cluster") : tr("Edit %1").arg(draft.name));
    auto* form = new QFormLayout;
    buildFields(*form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_result->setWordWrap(true);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_result->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_result->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* result = new QHBoxLayout;
    result->addWidget(m_test, 0, Qt::AlignTop);
    result->addWidget(m_resultIcon, 0, Qt::AlignVCenter);
    result->addWidget(m_result, 1);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addLayout(form);
    column->addLayout(result);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] { emit saveWanted(this->draft()); });
    connect(m_test, &QPushButton::clicked, this, [this] { emit testWanted(this->draft()); });
    orderTabs(*this);
    setDraft(draft);
}

void ProfileDialog::buildFields(QFormLayout& form) {
    m_name->setPlaceholderText(tr("Name of the cluster, for example lab"));
    m_address->setPlaceholderText(tr("gpu.example.org:5050 or https://gpu.example.org:5050"));
    m_token->setEchoMode(QLineEdit::Password);
    m_token->setPlaceholderText(
        tr("Or paste the token; it is stored in a file that only you can read"));
    m_caFile->setPlaceholderText(
        tr("Only needed if the certificate is signed by a private authority"));
    m_name->setMinimumWidth(fontMetrics().averageCharWidth() * kFieldCharacters);
    buildColours();
    form.addRow(tr("&Name"), m_name);
    form.addRow(tr("&Address"), m_address);
    addFile(form, tr("Token &file"), m_tokenFile, tr("The file with the token"));
    form.addRow(tr("T&oken"), m_token);
    addFile(form, tr("CA f&ile"), m_caFile, tr("The certificate authority"));
    form.addRow(tr("Co&lour"), m_colour);
    const auto name = [](QWidget* field, const QString& words) { field->setAccessibleName(words); };
    name(m_name, tr("Name"));
    name(m_address, tr("Address"));
    name(m_tokenFile, tr("Token file"));
    name(m_token, tr("Token"));
    name(m_caFile, tr("CA file"));
    name(m_colour, tr("Colour of the stripe at the window's edge"));
    m_colour->setToolTip(m_colour->accessibleName());
    for (auto* field : {m_name, m_address, m_tokenFile, m_token, m_caFile}) {
        connect(field, &QLineEdit::textChanged, this, &ProfileDialog::onEdited);
    }
}

void ProfileDialog::buildColours() {
    for (const auto& stripe : kStripes) {
        const auto colour = QString::fromLatin1(stripe.colour);
        m_colour->addItem(sample(colour), tr(stripe.word), colour);
    }
}

void ProfileDialog::addFile(
    QFormLayout& form, const QString& words, QLineEdit* field, const QString& title) {
    auto* browse = new QPushButton(tr("Browse…"), this);
    browse->setAutoDefault(false);
    browse->setAccessibleName(tr("Browse: %1").arg(title));
    auto* row = new QHBoxLayout;
    row->addWidget(field, 1);
    row->addWidget(browse);
    auto* label = new QLabel(words, this);
    label->setBuddy(field);
    form.addRow(label, row);
    connect(browse, &QPushButton::clicked, this, [this, field, title] {
        auto* dialog = new QFileDialog(this, title, field->text());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, field, &QLineEdit::setText);
        dialog->open();
    });
}

ProfileDraft ProfileDialog::draft() const {
    return {m_name->text().trimmed(), m_address->text().trimmed(), m_tokenFile->text().trimmed(),
        m_token->text().trimmed(), m_caFile->text().trimmed(), m_colour->currentData().toString()};
}

void ProfileDialog::setDraft(const ProfileDraft& draft) {
    m_name->setText(draft.name);
    m_address->setText(draft.address);
    m_tokenFile->setText(draft.tokenFile);
    m_token->setText(draft.token);
    m_caFile->setText(draft.caFile);
    if (m_colour->findData(draft.colour) < 0) {
        m_colour->addItem(sample(draft.colour), draft.colour, draft.colour);
    }
    m_colour->setCurrentIndex(m_colour->findData(draft.colour));
    onEdited();
}

QString ProfileDialog::problem() const {
    const auto typed = draft();
    if (typed.name.isEmpty()) {
        return tr("Enter a name");
    }
    if (m_taken.contains(typed.name)) {
        return tr("Another cluster is named %1").arg(typed.name);
    }
    if (typed.address.isEmpty()) {
        return tr("Enter the address of the master");
    }
    return typed.token.isEmpty() || typed.tokenFile.isEmpty()
        ? QString()
        : tr("Enter the token or its file, not both");
}

void ProfileDialog::onEdited() {
    const auto what = problem();
    m_save->setEnabled(what.isEmpty());
    m_save->setToolTip(what);
    m_test->setEnabled(!draft().address.isEmpty());
    const bool begun = !draft().name.isEmpty() || !draft().address.isEmpty();
    showResult(models::Mark::None, begun ? what : QString());
}

void ProfileDialog::showResult(models::Mark mark, const QString& words) {
    m_mark = mark;
    m_result->setText(words);
    m_result->setAccessibleName(words);
    paintResult();
}

QString ProfileDialog::resultText() const {
    return m_result->text();
}

void ProfileDialog::paintResult() {
    const int side = fontMetrics().height();
    m_resultIcon->setVisible(m_mark != models::Mark::None);
    m_resultIcon->setPixmap(markIcon(m_mark, palette()).pixmap(side, side));
}

void ProfileDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        paintResult();
    }
    QDialog::changeEvent(event);
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/submit/spec_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/forms/submit/spec_preview.h"
#include "widgets/forms/tab_order.h"

namespace muster::widgets {

SpecDialog::SpecDialog(const QString& job, const spec::JobText& text, bool whole, QWidget* parent)
    : QDialog(parent), m_preview(new SpecPreview(this)) {
    setWindowTitle(tr("Spec of %1").arg(job));
    m_preview->setJob(text);
    auto* column = new QVBoxLayout(this);
    if (!whole) {
        auto* note = new QLabel(
            tr("The job has settings that cannot be shown here: this spec is incomplete."), this);
        note->setWordWrap(true);
        column->addWidget(note);
    }
    column->addWidget(m_preview, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* clone = buttons->addButton(tr("Clone and edit"), QDialogButtonBox::ActionRole);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(clone, &QPushButton::clicked, this, [this] {
        emit cloneWanted();
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    orderTabs(*this);
    resize(fontMetrics().averageCharWidth() * 84, fontMetrics().lineSpacing() * 34);
}

} // namespace muster::widgets

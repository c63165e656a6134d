// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

#include "core/spec/job_text.h"

namespace muster::widgets {

class SpecPreview;

// What was submitted as a job, to be read, copied or taken as the beginning of another one.
class SpecDialog : public QDialog {
    Q_OBJECT
public:
    // `whole`: nothing of it is left out here.
    SpecDialog(
        const QString& job, const spec::JobText& text, bool whole, QWidget* parent = nullptr);

    const SpecPreview& preview() const { return *m_preview; }

signals:
    void cloneWanted();

private:
    SpecPreview* m_preview;
};

} // namespace muster::widgets

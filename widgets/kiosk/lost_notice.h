// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/kiosk/wall_page.h"

namespace muster::widgets {

// In place of pages whose figures are too old to be shown: that nobody is connected, why, since
// when and what comes next.
class LostNotice : public WallPage {
    Q_OBJECT
public:
    struct Texts {
        QString headline; // "Not connected"
        QString cause;
        QString since;
        QString next; // "Next attempt in 12 s"
        bool operator==(const Texts&) const = default;
    };

    explicit LostNotice(QWidget* parent = nullptr);

    void setTexts(const Texts& texts);
    const Texts& texts() const { return m_texts; }

protected:
    void paint(QPainter& painter) override;

private:
    Texts m_texts;
};

} // namespace muster::widgets

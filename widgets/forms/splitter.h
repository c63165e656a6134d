// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSplitter>

namespace muster::widgets {

// A QSplitter whose dividers Tab reaches and the arrow keys move. No part collapses.
class Splitter : public QSplitter {
    Q_OBJECT
public:
    static constexpr int kStep = 24; // px that a key moves a divider

    explicit Splitter(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    QSplitterHandle* createHandle() override;
};

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFocusFrame>
#include <QPointer>

namespace muster::widgets {

// Shows which list, text or scrolled part has the focus, once somebody uses the keyboard in its
// window: Fusion shows it on buttons and fields only. One for the whole application, a line within
// the edge of what has the focus. A QFocusFrame, so that screen readers pass over it.
class FocusRing : public QObject {
    Q_OBJECT
public:
    explicit FocusRing(QObject* parent); // REQUIRES: an application
    ~FocusRing() override;

private:
    void follow(QWidget* now);

    QPointer<QWidget> m_ring;
};

} // namespace muster::widgets

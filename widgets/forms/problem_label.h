// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace muster::widgets {

// What is wrong with a field or a form, in the tone for that of whichever theme is on. Takes no
// room while there is nothing to say.
class ProblemLabel : public QLabel {
    Q_OBJECT
public:
    explicit ProblemLabel(QWidget* parent = nullptr);

    void say(const QString& words, bool good = false); // good: in the tone of other words

protected:
    void changeEvent(QEvent* event) override;

private:
    void wear();

    bool m_good = false;
};

} // namespace muster::widgets

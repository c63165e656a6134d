// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/kiosk/wall_page.h"

namespace muster::widgets {

// Above every page: whose figures these are, what they show, how old they are, and the time.
class WallHeader : public WallPage {
    Q_OBJECT
public:
    struct Texts {
        QString cluster;
        QString page;
        QString age; // "Data 1 s old"
        QString clock;
        bool old = false; // the age is one to look at
        bool operator==(const Texts&) const = default;
    };

    explicit WallHeader(QWidget* parent = nullptr);

    int wantedHeight() const;
    void setTexts(const Texts& texts);
    const Texts& texts() const { return m_texts; }

protected:
    void paint(QPainter& painter) override;

private:
    int paintAge(QPainter& painter, const QRect& box);

    Texts m_texts;
};

// Below every page: one dot for each page, and why the pages do not turn.
class WallFooter : public WallPage {
    Q_OBJECT
public:
    explicit WallFooter(QWidget* parent = nullptr);

    int wantedHeight() const { return type().line; }
    // `current` outside [0, pages): a page that is not among them.
    void setDots(int pages, int current);
    void setNote(const QString& note);
    QString note() const { return m_note; }

protected:
    void paint(QPainter& painter) override;

private:
    int m_pages = 0;
    int m_current = 0;
    QString m_note;
};

} // namespace muster::widgets

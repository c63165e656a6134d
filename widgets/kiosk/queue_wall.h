// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/kiosk/wall_page.h"
#include "widgets/models/wall.h"

namespace muster::widgets {

// The jobs that wait, with the reason, and those that run: as many as are readable, and how many
// more there are.
class QueueWall : public WallPage {
    Q_OBJECT
public:
    explicit QueueWall(QWidget* parent = nullptr);

    int rows() const; // of each kind that have room at most
    void setQueue(models::WallQueue queue);
    void setNow(qint64 nowMs); // ages are counted to

protected:
    void paint(QPainter& painter) override;

private:
    struct Column {
        QString heading;
        QString subheading;
        QString empty; // instead of rows
        const std::vector<models::WallJob>& jobs;
        int inAll = 0;
        int lines = 1; // of a job's detail
    };

    QSize half() const; // of each column
    int rowHeight(int lines) const;
    int headHeight() const;
    void paintColumn(QPainter& painter, const QRect& box, const Column& column);
    void paintJob(QPainter& painter, const QRect& box, const models::WallJob& job, int lines);

    models::WallQueue m_queue;
    qint64 m_nowMs = 0;
};

} // namespace muster::widgets

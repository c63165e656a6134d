// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include "app/console/kiosk/data_age.h"
#include "app/console/kiosk/kiosk_options.h"
#include "app/console/kiosk/rotation.h"
#include "app/console/link/link.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/heat_map_model.h"

namespace muster::widgets {
class AlertWall;
class GpuWall;
class LostNotice;
class NightVeil;
class OverviewWall;
class QueueWall;
class StaleVeil;
class WallFooter;
class WallHeader;
class WallPage;
} // namespace muster::widgets

namespace muster::console {

// The wall view: pages that turn by themselves, for people who stand five metres away and touch
// nothing. Once a second it looks at the time and at what has changed; a page that is not shown
// costs nothing.
class WallWindow : public QWidget {
    Q_OBJECT
public:
    struct Moment {
        std::chrono::milliseconds steady; // of a clock that never goes back
        QDateTime wall;
    };
    static constexpr int kCursorMs = 3'000;

    WallWindow(models::ClusterState& state, Link& link, const KioskOptions& options);
    ~WallWindow() override;

    void start(); // looks by itself from now on
    void look(const Moment& now); // what `start` does each second

    WallPlace place() const { return m_place; }
    DataAge::Freshness freshness() const { return m_freshness; }
    widgets::WallHeader& header() { return *m_header; }
    widgets::WallPage& page(WallPageId id) const;
    bool isDimmed() const;

signals:
    void freshnessChanged(const QString& words); // for the service manager, in English

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    std::chrono::milliseconds steadyNow() const;
    void onPhase();
    void onChanged(const models::Changes& changes);
    void layOut();
    void turn(const Moment& now);
    void refresh(qint64 wallMs);
    void judge(const Moment& now);
    void showNotice(const Moment& now);
    void showHeader(const Moment& now);
    qint64 dataFrom(const Moment& now) const; // ms since 1970; 0: nothing was ever heard
    void hideCursorSoon();

    models::ClusterState& m_state;
    Link& m_link;
    KioskOptions m_options;
    models::HeatMapModel m_heat;
    QElapsedTimer m_clock;
    Rotation m_rotation;
    DataAge m_age;
    DataAge::Freshness m_freshness = DataAge::Freshness::None;
    WallPlace m_place;
    std::vector<std::pair<int, int>> m_gpuScreens; // first tile and tiles
    bool m_dirty = true;
    qint64 m_startedMs = 0;
    QPoint m_shift;
    QTimer m_second;
    QTimer m_cursor;

    widgets::WallHeader* m_header;
    widgets::WallFooter* m_footer;
    widgets::OverviewWall* m_overview;
    widgets::GpuWall* m_gpus;
    widgets::QueueWall* m_queue;
    widgets::AlertWall* m_alerts;
    widgets::LostNotice* m_notice;
    widgets::StaleVeil* m_veil;
    widgets::NightVeil* m_night;
};

} // namespace muster::console

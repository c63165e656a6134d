// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/kiosk/wall_window.h"

#include <algorithm>

#include <QIcon>
#include <QPainter>

#include "app/console/kiosk/burn_in.h"
#include "core/proto/live_row.h"
#include "widgets/kiosk/alert_wall.h"
#include "widgets/kiosk/gpu_wall.h"
#include "widgets/kiosk/lost_notice.h"
#include "widgets/kiosk/overview_wall.h"
#include "widgets/kiosk/queue_wall.h"
#include "widgets/kiosk/stale_veil.h"
#include "widgets/kiosk/wall_bars.h"
#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::console {

using Freshness = DataAge::Freshness;

namespace {

constexpr std::chrono::milliseconds kNoticeableAge{5'000};
constexpr qint64 kSecond = 1000;
constexpr qint64 kMinute = 60 * kSecond;

// GPUs of live nodes send samples.
bool samplesExpected(const models::ClusterState& state) {
    return std::any_of(state.agents().begin(), state.agents().end(),
        [](const auto& row) { return row.second.gpus_size() > 0 && proto::isLive(row.second); });
}

bool readable(Freshness freshness) {
    return freshness == Freshness::Fresh || freshness == Freshness::Old;
}

// For the service manager's log.
QString wordsOf(Freshness freshness) {
    switch (freshness) {
    case Freshness::None:
        return QStringLiteral("Connecting");
    case Freshness::Fresh:
        return QStringLiteral("Live");
    case Freshness::Old:
        return QStringLiteral("Data is old");
    case Freshness::Lost:
        return QStringLiteral("Not connected");
    }
    return {};
}

} // namespace

WallWindow::WallWindow(models::ClusterState& state, Link& link, const KioskOptions& options)
    : m_state(state), m_link(link), m_options(options), m_heat(state),
      m_rotation(options.pages, options.interval, {}), m_header(new widgets::WallHeader(this)),
      m_footer(new widgets::WallFooter(this)), m_overview(new widgets::OverviewWall(m_heat, this)),
      m_gpus(new widgets::GpuWall(this)), m_queue(new widgets::QueueWall(this)),
      m_alerts(new widgets::AlertWall(this)), m_notice(new widgets::LostNotice(this)),
      m_veil(new widgets::StaleVeil(this)), m_night(new widgets::NightVeil(this)) {
    m_clock.start();
    setWindowTitle(tr("Muster wall view"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/muster.svg")));
    setFocusPolicy(Qt::NoFocus);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::NoContextMenu);
    setAttribute(Qt::WA_OpaquePaintEvent);
    m_night->hide();
    connect(&m_state, &models::ClusterState::changed, this, &WallWindow::onChanged);
    connect(&m_link, &Link::heard, this, [this] { m_age.heard(steadyNow()); });
    connect(&m_link, &Link::phaseChanged, this, &WallWindow::onPhase);
    m_second.setSingleShot(true);
    m_second.setTimerType(Qt::PreciseTimer);
    connect(&m_second, &QTimer::timeout, this, &WallWindow::start);
    m_cursor.setSingleShot(true);
    m_cursor.setInterval(kCursorMs);
    connect(&m_cursor, &QTimer::timeout, this, [this] { setCursor(Qt::BlankCursor); });
    hideCursorSoon();
    m_startedMs = QDateTime::currentMSecsSinceEpoch();
    look({steadyNow(), QDateTime::currentDateTime()});
}

WallWindow::~WallWindow() = default;

std::chrono::milliseconds WallWindow::steadyNow() const {
    return std::chrono::milliseconds(m_clock.elapsed());
}

// Just behind each full second, when the clock has to change.
void WallWindow::start() {
    const auto now = QDateTime::currentDateTime();
    look({steadyNow(), now});
    m_second.start(static_cast<int>(kSecond - now.toMSecsSinceEpoch() % kSecond) + 1);
}

void WallWindow::onPhase() {
    if (m_link.phase() == Link::Phase::Live) {
        look({steadyNow(), QDateTime::currentDateTime()});
    }
}

void WallWindow::onChanged(const models::Changes& changes) {
    m_dirty = true;
    const auto now = steadyNow();
    if (changes.everything || !changes.of(models::Kind::Agents).empty()) {
        m_age.expectSamples(samplesExpected(m_state), now);
    }
    if (!changes.sampled.empty()) {
        m_age.sampled(now);
    }
}

widgets::WallPage& WallWindow::page(WallPageId id) const {
    switch (id) {
    case WallPageId::Overview:
        return *m_overview;
    case WallPageId::Gpus:
        return *m_gpus;
    case WallPageId::Queue:
        return *m_queue;
    case WallPageId::Alerts:
        return *m_alerts;
    }
    return *m_overview;
}

bool WallWindow::isDimmed() const {
    return m_night->isVisibleTo(this);
}

void WallWindow::look(const Moment& now) {
    turn(now);
    judge(now);
    showHeader(now);
    const auto shift = burnInShift(now.wall.toMSecsSinceEpoch() / kMinute);
    if (shift != m_shift) {
        m_shift = shift;
        layOut();
        update();
    }
    // Nobody sleeps through an alarm.
    m_night->setVisible(
        m_options.dim && !m_rotation.isPinned() && m_options.dim->contains(now.wall.time()));
}

void WallWindow::turn(const Moment& now) {
    const auto wallMs = now.wall.toMSecsSinceEpoch();
    if (m_dirty) {
        m_gpuScreens = models::wallScreens(m_heat.counts(), m_gpus->capacity());
        m_rotation.setScreens(WallPageId::Gpus, static_cast<int>(m_gpuScreens.size()));
    }
    m_rotation.pin(models::alarms(m_state, wallMs), now.steady);
    const auto place = m_rotation.at(now.steady);
    if (m_dirty || place != m_place) {
        m_dirty = false;
        m_place = place;
        refresh(wallMs);
    }
    m_queue->setNow(wallMs);
    m_alerts->setNow(wallMs);
    m_footer->setDots(m_rotation.pages(), m_rotation.indexOf(place.page));
    m_footer->setNote(m_rotation.isPinned() ? tr("Paused by an alert") : QString());
}

// Only what is seen.
void WallWindow::refresh(qint64 wallMs) {
    switch (m_place.page) {
    case WallPageId::Overview:
        m_overview->setFigures(models::wallFigures(m_state));
        break;
    case WallPageId::Gpus: {
        std::vector<models::WallGpu> tiles;
        if (!m_gpuScreens.empty()) {
            const auto [first, count] = m_gpuScreens[static_cast<std::size_t>(m_place.screen)];
            for (int tile = first; tile < first + count; ++tile) {
                const auto uuid = m_heat.indexOf(tile).data(models::TableModel::KeyRole);
                tiles.push_back(models::wallGpu(m_state, uuid.toString().toStdString()));
            }
        }
        m_gpus->setTiles(std::move(tiles));
        break;
    }
    case WallPageId::Queue:
        m_queue->setQueue(models::wallQueue(m_state, m_queue->rows()));
        break;
    case WallPageId::Alerts:
        m_alerts->setAlerts(models::wallAlerts(m_state, wallMs));
        break;
    }
}

void WallWindow::judge(const Moment& now) {
    const bool connected = m_link.phase() == Link::Phase::Live;
    const auto freshness = m_age.at(now.steady, connected);
    const bool shown = readable(freshness);
    const bool old = freshness == Freshness::Old;
    for (const auto id :
        {WallPageId::Overview, WallPageId::Gpus, WallPageId::Queue, WallPageId::Alerts}) {
        page(id).setStale(old);
        page(id).setVisible(shown && id == m_place.page);
    }
    m_veil->setVisible(old);
    m_notice->setVisible(!shown);
    if (old) {
        m_veil->setDataFrom(models::clockText(dataFrom(now), now.wall.date()));
    }
    if (!shown) {
        showNotice(now);
    }
    if (freshness != m_freshness) {
        m_freshness = freshness;
        emit freshnessChanged(wordsOf(freshness));
    }
}

qint64 WallWindow::dataFrom(const Moment& now) const {
    const auto from = m_age.from();
    return from ? now.wall.toMSecsSinceEpoch() - (now.steady - *from).count() : 0;
}

void WallWindow::showNotice(const Moment& now) {
    widgets::LostNotice::Texts texts;
    const auto from = dataFrom(now);
    texts.cause = m_link.cause();
    texts.headline = from == 0 && texts.cause.isEmpty() ? tr("Connecting…") : tr("Not connected");
    const auto since = from == 0 ? m_startedMs : from;
    const auto clock = models::clockText(since, now.wall.date());
    const auto age
        = models::durationText(std::max<qint64>(0, now.wall.toMSecsSinceEpoch() - since) / kSecond);
    texts.since = from == 0 ? tr("Since %1 (%2), no data yet").arg(clock, age)
                            : tr("Since %1 (%2)").arg(clock, age);
    const int retry = m_link.retryInMs();
    texts.next = retry > 0 ? tr("Next attempt in %1 s").arg((retry + kSecond - 1) / kSecond)
                           : tr("Connecting…");
    m_notice->setTexts(texts);
}

void WallWindow::showHeader(const Moment& now) {
    widgets::WallHeader::Texts texts;
    const auto& cluster = m_state.cluster();
    texts.cluster
        = cluster.name().empty() ? m_link.url().authority() : models::text(cluster.name());
    if (cluster.simulated()) {
        texts.cluster = tr("%1 (simulated GPUs)").arg(texts.cluster);
    }
    const auto screens = m_place.page == WallPageId::Gpus ? m_gpuScreens.size() : 1;
    const bool shown = readable(m_freshness);
    texts.page = shown ? page(m_place.page).title() : QString();
    if (shown && screens > 1) {
        texts.page = tr("%1 – %2 of %3").arg(texts.page).arg(m_place.screen + 1).arg(screens);
    }
    if (const auto from = m_age.from()) {
        const auto age = std::max(std::chrono::milliseconds{}, now.steady - *from);
        texts.age = tr("Data is %1 old").arg(models::durationText(age.count() / kSecond));
        texts.old = age > kNoticeableAge || m_link.phase() != Link::Phase::Live;
    } else {
        texts.age = tr("No data");
        texts.old = true;
    }
    texts.clock = models::clockText(now.wall.toMSecsSinceEpoch(), now.wall.date());
    m_header->setTexts(texts);
}

void WallWindow::layOut() {
    const widgets::WallType type(height(), font());
    const int margin = 2 * type.unit;
    const QRect picture(QPoint(margin, margin) + m_shift,
        QSize(width() - 2 * margin - kBurnInSide, height() - 2 * margin - kBurnInSide));
    for (auto* page : findChildren<widgets::WallPage*>()) {
        page->setType(type);
    }
    m_veil->setType(type);
    const int below = m_footer->wantedHeight();
    m_header->resize(picture.width(), picture.height());
    const int above = m_header->wantedHeight();
    m_header->setGeometry(picture.left(), picture.top(), picture.width(), above);
    m_footer->setGeometry(picture.left(), picture.bottom() - below + 1, picture.width(), below);
    const QRect middle(picture.left(), picture.top() + above + margin, picture.width(),
        picture.height() - above - below - 2 * margin);
    for (QWidget* part :
        std::initializer_list<QWidget*>{m_overview, m_gpus, m_queue, m_alerts, m_notice, m_veil}) {
        part->setGeometry(middle);
    }
    m_night->setGeometry(rect());
    m_dirty = true;
}

void WallWindow::resizeEvent(QResizeEvent*) {
    layOut();
    update();
    look({steadyNow(), QDateTime::currentDateTime()});
}

void WallWindow::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), palette().color(QPalette::Window));
}

void WallWindow::hideCursorSoon() {
    unsetCursor();
    m_cursor.start();
}

void WallWindow::mouseMoveEvent(QMouseEvent*) {
    hideCursorSoon();
}

} // namespace muster::console

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/icon_engine.h"

#include <algorithm>

#include <QFile>
#include <QGuiApplication>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "widgets/theme/theme.h"

// The icons lie in a static library, which loads them only when told to.
static void loadIcons() {
    static const bool loaded = [] {
        Q_INIT_RESOURCE(icons);
        return true;
    }();
    Q_UNUSED(loaded)
}

namespace muster::widgets {

namespace {

// Through Qt's own cache: the heat map asks for the same few icons at every repaint.
QPixmap rendered(const QString& name, const QColor& colour, const QSize& size) {
    const auto key = QStringLiteral("muster:%1:%2:%3x%4")
                         .arg(name, colour.name())
                         .arg(size.width())
                         .arg(size.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    loadIcons();
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (file.open(QIODevice::ReadOnly)) {
        QSvgRenderer renderer(file.readAll().replace("currentColor", colour.name().toLatin1()));
        QPainter painter(&pixmap);
        const int side = std::min(size.width(), size.height());
        renderer.render(&painter,
            QRectF((size.width() - side) / 2.0, (size.height() - side) / 2.0, side, side));
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace

IconEngine::IconEngine(QString name, const QColor& colour, const QColor& selected)
    : m_name(std::move(name)), m_colour(colour),
      m_selected(selected.isValid() ? selected : colour) { }

IconEngine::IconEngine(QString name, QPalette::ColorRole role)
    : m_name(std::move(name)), m_role(role) { }

QColor IconEngine::colourIn(QIcon::Mode mode) const {
    const auto palette = QGuiApplication::palette();
    if (mode == QIcon::Selected) {
        return m_role ? palette.color(QPalette::HighlightedText) : m_selected;
    }
    if (mode == QIcon::Disabled) {
        return m_role ? palette.color(QPalette::Disabled, *m_role)
                      : mixed(m_colour, palette.color(QPalette::Window), 0.5);
    }
    return m_role ? palette.color(*m_role) : m_colour;
}

QPixmap IconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) {
    return rendered(m_name, colourIn(mode), size);
}

void IconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) {
    const auto ratio = painter->device()->devicePixelRatioF();
    auto drawn = pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state);
    drawn.setDevicePixelRatio(ratio);
    painter->drawPixmap(rect, drawn);
}

QIconEngine* IconEngine::clone() const {
    return new IconEngine(*this);
}

} // namespace muster::widgets

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QFile>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

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

struct MarkStyle {
    const char* icon;
    QRgb onLight;
    QRgb onDark;
};

// Wong's hues; the tones for a light ground are darkened until text in them is readable.
constexpr std::array<MarkStyle, models::kMarkCount> kMarks{{
    {"dot", 0xff595959, 0xffb8b8b8}, // None
    {"circle", 0xff595959, 0xffb8b8b8}, // Free
    {"offer", 0xff9c4376, 0xffcc79a7}, // Offered
    {"disc", 0xff0072b2, 0xff56b4e9}, // Busy
    {"hourglass", 0xff8a5d00, 0xfff0e442}, // Waiting
    {"wrench", 0xff8f5f00, 0xffe69f00}, // Draining
    {"lock", 0xff8f5f00, 0xffe69f00}, // Restricted
    {"check", 0xff00704f, 0xff2ec79b}, // Good
    {"warning", 0xffb34700, 0xffff8a3d}, // Bad
    {"broken", 0xff595959, 0xffb8b8b8}, // Lost
}};

// Every 1/8 of matplotlib's table.
constexpr std::array<QRgb, 9> kCividis{0xff00224e, 0xff123570, 0xff3b496c, 0xff575d6d, 0xff707173,
    0xff8a8678, 0xffa59c74, 0xffc3b369, 0xfffee838};

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

// Through Qt's own cache: the heat map asks for the same few icons at every repaint.
QPixmap rendered(const QString& name, const QColor& colour, int size) {
    const auto key = QStringLiteral("muster:%1:%2:%3").arg(name, colour.name()).arg(size);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    loadIcons();
    pixmap = QPixmap(size, size);
    pixmap.fill(Qt::transparent);
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (file.open(QIODevice::ReadOnly)) {
        QSvgRenderer renderer(file.readAll().replace("currentColor", colour.name().toLatin1()));
        QPainter painter(&pixmap);
        renderer.render(&painter);
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

struct PaletteTones {
    QRgb window, base, alternate, text, button, highlight, highlighted, link, mid;
};

QPalette palette(const PaletteTones& tones) {
    QPalette out;
    out.setColor(QPalette::Window, tones.window);
    out.setColor(QPalette::WindowText, tones.text);
    out.setColor(QPalette::Base, tones.base);
    out.setColor(QPalette::AlternateBase, tones.alternate);
    out.setColor(QPalette::ToolTipBase, tones.base);
    out.setColor(QPalette::ToolTipText, tones.text);
    out.setColor(QPalette::Text, tones.text);
    out.setColor(QPalette::Button, tones.button);
    out.setColor(QPalette::ButtonText, tones.text);
    out.setColor(QPalette::Highlight, tones.highlight);
    out.setColor(QPalette::HighlightedText, tones.highlighted);
    out.setColor(QPalette::Link, tones.link);
    out.setColor(QPalette::Mid, tones.mid);
    const auto quiet = mixed(tones.text, tones.window, 0.35);
    out.setColor(QPalette::PlaceholderText, quiet);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
        out.setColor(QPalette::Disabled, role, mixed(tones.text, tones.window, 0.5));
    }
    return out;
}

} // namespace

bool isDark(const QPalette& palette) {
    return luminance(palette.color(QPalette::Base)) < luminance(palette.color(QPalette::Text));
}

QColor markColour(models::Mark mark, const QPalette& palette) {
    const auto& style = kMarks[static_cast<std::size_t>(mark)];
    return isDark(palette) ? style.onDark : style.onLight;
}

QIcon markIcon(models::Mark mark, const QPalette& palette, bool grey) {
    return markIconIn(mark, grey ? palette.color(QPalette::Text) : markColour(mark, palette));
}

QIcon markIconIn(models::Mark mark, const QColor& colour) {
    const auto& style = kMarks[static_cast<std::size_t>(mark)];
    return icon(QString::fromLatin1(style.icon), colour, colour);
}

QIcon icon(const QString& name, const QColor& colour, const QColor& selected) {
    QIcon out;
    for (const int size : {16, 24, 32, 64}) {
        out.addPixmap(rendered(name, colour, size));
        if (selected.isValid()) {
            out.addPixmap(rendered(name, selected, size), QIcon::Selected);
        }
    }
    return out;
}

double contrast(const QColor& a, const QColor& b) {
    const double one = luminance(a);
    const double other = luminance(b);
    return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

QColor cividis(double share) {
    const auto place = std::clamp(share, 0.0, 1.0) * (kCividis.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kCividis.size() - 2);
    return mixed(kCividis[below], kCividis[below + 1], place - static_cast<double>(below));
}

QColor textOn(const QColor& background) {
    const QColor black(Qt::black);
    const QColor white(Qt::white);
    return contrast(background, black) > contrast(background, white) ? black : white;
}

QColor mixed(const QColor& a, const QColor& b, double shareOfB) {
    const auto mix = [&](double x, double y) { return x + (y - x) * shareOfB; };
    return QColor::fromRgbF(
        mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QPalette dimmed(const QPalette& palette) {
    auto out = palette;
    const auto ground = palette.color(QPalette::Window);
    out.setColor(QPalette::Base, mixed(palette.color(QPalette::Base), ground, 0.6));
    out.setColor(QPalette::AlternateBase, ground);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
        out.setColor(role, mixed(palette.color(role), ground, 0.32));
    }
    out.setColor(QPalette::Highlight, palette.color(QPalette::Mid));
    out.setColor(QPalette::HighlightedText, textOn(palette.color(QPalette::Mid)));
    return out;
}

QPalette lightPalette() {
    return palette({0xfff3f4f6, 0xffffffff, 0xfff7f8fa, 0xff1c2127, 0xffeceef1, 0xff0b63a5,
        0xffffffff, 0xff0b63a5, 0xffb9bec6});
}

QPalette darkPalette() {
    return palette({0xff1d2126, 0xff15181c, 0xff1a1e23, 0xffe4e7eb, 0xff2a2f36, 0xff2a74a8,
        0xffffffff, 0xff6cb8f0, 0xff4a515b});
}

} // namespace muster::widgets

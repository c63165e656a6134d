// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/models/text.h"
#include "widgets/theme/icon_engine.h"

namespace muster::widgets {

namespace {

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
    out.setColor(QPalette::LinkVisited, tones.link);
    out.setColor(QPalette::BrightText, tones.text);
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
    const auto& style = words::style(mark);
    return QColor(isDark(palette) ? style.onDark : style.onLight);
}

QIcon markIcon(models::Mark mark, const QPalette& palette, bool grey) {
    return markIconIn(mark, grey ? palette.color(QPalette::Text) : markColour(mark, palette));
}

QIcon markIconIn(models::Mark mark, const QColor& colour) {
    return icon(models::text(words::style(mark).icon), colour, colour);
}

QIcon icon(const QString& name, const QColor& colour, const QColor& selected) {
    return QIcon(new IconEngine(name, colour, selected));
}

QIcon icon(const QString& name, QPalette::ColorRole role) {
    return QIcon(new IconEngine(name, role));
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

QColor standingOut(const QColor& colour, const QColor& ground, double ratio) {
    auto out = colour;
    for (int step = 1; step <= 10 && contrast(out, ground) < ratio; ++step) {
        out = mixed(colour, textOn(ground), step / 10.0);
    }
    return out;
}

QColor mixed(const QColor& a, const QColor& b, double shareOfB) {
    const auto mix = [&](double x, double y) { return x + (y - x) * shareOfB; };
    return QColor::fromRgbF(
        mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QPalette dimmed(const QPalette& palette) {
    auto out = palette;
    for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        const auto ground = palette.color(group, QPalette::Window);
        const auto set = [&](QPalette::ColorRole role, const QColor& colour) {
            out.setColor(group, role, colour);
        };
        set(QPalette::Base, mixed(palette.color(group, QPalette::Base), ground, 0.6));
        set(QPalette::AlternateBase, ground);
        // What is disabled is quiet enough already, and must stay apart from what is only old.
        if (group != QPalette::Disabled) {
            for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
                set(role, mixed(palette.color(group, role), ground, 0.32));
            }
        }
        set(QPalette::Highlight, palette.color(group, QPalette::Mid));
        set(QPalette::HighlightedText, textOn(palette.color(group, QPalette::Mid)));
    }
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

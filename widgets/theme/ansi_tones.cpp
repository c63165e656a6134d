// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/ansi_tones.h"

#include <array>
#include <utility>

#include "widgets/theme/theme.h"

namespace muster::widgets {

namespace {

constexpr double kReadable = 4.6; // a little more than 4.5: channels are whole numbers
constexpr int kSteps = 8; // of halving
constexpr double kFaint = 0.35;

using Indexed = std::array<QRgb, 16>;

// Hues as terminals have them, clear on a light and on a dark ground. What is not readable on the
// ground that it gets is moved below.
constexpr Indexed kOnLight{0xff2e3436, 0xffc62828, 0xff23762f, 0xff8a6100, 0xff1565c0, 0xff8e3a9d,
    0xff00757f, 0xff5f656b, 0xff6b7177, 0xffe53935, 0xff2e8b3d, 0xff9a6b00, 0xff1e77d3, 0xffa445b5,
    0xff00838f, 0xff1c2127};
constexpr Indexed kOnDark{0xff8b929a, 0xfff0706a, 0xff5dc276, 0xffd9b44a, 0xff6aa9f0, 0xffc98ad8,
    0xff4fc0c8, 0xffc8ccd0, 0xff9aa1a8, 0xffff8f87, 0xff83e098, 0xfff2d45c, 0xff93c4ff, 0xffe5a9f2,
    0xff7fe3ea, 0xffffffff};
constexpr Indexed kGrounds{0xff2e3436, 0xffc62828, 0xff2e8b3d, 0xff9a6b00, 0xff1565c0, 0xff8e3a9d,
    0xff00838f, 0xffc8ccd0, 0xff7a8087, 0xffff6b5e, 0xff6fd97f, 0xfff2d45c, 0xff6cb0ff, 0xffe08cf0,
    0xff4fd8e0, 0xffffffff};

int cubeLevel(int step) {
    return step == 0 ? 0 : 55 + 40 * step;
}

// xterm's 256 colours: sixteen, a cube of 6 x 6 x 6, 24 greys.
QColor resolved(const models::TextColour& colour, const Indexed& first, const QColor& byDefault) {
    switch (colour.kind) {
    case models::TextColour::Kind::Default:
        return byDefault;
    case models::TextColour::Kind::Rgb:
        return {colour.red, colour.green, colour.blue};
    case models::TextColour::Kind::Indexed:
        break;
    }
    const int index = colour.red;
    if (index < 16) {
        return first[static_cast<std::size_t>(index)];
    }
    if (index >= 232) {
        const int grey = 8 + 10 * (index - 232);
        return {grey, grey, grey};
    }
    const int cube = index - 16;
    return {cubeLevel(cube / 36), cubeLevel(cube / 6 % 6), cubeLevel(cube % 6)};
}

QColor readable(const QColor& text, const QColor& ground) {
    if (contrast(text, ground) >= kReadable) {
        return text;
    }
    const auto end = textOn(ground);
    double less = 0;
    double more = 1;
    for (int step = 0; step < kSteps; ++step) {
        const double share = (less + more) / 2;
        (contrast(mixed(text, end, share), ground) < kReadable ? less : more) = share;
    }
    return mixed(text, end, more);
}

} // namespace

TextTones textTones(const models::TextStyle& style, const QPalette& palette) {
    const auto& hues = isDark(palette) ? kOnDark : kOnLight;
    TextTones tones{resolved(style.text, hues, palette.color(QPalette::Text)),
        resolved(style.ground, kGrounds, palette.color(QPalette::Base))};
    if (style.inverse) {
        std::swap(tones.text, tones.ground);
    }
    if (style.faint) {
        tones.text = mixed(tones.text, tones.ground, kFaint);
    }
    tones.text = readable(tones.text, tones.ground);
    return tones;
}

} // namespace muster::widgets

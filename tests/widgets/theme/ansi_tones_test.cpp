// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/theme/ansi_tones.h"

#include <gtest/gtest.h>

#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::widgets;
using models::TextColour;
using models::TextStyle;

namespace {

constexpr double kReadable = 4.5; // WCAG 2.1, text

TextColour indexed(int index) {
    return {TextColour::Kind::Indexed, static_cast<std::uint8_t>(index)};
}

void expectReadable(const TextStyle& style, const QPalette& palette, int index) {
    const auto tones = textTones(style, palette);
    EXPECT_GE(contrast(tones.text, tones.ground), kReadable)
        << index << " in the " << (isDark(palette) ? "dark" : "light")
        << " theme: " << tones.text.name().toStdString() << " on "
        << tones.ground.name().toStdString();
}

} // namespace

TEST(AnsiTones, AreReadableInBothThemesAsTextAsGroundAndFaint) {
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        for (int index = 0; index < 256; ++index) {
            expectReadable({.text = indexed(index)}, palette, index);
            expectReadable({.ground = indexed(index)}, palette, index);
            expectReadable({.text = indexed(index), .faint = true}, palette, index);
            expectReadable({.text = indexed(index), .inverse = true}, palette, index);
            for (const int ground : {0, 1, 4, 7, 11, 15, 244}) {
                expectReadable({.text = indexed(index), .ground = indexed(ground)}, palette, index);
            }
        }
    }
}

TEST(AnsiTones, KeepTheHueOfTrueColours) {
    const TextStyle pale{.text = {TextColour::Kind::Rgb, 255, 240, 150}};
    const auto onLight = textTones(pale, lightPalette()).text;
    EXPECT_GE(contrast(onLight, lightPalette().color(QPalette::Base)), kReadable);
    EXPECT_GT(onLight.red(), onLight.blue()) << "still yellow";
    EXPECT_EQ(textTones(pale, darkPalette()).text, QColor(255, 240, 150)) << "is readable there";
}

TEST(AnsiTones, TellPlainColoursApart) {
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        std::set<QRgb> seen;
        for (int index = 1; index < 7; ++index) {
            seen.insert(textTones({.text = indexed(index)}, palette).text.rgb());
        }
        EXPECT_EQ(seen.size(), 6u);
    }
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/mark.h"

#include <array>

namespace muster::words {

namespace {

// Wong's hues; the tones for a light ground are darkened until text in them is readable.
constexpr std::array<MarkStyle, kMarkCount> kStyles{{
    {"none", "dot", 0x595959, 0xb8b8b8},
    {"free", "circle", 0x595959, 0xb8b8b8},
    {"offered", "offer", 0x9c4376, 0xcc79a7},
    {"busy", "disc", 0x0072b2, 0x56b4e9},
    {"waiting", "hourglass", 0x8a5d00, 0xf0e442},
    {"draining", "wrench", 0x8f5f00, 0xe69f00},
    {"restricted", "lock", 0x8f5f00, 0xe69f00},
    {"good", "check", 0x00704f, 0x2ec79b},
    {"bad", "warning", 0xb34700, 0xff8a3d},
    {"lost", "broken", 0x595959, 0xb8b8b8},
    {"stopped", "kill", 0x8f5f00, 0xe69f00},
}};

} // namespace

const MarkStyle& style(Mark mark) {
    return kStyles[static_cast<std::size_t>(mark)];
}

} // namespace muster::words

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/ansi_text.h"

#include "tests/fuzz/check.h"

namespace {

using namespace muster::models;

void checkLine(const StyledLine& line) {
    muster::fuzz::check(line.text.size() <= AnsiText::kLongestLine, "no line is too long");
    for (std::size_t i = 0; i < line.text.size(); ++i) {
        const auto unit = line.text[i];
        const bool structure = (unit < 0x20 && unit != u'\t') || (unit >= 0x7f && unit < 0xa0)
            || (unit >= 0x2028 && unit <= 0x202e) || (unit >= 0xfdd0 && unit <= 0xfdef);
        muster::fuzz::check(!structure, "no character breaks the line");
        const bool high = unit >= 0xd800 && unit <= 0xdbff;
        if (high) {
            const bool whole = i + 1 < line.text.size() && line.text[i + 1] >= 0xdc00
                && line.text[i + 1] <= 0xdfff;
            muster::fuzz::check(whole, "no half of a pair");
            ++i;
        } else {
            muster::fuzz::check(unit < 0xdc00 || unit > 0xdfff, "no half of a pair");
        }
    }
    int end = 0;
    for (const auto& span : line.spans) {
        muster::fuzz::check(span.begin >= end && span.length > 0, "spans are sorted");
        muster::fuzz::check(span.style != TextStyle(), "what is plain has no span");
        end = span.begin + span.length;
    }
    muster::fuzz::check(end <= static_cast<int>(line.text.size()), "spans are within the text");
}

} // namespace

// A log, whole and byte by byte: the same lines.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto log = muster::fuzz::textOf(data, size);
    AnsiText whole;
    std::vector<StyledLine> lines;
    whole.feed(log, lines);
    AnsiText pieces;
    std::vector<StyledLine> same;
    for (std::size_t i = 0; i < log.size(); ++i) {
        pieces.feed(log.substr(i, 1), same);
    }
    muster::fuzz::check(lines == same, "the lines do not depend on the pieces");
    muster::fuzz::check(whole.open() == pieces.open(), "nor does the open one");
    lines.push_back(whole.open());
    for (const auto& line : lines) {
        checkLine(line);
    }
    return 0;
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/ansi_text.h"

#include <algorithm>

namespace muster::models {

namespace {

constexpr char32_t kReplacement = 0xfffd;
constexpr unsigned char kEscape = 0x1b;
constexpr unsigned char kCancel = 0x18;
constexpr unsigned char kSubstitute = 0x1a;
constexpr unsigned char kBell = 0x07;
constexpr std::size_t kMostParameters = 256; // bytes; longer ones are swallowed without effect
constexpr std::size_t kMostString = 4096; // bytes; one that never ends is not to hide the log

bool isPlain(char letter) {
    return letter >= ' ' && letter <= '~';
}

// What a text widget reads as structure, and what makes text run another way than it is stored.
bool isMisleading(char32_t character) {
    return character == 0x2028 || character == 0x2029
        || (character >= 0x202a && character <= 0x202e)
        || (character >= 0x2066 && character <= 0x2069)
        || (character >= 0xfdd0 && character <= 0xfdef) || character == 0xfffc
        || (character & 0xfffe) == 0xfffe;
}

bool isHigh(char16_t unit) {
    return unit >= 0xd800 && unit <= 0xdbff;
}

bool isLow(char16_t unit) {
    return unit >= 0xdc00 && unit <= 0xdfff;
}

// Overwriting can cut a pair in two.
void mendSurrogates(std::u16string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isHigh(text[i]) && i + 1 < text.size() && isLow(text[i + 1])) {
            ++i;
        } else if (isHigh(text[i]) || isLow(text[i])) {
            text[i] = static_cast<char16_t>(kReplacement);
        }
    }
}

std::vector<StyleSpan> spansOf(const std::vector<TextStyle>& styles) {
    std::vector<StyleSpan> spans;
    const TextStyle plain;
    for (std::size_t begin = 0; begin < styles.size();) {
        std::size_t end = begin + 1;
        while (end < styles.size() && styles[end] == styles[begin]) {
            ++end;
        }
        if (styles[begin] != plain) {
            spans.push_back(
                {static_cast<int>(begin), static_cast<int>(end - begin), styles[begin]});
        }
        begin = end;
    }
    return spans;
}

} // namespace

void AnsiText::feed(std::string_view bytes, std::vector<StyledLine>& ended) {
    for (std::size_t at = 0; at < bytes.size();) {
        const auto plain = feedPlain(bytes.substr(at));
        at += plain;
        if (plain == 0) {
            feedByte(static_cast<unsigned char>(bytes[at++]), ended);
        }
    }
}

// Most of a log: letters at the end of a line without colours.
std::size_t AnsiText::feedPlain(std::string_view bytes) {
    if (m_state != State::Ground || m_missing > 0 || m_column != m_text.size() || !m_styles.empty()
        || m_style != TextStyle()) {
        return 0;
    }
    const auto most = std::min(bytes.size(), kLongestLine - m_text.size());
    std::size_t count = 0;
    while (count < most && isPlain(bytes[count])) {
        ++count;
    }
    m_text.append(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    m_column += count;
    return count;
}

void AnsiText::feedByte(unsigned char byte, std::vector<StyledLine>& ended) {
    if (m_state == State::Ground || !feedSequence(byte)) {
        decode(byte, ended);
    }
}

bool AnsiText::feedSequence(unsigned char byte) {
    const bool string = m_state == State::String || m_state == State::StringEscape;
    if (byte == kCancel || byte == kSubstitute) {
        m_state = State::Ground;
        return true;
    }
    // A line end shows that something was cut.
    if (byte == '\n' || byte == '\r' || (!string && byte >= 0x80)) {
        m_state = State::Ground;
        return false;
    }
    if (byte == kEscape) {
        m_state = string ? State::StringEscape : State::Escape;
        return true;
    }
    switch (m_state) {
    case State::Ground:
        return false;
    case State::StringEscape:
        if (byte == '\\') {
            m_state = State::Ground;
            return true;
        }
        [[fallthrough]]; // a sequence of its own ends the string
    case State::Escape:
        beginSequence(byte);
        return true;
    case State::EscapeRest:
        m_state = byte >= '0' ? State::Ground : State::EscapeRest;
        return true;
    case State::Csi:
        if (byte >= 0x40) {
            execute(byte);
            m_state = State::Ground;
        } else if (m_parameters.size() <= kMostParameters) {
            m_parameters.push_back(static_cast<char>(byte));
        }
        return true;
    case State::String:
        if (byte == kBell || ++m_swallowed >= kMostString) {
            m_state = State::Ground;
        }
        return true;
    }
    return false;
}

// The byte behind the escape.
void AnsiText::beginSequence(unsigned char byte) {
    if (byte == '[') {
        m_parameters.clear();
        m_state = State::Csi;
    } else if (byte == ']' || byte == 'P' || byte == 'X' || byte == '^' || byte == '_') {
        m_swallowed = 0;
        m_state = State::String;
    } else {
        m_state = byte < '0' && byte >= ' ' ? State::EscapeRest : State::Ground;
    }
}

// The table of well-formed sequences, Unicode 15 section 3.9.
void AnsiText::decode(unsigned char byte, std::vector<StyledLine>& ended) {
    if (m_missing > 0) {
        if (byte >= m_least && byte <= m_most) {
            m_character = m_character << 6 | (byte & 0x3f);
            m_least = 0x80;
            m_most = 0xbf;
            if (--m_missing == 0) {
                put(m_character, ended);
            }
            return;
        }
        m_missing = 0;
        put(kReplacement, ended);
    }
    m_least = 0x80;
    m_most = 0xbf;
    if (byte < 0x80) {
        return byte < ' ' || byte == 0x7f ? control(byte, ended) : put(byte, ended);
    }
    if (byte >= 0xc2 && byte <= 0xdf) {
        m_missing = 1;
        m_character = byte & 0x1f;
    } else if (byte >= 0xe0 && byte <= 0xef) {
        m_missing = 2;
        m_character = byte & 0x0f;
        m_least = byte == 0xe0 ? 0xa0 : 0x80;
        m_most = byte == 0xed ? 0x9f : 0xbf;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
        m_missing = 3;
        m_character = byte & 0x07;
        m_least = byte == 0xf0 ? 0x90 : 0x80;
        m_most = byte == 0xf4 ? 0x8f : 0xbf;
    } else {
        put(kReplacement, ended);
    }
}

void AnsiText::control(unsigned char byte, std::vector<StyledLine>& ended) {
    if (byte == '\n') {
        endLine(ended);
    } else if (byte == '\r') {
        m_column = 0;
    } else if (byte == '\b') {
        m_column -= m_column > 0 ? 1 : 0;
    } else if (byte == '\t') {
        put(byte, ended);
    } else if (byte == kEscape) {
        m_state = State::Escape;
    }
}

void AnsiText::put(char32_t character, std::vector<StyledLine>& ended) {
    if (character >= 0x7f && character < 0xa0) {
        return; // C1 controls
    }
    if (isMisleading(character)) {
        character = kReplacement;
    }
    const std::size_t units = character > 0xffff ? 2 : 1;
    if (m_column + units > kLongestLine) {
        endLine(ended);
    }
    if (units == 1) {
        return putUnit(static_cast<char16_t>(character));
    }
    m_surrogates = true;
    putUnit(static_cast<char16_t>(0xd7c0 + (character >> 10)));
    putUnit(static_cast<char16_t>(0xdc00 + (character & 0x3ff)));
}

void AnsiText::putUnit(char16_t unit) {
    if (m_styles.empty() && m_style != TextStyle()) {
        m_styles.resize(m_text.size());
    }
    const bool styled = !m_styles.empty() || m_style != TextStyle();
    if (m_column < m_text.size()) {
        m_text[m_column] = unit;
    } else {
        m_text.push_back(unit);
    }
    if (styled) {
        m_styles.resize(m_text.size());
        m_styles[m_column] = m_style;
    }
    ++m_column;
}

StyledLine AnsiText::open() const {
    StyledLine line{m_text, spansOf(m_styles)};
    if (m_surrogates) {
        mendSurrogates(line.text);
    }
    return line;
}

void AnsiText::endLine(std::vector<StyledLine>& ended) {
    ended.push_back(open());
    m_text.clear();
    m_styles.clear();
    m_column = 0;
    m_surrogates = false;
}

void AnsiText::execute(unsigned char final) {
    const bool known = m_parameters.size() <= kMostParameters
        && m_parameters.find_first_not_of("0123456789;:") == std::string::npos;
    if (known && final == 'm') {
        applySgr(m_parameters, m_style);
    } else if (known && final == 'K') {
        eraseInLine(m_parameters.empty() ? 0 : m_parameters.back() - '0');
    }
}

void AnsiText::eraseInLine(int which) {
    if (which == 1) { // up to the cursor, which stays
        const auto count = std::min(m_column + 1, m_text.size());
        std::fill_n(m_text.begin(), count, u' ');
        std::fill_n(m_styles.begin(), std::min(count, m_styles.size()), TextStyle());
        return;
    }
    if (m_column < m_text.size()) {
        m_text.resize(m_column);
        m_styles.resize(std::min(m_column, m_styles.size()));
    }
    if (which == 2) {
        std::fill(m_text.begin(), m_text.end(), u' ');
        std::fill(m_styles.begin(), m_styles.end(), TextStyle());
    }
}

} // namespace muster::models

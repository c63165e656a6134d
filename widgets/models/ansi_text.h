// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muster::models {

// A colour as a log asks for it. What tone of the theme it becomes is the theme's affair.
struct TextColour {
    enum class Kind : std::uint8_t { Default, Indexed, Rgb };
    Kind kind = Kind::Default;
    std::uint8_t red = 0; // of Indexed: the index; 0 to 7 plain, 8 to 15 bright, then xterm's table
    std::uint8_t green = 0;
    std::uint8_t blue = 0;

    bool operator==(const TextColour&) const = default;
};

struct TextStyle {
    TextColour text;
    TextColour ground;
    bool bold = false;
    bool faint = false;
    bool italic = false;
    bool underlined = false;
    bool inverse = false;
    bool struck = false;

    bool operator==(const TextStyle&) const = default;
};

// In UTF-16 units of the line, sorted, not overlapping, never of the default style.
struct StyleSpan {
    int begin = 0;
    int length = 0;
    TextStyle style;

    bool operator==(const StyleSpan&) const = default;
};

struct StyledLine {
    std::u16string text; // without line ends, control characters but tabs, and lone surrogates
    std::vector<StyleSpan> spans;

    bool operator==(const StyledLine&) const = default;
};

// The bytes of a log as a terminal would show them, line by line: UTF-8 (what is none becomes
// U+FFFD), SGR colours (ECMA-48, xterm's 256 and true colours), carriage return and backspace that
// overwrite, "erase in line" as progress bars use it. Every other sequence is swallowed. The result
// does not depend on how the bytes were cut. Free of Qt, for the fuzzer. Not thread-safe.
//
// Characters that would break or reorder the lines of a text widget (U+2028, bidirectional
// overrides and the like) become U+FFFD: a log is not to pretend to be another one.
class AnsiText {
public:
    static constexpr std::size_t kLongestLine = 16'384; // units; the rest goes on in the next line

    // Appends to `ended` the lines that end in `bytes`.
    void feed(std::string_view bytes, std::vector<StyledLine>& ended);
    bool isOpen() const { return !m_text.empty(); } // there is text of a line that has not ended
    StyledLine open() const; // as far as it has come

private:
    enum class State : std::uint8_t { Ground, Escape, EscapeRest, Csi, String, StringEscape };

    std::size_t feedPlain(std::string_view bytes);
    void feedByte(unsigned char byte, std::vector<StyledLine>& ended);
    bool feedSequence(unsigned char byte); // false: the byte is not of the sequence, which is over
    void beginSequence(unsigned char byte);
    void decode(unsigned char byte, std::vector<StyledLine>& ended);
    void control(unsigned char byte, std::vector<StyledLine>& ended);
    void put(char32_t character, std::vector<StyledLine>& ended);
    void putUnit(char16_t unit);
    void endLine(std::vector<StyledLine>& ended);
    void execute(unsigned char final);
    void eraseInLine(int which);

    std::u16string m_text;
    std::vector<TextStyle> m_styles; // of each unit; empty while all are plain
    std::size_t m_column = 0;
    bool m_surrogates = false;
    TextStyle m_style;
    State m_state = State::Ground;
    std::string m_parameters; // of a control sequence
    std::size_t m_swallowed = 0; // bytes of a string
    char32_t m_character = 0; // begun in UTF-8
    int m_missing = 0; // continuation bytes
    unsigned char m_least = 0x80; // of the next one
    unsigned char m_most = 0xbf;
};

// The style after "ESC [ parameters m". Public for its tests.
void applySgr(std::string_view parameters, TextStyle& style);

} // namespace muster::models

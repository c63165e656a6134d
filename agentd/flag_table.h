// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "agentd/flag_values.h"
#include "agentd/flags.h"
#include "core/kernel/base/defaults.h"

namespace muster::agentd {

constexpr unsigned kMaster = 1, kAgent = 2, kBoth = kMaster | kAgent;

// What a flag is without being given: words, or a value that the row alone knows, or one of
// core/kernel/base/defaults.h as the flag writes it.
class Default {
public:
    constexpr Default(const char* words) : m_words(words) { }
    constexpr Default(std::string (*value)()) : m_value(value) { }
    std::string text() const { return m_value == nullptr ? m_words : m_value(); }

private:
    const char* m_words = "";
    std::string (*m_value)() = nullptr;
};

template <const auto& Value>
std::string defaultOf() {
    return flagText(Value);
}

// One row a flag: everything that the command line, the environment, the configuration file, --help
// and the manual know of it.
struct Flag {
    const char* name;
    unsigned modes;
    const char* value; // how the value is written in --help; nullptr: a switch, --[no-]name
    Default fallback; // empty: none
    const char* help;
    Status (*set)(Options&, const std::string& text);
};

std::span<const Flag> commonFlags();
std::span<const Flag> masterFlags();
std::span<const Flag> agentFlags();

// Those of a mode, in the order of --help.
std::vector<const Flag*> flagsOf(Mode mode);

// Whether the default is a value that could be given, not words about one.
bool hasValueAsDefault(const Flag& flag);

// "master"; also the name of the mode's configuration file without its suffix.
std::string nameOf(Mode mode);

// Below --help.
std::string_view flagExamples();

// A member of one part of the options.
template <typename T>
T& memberOf(Options& o, T CommonOptions::*member) {
    return o.common.*member;
}

template <typename T>
T& memberOf(Options& o, T MasterOptions::*member) {
    return o.master.*member;
}

template <typename T>
T& memberOf(Options& o, T AgentOptions::*member) {
    return o.agent.*member;
}

template <auto Member>
Status setText(Options& o, const std::string& text) {
    std::string& target = memberOf(o, Member);
    target = text;
    return {};
}

template <auto Member>
Status setSwitch(Options& o, const std::string& text) {
    bool& target = memberOf(o, Member);
    target = text == "true" || text == "1";
    return {};
}

template <auto Member>
Status setTime(Options& o, const std::string& text) {
    return setDuration(memberOf(o, Member), text);
}

} // namespace muster::agentd

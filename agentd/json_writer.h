// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/proto/json_text.h"
#include "core/proto/mesos_json.h"

namespace muster::agentd::api {

// JSON straight into one string: an answer of many megabytes is never a tree in memory. Numbers are
// written as Mesos does: doubles always with a fraction. REQUIRES: begin and end in pairs, a key
// before each value of an object.
class JsonWriter {
public:
    explicit JsonWriter(std::string& out) : m_out(out) { }

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }

    // Of our own choosing: nothing in it needs escaping.
    void key(std::string_view name) {
        separate();
        m_out += '"';
        m_out += name;
        m_out += "\":";
        m_first = true;
    }
    void quotedKey(std::string_view name) {
        separate();
        proto::appendQuoted(name, m_out);
        m_out += ':';
        m_first = true;
    }

    void value(std::string_view text) {
        separate();
        proto::appendQuoted(text, m_out);
    }
    void value(const std::string& text) { value(std::string_view(text)); }
    void value(const char* text) { value(std::string_view(text)); }
    void value(double number) {
        separate();
        proto::appendDouble(number, m_out);
    }
    void value(std::same_as<bool> auto truth) {
        separate();
        m_out += truth ? "true" : "false";
    }
    template <std::integral T>
    requires(!std::same_as<T, bool>) void value(T number) {
        separate();
        fmt::format_to(std::back_inserter(m_out), "{}", number);
    }
    void value(const google::protobuf::Message& message) {
        separate();
        proto::appendMesosJson(message, m_out);
    }

    void raw(std::string_view json) { // that is one whole value
        separate();
        m_out += json;
    }

    template <typename T>
    void member(std::string_view name, const T& content) {
        key(name);
        value(content);
    }
    template <typename Body>
    void list(std::string_view name, Body&& body) {
        key(name);
        beginArray();
        body();
        endArray();
    }

private:
    void separate() {
        if (!m_first) {
            m_out += ',';
        }
        m_first = false;
    }
    void open(char bracket) {
        separate();
        m_out += bracket;
        m_first = true;
    }
    void close(char bracket) {
        m_out += bracket;
        m_first = false;
    }

    std::string& m_out;
    bool m_first = true; // nothing to separate from
};

} // namespace muster::agentd::api

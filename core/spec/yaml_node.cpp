// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/yaml_node.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/kernel/base/nearest.h"
#include "core/kernel/base/text.h"

namespace muster::spec {

namespace {

constexpr std::size_t kMostNodes = 5000;
constexpr std::size_t kDeepest = 8;

// Does not leave parseYaml().
struct Refused : std::runtime_error {
    Refused(const YAML::Mark& mark, const std::string& why)
        : std::runtime_error(fmt::format("line {}: {}", mark.line + 1, why)) { }
};

// Builds the tree under its limits: aliases multiply, and depth is a stack.
class Builder : public YAML::EventHandler {
public:
    YamlNode root;

    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
        add(mark, YamlNode::Kind::Null);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
        throw Refused(mark, "aliases are not supported: write the value out");
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
        const std::string& text) override {
        checkTag(mark, tag);
        if (text.find('\0') != std::string::npos)
            throw Refused(mark, "a string contains a NUL character");
        add(mark, YamlNode::Kind::Text).text = text;
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
        YAML::EmitterStyle::value) override {
        open(mark, tag, YamlNode::Kind::List);
    }
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
        YAML::EmitterStyle::value) override {
        open(mark, tag, YamlNode::Kind::Map);
    }
    void OnMapEnd() override { close(); }

private:
    // A list or map that is not ended, by value: its parent's vectors may still move.
    struct Open {
        YamlNode node;
        YamlNode key; // of the field whose value comes next
        bool hasKey = false;
    };

    static void checkTag(const YAML::Mark& mark, const std::string& tag) {
        if (!tag.empty() && tag != "?" && tag != "!")
            throw Refused(mark, "tags are not supported");
    }
    void count(const YAML::Mark& mark) {
        if (++m_nodes > kMostNodes)
            throw Refused(mark, fmt::format("more than {} values", kMostNodes));
    }
    void open(const YAML::Mark& mark, const std::string& tag, YamlNode::Kind kind) {
        checkTag(mark, tag);
        count(mark);
        if (m_open.size() == kDeepest)
            throw Refused(mark, fmt::format("more than {} levels deep", kDeepest));
        if (!m_open.empty() && m_open.back().node.kind == YamlNode::Kind::Map
            && !m_open.back().hasKey)
            throw Refused(mark, "the name of a field must be a string");
        m_open.push_back({.node = {.kind = kind, .line = mark.line + 1}});
    }
    void close() {
        auto done = std::move(m_open.back().node);
        m_open.pop_back();
        place(std::move(done));
    }
    YamlNode& add(const YAML::Mark& mark, YamlNode::Kind kind) {
        count(mark);
        return place({.kind = kind, .line = mark.line + 1});
    }
    YamlNode& place(YamlNode node) {
        if (m_open.empty())
            return root = std::move(node);
        auto& parent = m_open.back();
        if (parent.node.kind == YamlNode::Kind::List)
            return parent.node.items.emplace_back(std::move(node));
        parent.hasKey = !parent.hasKey;
        if (parent.hasKey)
            return parent.key = std::move(node);
        checkKey(parent);
        parent.node.fields.push_back({std::move(parent.key), std::move(node)});
        return parent.node.fields.back().value;
    }
    static void checkKey(const Open& parent) {
        const auto& key = parent.key;
        const YAML::Mark mark = at(key.line);
        if (key.kind != YamlNode::Kind::Text)
            throw Refused(mark, "the name of a field must be a string");
        for (const auto& [other, value] : parent.node.fields) {
            if (other.text == key.text)
                throw Refused(mark,
                    fmt::format("'{}' is defined twice, first in line {}", key.text, other.line));
        }
    }
    static YAML::Mark at(int line) {
        YAML::Mark mark;
        mark.line = line - 1;
        return mark;
    }

    std::vector<Open> m_open;
    std::size_t m_nodes = 0;
};

// What a YAML reader would not take for a text.
bool looksLikeAnotherType(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    constexpr auto kWords = std::to_array<std::string_view>(
        {"true", "false", "yes", "no", "on", "off", "null", "y", "n", "~"});
    return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

bool isPlain(std::string_view text) {
    constexpr std::string_view kFirst
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_/.$";
    constexpr std::string_view kInside = " -=:+,@%;&|<>()*?!~^{}$\"'[]\\";
    if (text.empty() || kFirst.find(text.front()) == std::string_view::npos || text.back() == ':'
        || text.back() == ' ' || looksLikeAnotherType(text) || text.starts_with("..."))
        return false;
    return text.find(": ") == std::string_view::npos
        && text.find_first_not_of(std::string(kFirst) + std::string(kInside))
        == std::string_view::npos;
}

} // namespace

Result<YamlNode> parseYaml(std::string_view text) {
    if (text.size() > kLongestYaml)
        return failure(fmt::format("{} bytes, the maximum is {}", text.size(), kLongestYaml));
    try {
        std::istringstream stream{std::string(text)};
        YAML::Parser parser(stream);
        Builder builder;
        if (!parser.HandleNextDocument(builder) || builder.root.kind == YamlNode::Kind::Null)
            return failure("The file is empty");
        Builder next;
        if (parser.HandleNextDocument(next))
            return failure(fmt::format(
                "line {}: only one document is supported", std::max(next.root.line, 1)));
        return std::move(builder.root);
    } catch (const YAML::Exception& error) {
        return failure(fmt::format("line {}: {}", std::max(error.mark.line + 1, 1), error.msg));
    } catch (const std::exception& error) {
        return failure(error.what());
    }
}

tl::unexpected<Error> unknownKey(const YamlNode& key, std::vector<std::string> known) {
    const auto near = nearestNames(key.text, std::move(known), 1);
    return failureAt(key,
        fmt::format("'{}' is not known here{}", key.text.substr(0, 100),
            near.empty() ? "" : fmt::format(": did you mean '{}'?", near.front())));
}

std::string yamlScalar(std::string_view text) {
    if (isPlain(text))
        return std::string(text);
    std::string quoted;
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    // In YAML's own words, so that it is read again as it was.
    const auto safe = escaped(quoted, [](char32_t code) {
        const auto number = static_cast<std::uint32_t>(code);
        return code == '\n' ? "\\n"
            : code == '\t'  ? "\\t"
            : code < 0x100  ? fmt::format("\\x{:02x}", number)
                            : fmt::format("\\u{:04x}", number);
    });
    return '"' + safe + '"';
}

} // namespace muster::spec

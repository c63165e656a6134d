// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/job_file.h"

#include <algorithm>
#include <set>

#include "core/kernel/base/text.h"
#include "core/spec/sizes.h"

namespace muster::spec {

namespace {

using Kind = YamlNode::Kind;

class Reader {
public:
    explicit Reader(const Substitute& substitute) : m_substitute(substitute) { }

    Result<JobFile> read(const YamlNode& map) {
        if (map.kind != Kind::Map)
            return failureAt(map, "a job must be a map, such as 'name: train'");
        for (const auto& [key, value] : map.fields) {
            auto done = field(key, value);
            if (!done)
                return tl::unexpected(done.error());
        }
        return std::move(m_file);
    }

private:
    Status field(const YamlNode& key, const YamlNode& value) {
        const auto* row = rowFor(key.text, value.kind);
        if (!row) {
            std::vector<std::string> known;
            for (const auto& one : partTable())
                known.emplace_back(one.key);
            return unknownKey(key, std::move(known));
        }
        if (value.kind == Kind::Null)
            return {}; // "retries:" with nothing after it
        m_file.lines[row->part] = key.line;
        return std::visit(
            [&](auto member) { return assign(*row, value, m_file.job.*member); }, row->member);
    }

    // Two parts are called command: one text, or a list of words.
    static const PartRow* rowFor(const std::string& key, Kind kind) {
        const auto rows = partTable();
        const auto found = std::find_if(
            rows.begin(), rows.end(), [&](const PartRow& row) { return row.key == key; });
        if (found == rows.end())
            return nullptr;
        return found->part == Part::Command && kind == Kind::List ? &rowOf(Part::Argv) : &*found;
    }

    Result<std::string> textOf(Part part, const YamlNode& node) const {
        if (node.kind != Kind::Text)
            return failureAt(
                node, fmt::format("{}: must be a single string or number", rowOf(part).key));
        return m_substitute ? m_substitute(part, node) : node.text;
    }

    Status assign(const PartRow& row, const YamlNode& node, Text& into) const {
        auto text = textOf(row.part, node);
        if (!text)
            return tl::unexpected(text.error());
        into = std::move(*text);
        // Whoever reads the job goes on with a number.
        if (const auto size = row.part == Part::Memory ? mebibytesOf(*into) : std::nullopt)
            into = size->text();
        return {};
    }

    Status assign(const PartRow& row, const YamlNode& node, bool& into) const {
        const auto text = textOf(row.part, node);
        if (!text)
            return tl::unexpected(text.error());
        if (*text != "true" && *text != "false")
            return failureAt(node, fmt::format("{} must be true or false", row.key));
        into = *text == "true";
        return {};
    }

    Status assign(const PartRow& row, const YamlNode& node, Texts& into) const {
        if (node.kind == Kind::Map && row.part == Part::Env)
            return variables(node, into);
        if (node.kind != Kind::List)
            return failureAt(node,
                fmt::format("{} must be a list{}, with each value after '- ' on its own line",
                    row.key, row.part == Part::Env ? " or a map" : ""));
        for (const auto& item : node.items) {
            auto text = textOf(row.part, item);
            if (!text)
                return tl::unexpected(text.error());
            into.push_back(std::move(*text));
        }
        return {};
    }

    Status variables(const YamlNode& map, Texts& into) const {
        for (const auto& [name, value] : map.fields) {
            auto text
                = value.kind == Kind::Null ? Result<std::string>("") : textOf(Part::Env, value);
            if (!text)
                return tl::unexpected(text.error());
            into.push_back(name.text + "=" + *text);
        }
        return {};
    }

    const Substitute& m_substitute;
    JobFile m_file;
};

// As lines of their own where that says the same: '|' keeps the text, but for what a line cannot
// hold.
bool fitsBlock(const std::string& text) {
    if (text.find('\n') == std::string::npos || text.front() == '\n' || text.front() == ' '
        || text.ends_with("\n\n") || text.find(" \n") != std::string::npos)
        return false;
    auto lines = text;
    std::erase(lines, '\n');
    return !hasUnsafe(lines);
}

class Writer {
public:
    explicit Writer(std::string_view margin) : m_margin(margin) { }

    void add(const PartRow& row, const Text& text) {
        if (!text)
            return;
        if (!fitsBlock(*text))
            return line(fmt::format("{}: {}", row.key, yamlScalar(*text)));
        line(fmt::format("{}: |{}", row.key, text->ends_with('\n') ? "" : "-"));
        for (std::size_t at = 0; at < text->size();) {
            const auto end = std::min(text->find('\n', at), text->size());
            line(end == at ? "" : "  " + text->substr(at, end - at));
            at = end + 1;
        }
    }
    void add(const PartRow& row, bool set) {
        if (set)
            line(fmt::format("{}: true", row.key));
    }
    void add(const PartRow& row, const Texts& texts) {
        if (texts.empty())
            return;
        line(fmt::format("{}:", row.key));
        const bool map = row.part == Part::Env && canBeMap(texts);
        for (const auto& text : texts) {
            const auto equals = text.find('=');
            line(map ? fmt::format("  {}: {}", yamlScalar(text.substr(0, equals)),
                     yamlScalar(text.substr(equals + 1)))
                     : "  - " + yamlScalar(text));
        }
    }

    std::string out;

private:
    static bool canBeMap(const Texts& variables) {
        std::set<std::string> names;
        return std::all_of(variables.begin(), variables.end(), [&](const std::string& text) {
            const auto equals = text.find('=');
            if (equals == std::string::npos || equals == 0)
                return false;
            const auto name = text.substr(0, equals);
            return names.insert(name).second && yamlScalar(name).size() <= kLongestYamlKey;
        });
    }
    void line(const std::string& text) {
        out += text.empty() ? "\n" : fmt::format("{}{}\n", m_margin, text);
    }

    std::string_view m_margin;
};

} // namespace

std::string JobFile::describe(const Defect& defect) const {
    const auto part
        = defect.part == Part::Command && !lines.contains(Part::Command) ? Part::Argv : defect.part;
    const auto found = lines.find(part);
    return found == lines.end()
        ? defect.flagText
        : fmt::format("line {}: {}: {}", found->second, rowOf(part).key, defect.text);
}

Result<JobFile> parseJob(std::string_view yaml) {
    const auto document = parseYaml(yaml);
    return document ? readJob(*document) : tl::unexpected(document.error());
}

Result<JobFile> readJob(const YamlNode& map, const Substitute& substitute) {
    return Reader(substitute).read(map);
}

std::string yamlText(const JobText& job, std::string_view margin) {
    Writer writer(margin);
    for (const auto& row : partTable())
        std::visit([&](auto member) { writer.add(row, job.*member); }, row.member);
    if (writer.out.empty()) // nothing at all would be no document
        writer.out = fmt::format("{}{{}}\n", margin);
    return std::move(writer.out);
}

} // namespace muster::spec

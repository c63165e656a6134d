// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/cdi.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <map>
#include <sstream>
#include <stdexcept>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace muster::container::driver {
namespace {

constexpr std::size_t largestSpec = 1U << 20;
constexpr std::size_t mostNodes = 20000;
constexpr std::size_t deepest = 16;

// Everything here throws; parseCdi() turns it into an Error.
struct Refused : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Looks at a document before it becomes a tree: aliases multiply, and depth is a stack.
class Limits : public YAML::EventHandler {
public:
    void OnDocumentStart(const YAML::Mark&) override { }
    void OnDocumentEnd() override { }
    void OnNull(const YAML::Mark&, YAML::anchor_t) override { count(); }
    void OnAlias(const YAML::Mark&, YAML::anchor_t) override { throw Refused("it has an alias"); }
    void OnScalar(
        const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {
        count();
    }
    void OnSequenceStart(
        const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        enter();
    }
    void OnSequenceEnd() override { --m_depth; }
    void OnMapStart(
        const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
        enter();
    }
    void OnMapEnd() override { --m_depth; }

private:
    void count() {
        if (++m_nodes > mostNodes)
            throw Refused(fmt::format("it has more than {} values", mostNodes));
    }
    void enter() {
        count();
        if (++m_depth > deepest)
            throw Refused(fmt::format("it is more than {} levels deep", deepest));
    }

    std::size_t m_nodes = 0;
    std::size_t m_depth = 0;
};

using Fields = std::map<std::string, YAML::Node>;

std::string textOf(const YAML::Node& node, const std::string& what) {
    if (!node.IsScalar() || node.Scalar().find('\0') != std::string::npos)
        throw Refused(what + " is not a text");
    return node.Scalar();
}

// The fields of a map, all of which have to be known.
Fields fieldsOf(const YAML::Node& node, const std::string& what,
    std::initializer_list<std::string_view> known) {
    if (!node.IsMap())
        throw Refused(what + " is not a map");
    Fields result;
    for (const auto& pair : node) {
        const auto name = textOf(pair.first, "a name in " + what);
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw Refused(fmt::format("{} has the unknown field '{}'", what, name.substr(0, 100)));
        if (!result.emplace(name, pair.second).second)
            throw Refused(fmt::format("{} has the field '{}' twice", what, name));
    }
    return result;
}

std::vector<YAML::Node> listOf(const Fields& fields, const char* name) {
    const auto found = fields.find(name);
    if (found == fields.end() || found->second.IsNull())
        return {};
    if (!found->second.IsSequence())
        throw Refused(std::string(name) + " is not a list");
    return {found->second.begin(), found->second.end()};
}

std::string textIn(const Fields& fields, const char* name, bool needed = false) {
    const auto found = fields.find(name);
    if (found == fields.end() && needed)
        throw Refused(std::string("the field '") + name + "' is missing");
    return found == fields.end() ? std::string() : textOf(found->second, name);
}

std::vector<std::string> textsIn(const Fields& fields, const char* name) {
    std::vector<std::string> result;
    for (const YAML::Node& node : listOf(fields, name))
        result.push_back(textOf(node, std::string("a value of ") + name));
    return result;
}

CdiNode nodeOf(const YAML::Node& node) {
    const auto fields = fieldsOf(node, "a device node",
        {"path", "hostPath", "type", "major", "minor", "fileMode", "permissions", "uid", "gid"});
    const auto type = textIn(fields, "type");
    if (!type.empty() && type != "c" && type != "u")
        throw Refused(fmt::format("a device node is of type '{}'", type.substr(0, 100)));
    CdiNode result{
        textIn(fields, "path", true), textIn(fields, "hostPath"), textIn(fields, "permissions")};
    if (result.hostPath.empty())
        result.hostPath = result.path;
    return result;
}

CdiMount mountOf(const YAML::Node& node) {
    const auto fields = fieldsOf(node, "a mount", {"hostPath", "containerPath", "options", "type"});
    return {textIn(fields, "hostPath", true), textIn(fields, "containerPath", true),
        textsIn(fields, "options")};
}

CdiHook hookOf(const YAML::Node& node) {
    const auto fields = fieldsOf(node, "a hook", {"hookName", "path", "args", "env", "timeout"});
    auto arguments = textsIn(fields, "args");
    if (!arguments.empty())
        arguments.erase(arguments.begin()); // the program's own name
    return {textIn(fields, "hookName", true), textIn(fields, "path", true), std::move(arguments)};
}

CdiEdits editsOf(const YAML::Node& node) {
    const auto fields = fieldsOf(node, "containerEdits",
        {"env", "deviceNodes", "mounts", "hooks", "additionalGids", "intelRdt", "netDevices"});
    for (const char* name : {"intelRdt", "netDevices"}) {
        const auto found = fields.find(name);
        if (found != fields.end() && found->second.size() > 0)
            throw Refused(std::string("it asks for ") + name);
    }
    CdiEdits edits;
    for (const auto& text : textsIn(fields, "env")) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Refused("a value of env is not NAME=value");
        edits.environment.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    for (const YAML::Node& one : listOf(fields, "deviceNodes"))
        edits.nodes.push_back(nodeOf(one));
    for (const YAML::Node& one : listOf(fields, "mounts"))
        edits.mounts.push_back(mountOf(one));
    for (const YAML::Node& one : listOf(fields, "hooks"))
        edits.hooks.push_back(hookOf(one));
    return edits;
}

CdiEdits editsIn(const Fields& fields) {
    const auto found = fields.find("containerEdits");
    return found == fields.end() || found->second.IsNull() ? CdiEdits() : editsOf(found->second);
}

bool isDeviceName(const std::string& name) {
    const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    return !name.empty() && name.size() <= 256 && letter(name.front())
        && std::all_of(name.begin(), name.end(),
            [&](char c) { return letter(c) || c == '_' || c == '.' || c == ':' || c == '-'; });
}

CdiDevice deviceOf(const YAML::Node& node) {
    const auto fields = fieldsOf(node, "a device", {"name", "annotations", "containerEdits"});
    const auto name = textIn(fields, "name", true);
    if (!isDeviceName(name))
        throw Refused(fmt::format("'{}' is not a device name", name.substr(0, 100)));
    return {name, editsIn(fields)};
}

CdiSpec specOf(const YAML::Node& document) {
    const auto fields = fieldsOf(
        document, "the spec", {"cdiVersion", "kind", "annotations", "devices", "containerEdits"});
    CdiSpec spec{textIn(fields, "kind", true), {}, editsIn(fields)};
    if (!textIn(fields, "cdiVersion", true).starts_with("0.")
        && !textIn(fields, "cdiVersion").starts_with("1."))
        throw Refused(fmt::format("its cdiVersion is '{}', known are 0.x and 1.x",
            textIn(fields, "cdiVersion").substr(0, 100)));
    for (const YAML::Node& node : listOf(fields, "devices")) {
        auto device = deviceOf(node);
        const auto same = [&](const CdiDevice& other) { return other.name == device.name; };
        if (std::any_of(spec.devices.begin(), spec.devices.end(), same))
            throw Refused(fmt::format("device '{}' is there twice", device.name));
        spec.devices.push_back(std::move(device));
    }
    if (spec.devices.empty())
        throw Refused("it has no devices");
    return spec;
}

} // namespace

Result<CdiSpec> parseCdi(std::string_view text) {
    if (text.size() > largestSpec)
        return failure(
            fmt::format("The CDI spec has {} bytes, {} are allowed", text.size(), largestSpec));
    const std::string whole(text);
    try {
        std::istringstream stream(whole);
        YAML::Parser parser(stream);
        Limits limits;
        if (!parser.HandleNextDocument(limits))
            return failure("The CDI spec is empty");
        return specOf(YAML::Load(whole));
    } catch (const std::exception& error) {
        return failure(fmt::format("The CDI spec cannot be used: {}", error.what()));
    }
}

} // namespace muster::container::driver

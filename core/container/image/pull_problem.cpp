// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cctype>

#include "core/container/image/pull.h"

namespace muster::container::image {
namespace {

// What a text in skopeo's last line means. The first that is found counts.
struct Meaning {
    std::string_view text; // in lower case
    std::string_view sentence; // {0} the image, {1} its registry, {2} what skopeo said
    Error::Kind kind;
    bool again;
};

using Kind = Error::Kind;

constexpr std::string_view missing = "The image {0} does not exist; check its name and tag";
constexpr std::string_view refused = "The registry {1} denied access to {0}: the image does not "
                                     "exist, or the credentials of this agent are missing or wrong";
constexpr std::string_view unreachable
    = "Cannot reach the registry {1} for {0}: {2}; check the network of this node";
constexpr std::string_view broken
    = "The registry {1} sent a part of {0} that is not what its digest "
      "says; push the image again ({2})";
constexpr std::string_view untrusted
    = "The certificate of the registry {1} is not trusted: {2}; put "
      "its CA into the agent's folder --registry_certificates as {1}/ca.crt";
constexpr std::string_view notAnArchive
    = "{0} cannot be read as an image: {2}; save the image again as an archive or OCI layout";

constexpr auto meanings = std::to_array<Meaning>({
    {"no space left on device",
        "No space left to pull {0}; remove images, or use a larger disk for the image store",
        Kind::Unavailable, false},
    {"manifest unknown", missing, Kind::NotFound, false},
    {"name unknown", missing, Kind::NotFound, false},
    {"no descriptor found", missing, Kind::NotFound, false},
    {"\" not found", missing, Kind::NotFound, false},
    {"unauthorized", refused, Kind::Denied, false},
    {"authentication required", refused, Kind::Denied, false},
    {"username/password", refused, Kind::Denied, false},
    {"access to the resource is denied", refused, Kind::Denied, false},
    {"denied:", refused, Kind::Denied, false},
    {"status code from registry 403", refused, Kind::Denied, false},
    {"reading json file",
        "The agent's credentials for registries are not in the format of docker's config.json: {2}",
        Kind::Invalid, false},
    {"toomanyrequests",
        "The registry {1} limits the rate of pulls: configure credentials for the agent, or retry "
        "later ({0})",
        Kind::Unavailable, true},
    {"server gave http response to https client",
        "The registry {1} has no TLS, and plain HTTP is only allowed on loopback; configure a "
        "certificate",
        Kind::Denied, false},
    {"x509:", untrusted, Kind::Denied, false},
    {"tls: ", untrusted, Kind::Denied, false},
    {"no image found in", "There is no image {0} for this host: {2}; use one built for it",
        Kind::Invalid, false},
    {"digest did not match", broken, Kind::Invalid, false},
    {"digest mismatch", broken, Kind::Invalid, false},
    {"does not match", broken, Kind::Invalid, false},
    {"from registry 404", "The registry {1} has lost a part of {0}; push the image again ({2})",
        Kind::Invalid, false},
    {"no such host", "Host {1} of the image {0} not found; check the name and DNS",
        Kind::Unavailable, false},
    {"connection refused", unreachable, Kind::Unavailable, true},
    {"connection reset", unreachable, Kind::Unavailable, true},
    {"broken pipe", unreachable, Kind::Unavailable, true},
    {"no route to host", unreachable, Kind::Unavailable, true},
    {"network is unreachable", unreachable, Kind::Unavailable, true},
    {"timeout", unreachable, Kind::Unavailable, true},
    {"deadline exceeded", unreachable, Kind::Unavailable, true},
    {"server misbehaving", unreachable, Kind::Unavailable, true},
    {"pinging container registry", unreachable, Kind::Unavailable, true},
    {"eof", "The download of {0} was interrupted: {2}", Kind::Unavailable, true},
    {"happened during read", "The download of {0} was interrupted: {2}", Kind::Unavailable, true},
    {"status code from registry 5", "The registry {1} failed to send {0}: {2}", Kind::Unavailable,
        true},
    {"loading tar component", notAnArchive, Kind::Invalid, false},
    {"index.json", notAnArchive, Kind::Invalid, false},
    {"invalid tar header", notAnArchive, Kind::Invalid, false},
});

// msg="..." of the last line, its escapes undone; the line itself if it has none.
std::string lastMessage(std::string_view errors) {
    while (errors.ends_with('\n'))
        errors.remove_suffix(1);
    auto line = errors.substr(errors.rfind('\n') + 1);
    const auto start = line.find("msg=\"");
    if (start == std::string_view::npos)
        return std::string(line);
    line.remove_prefix(start + 5);
    std::string message;
    for (std::size_t i = 0; i < line.size() && line[i] != '"'; ++i) {
        if (line[i] != '\\' || i + 1 == line.size())
            message += line[i];
        else if (const char c = line[++i]; c == 'n' || c == 't')
            message += ' ';
        else
            message += c;
    }
    return message;
}

// One line, short, and without the tokens that the address of a redirected download carries.
std::string forDisplay(std::string_view message) {
    std::string shown;
    for (std::size_t i = 0; i < message.size() && shown.size() < 300; ++i) {
        if (message[i] == '?') {
            shown += "?...";
            i = std::min(message.find_first_of("\" ", i), message.size()) - 1;
        } else if (static_cast<unsigned char>(message[i]) >= 0x20 && message[i] != 0x7f) {
            shown += message[i];
        }
    }
    while (shown.ends_with(' ') || shown.ends_with('.'))
        shown.pop_back();
    return shown;
}

// What is left to be searched: an image may be called "denied/eof".
std::string withoutNames(std::string message, const ImageReference& reference) {
    for (const auto& name : {reference.path, reference.registry, reference.repository,
             reference.digest, reference.tag}) {
        if (name.empty())
            continue;
        for (auto at = message.find(name); at != std::string::npos; at = message.find(name, at)) {
            const auto isPart = [&](std::size_t i) {
                return i < message.size()
                    && std::isalnum(static_cast<unsigned char>(message[i])) != 0;
            };
            if ((at > 0 && isPart(at - 1)) || isPart(at + name.size()))
                at += name.size();
            else
                message.erase(at, name.size());
        }
    }
    std::ranges::transform(
        message, message.begin(), [](unsigned char c) { return std::tolower(c); });
    return message;
}

} // namespace

PullProblem explainPull(const ImageReference& reference, std::string_view skopeoErrors) {
    const auto message = lastMessage(skopeoErrors);
    const auto searched = withoutNames(message, reference);
    const auto image = canonicalText(reference);
    const auto shown = forDisplay(message);
    for (const auto& meaning : meanings) {
        if (searched.find(meaning.text) != std::string::npos)
            return {{fmt::format(fmt::runtime(meaning.sentence), image, reference.registry, shown),
                        meaning.kind},
                meaning.again};
    }
    return {{fmt::format("Failed to pull {}: {}", image, shown), Kind::Internal}, false};
}

} // namespace muster::container::image

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/uri.h"

#include <algorithm>
#include <array>

#include "core/container/fetch/address.h"
#include "core/kernel/base/number.h"

namespace muster::container::fetch {
namespace {

constexpr std::size_t longestUri = 8192;
constexpr std::size_t longestFileName = 1024;
constexpr std::string_view whatIsTaken
    = "give an http or https URL, or file:// or an absolute path below a folder that the agent's "
      "operator allowed";

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

int hexValue(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    const char letter = lower(c);
    return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

// Nothing for a '%' without two digits and for a NUL.
std::optional<std::string> percentDecoded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        if (text.size() - i < 3 || hexValue(text[i + 1]) < 0 || hexValue(text[i + 2]) < 0)
            return std::nullopt;
        result += static_cast<char>(hexValue(text[i + 1]) * 16 + hexValue(text[i + 2]));
        if (result.back() == '\0')
            return std::nullopt;
        i += 2;
    }
    return result;
}

bool isHostName(std::string_view host) {
    return !host.empty() && host.size() <= 253 && std::all_of(host.begin(), host.end(), [](char c) {
        return (lower(c) >= 'a' && lower(c) <= 'z') || (c >= '0' && c <= '9') || c == '-'
            || c == '.' || c == '_';
    });
}

// "host", "host:port" or "[address]:port" into `url`; the port is the scheme's if none is there.
bool readAuthority(std::string_view text, HttpUrl& url) {
    std::string_view port;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos)
            return false;
        url.host = lowered(text.substr(1, end - 1));
        const auto address = IpAddress::parse(url.host);
        if (!address || url.host.find(':') == std::string::npos)
            return false;
        text.remove_prefix(end + 1);
        if (!text.empty() && !text.starts_with(':'))
            return false;
        port = text.empty() ? text : text.substr(1);
        if (!text.empty() && port.empty())
            return false;
    } else {
        const auto colon = text.find(':');
        url.host = lowered(text.substr(0, colon));
        if (!isHostName(url.host))
            return false;
        if (colon != std::string_view::npos && (port = text.substr(colon + 1)).empty())
            return false;
    }
    url.port = url.tls ? 443 : 80;
    if (port.empty())
        return true;
    url.port = wholeNumber<decltype(url.port)>(port).value_or(0);
    return url.port != 0;
}

bool readCredentials(std::string_view text, HttpUrl& url) {
    const auto decoded = percentDecoded(text);
    if (!decoded)
        return false;
    // A line break would end the header that carries them.
    if (std::any_of(decoded->begin(), decoded->end(),
            [](char c) { return static_cast<unsigned char>(c) < ' '; }))
        return false;
    url.credentials = *decoded;
    return true;
}

// Takes "#sha256=..." off the end. Another fragment is a mistake that must not pass for a check.
Result<std::string> takeChecksum(std::string_view& value) {
    const auto mark = value.rfind('#');
    if (mark == std::string_view::npos)
        return std::string();
    const auto fragment = value.substr(mark + 1);
    constexpr std::string_view name = "sha256=";
    const auto digits = fragment.starts_with(name) ? fragment.substr(name.size()) : "";
    if (digits.size() != 64
        || !std::all_of(digits.begin(), digits.end(), [](char c) { return hexValue(c) >= 0; }))
        return failure("after '#' a URI has sha256= and 64 hex digits or nothing; write %23 for a "
                       "'#' in its path");
    value = value.substr(0, mark);
    return lowered(digits);
}

std::string baseName(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

Status readHttp(std::string_view value, Source& source) {
    const auto url = HttpUrl::parse(value);
    if (!url)
        return tl::unexpected(url.error());
    source.kind = Source::Kind::Http;
    source.location = url->text();
    source.credentials = url->credentials;
    source.shown = url->shown();
    source.fileName = baseName(url->path.substr(0, url->path.find('?')));
    return {};
}

Status readPath(std::string_view value, Source& source) {
    constexpr std::string_view scheme = "file://";
    std::string path(value);
    if (lowered(value.substr(0, scheme.size())) == scheme) {
        value.remove_prefix(scheme.size());
        if (value.starts_with("localhost/"))
            value.remove_prefix(std::string_view("localhost").size());
        const auto decoded = percentDecoded(value);
        if (!decoded)
            return failure("a '%' in it is not followed by two hex digits");
        path = *decoded;
    }
    if (!path.starts_with('/'))
        return failure("file:// must be followed by an absolute path on the agent's host");
    if (path.size() >= 4096 || path.find('\0') != std::string::npos)
        return failure("the path is not one");
    source.kind = Source::Kind::File;
    source.location = path;
    source.shown = path;
    source.fileName = baseName(path);
    return {};
}

Status readValue(std::string_view value, Source& source) {
    const auto scheme = lowered(value.substr(0, value.find("://")));
    if (scheme.size() < value.size() && (scheme == "http" || scheme == "https"))
        return readHttp(value, source);
    if (value.starts_with('/') || (scheme.size() < value.size() && scheme == "file"))
        return readPath(value, source);
    return failure(std::string(whatIsTaken));
}

// Of a URI that could not be read: no more than can hold no secret.
std::string safeStart(std::string_view value) {
    const auto scheme = value.find("://");
    const auto shown = scheme == std::string_view::npos ? value : value.substr(0, scheme + 3);
    std::string result;
    for (const char c : shown.substr(0, 40))
        result += c < ' ' || c > '~' ? '?' : c;
    return shown.size() == value.size() && value.size() <= 40 ? result : result + "...";
}

} // namespace

Result<HttpUrl> HttpUrl::parse(std::string_view text) {
    if (text.size() > longestUri)
        return failure(
            fmt::format("the URL has {} characters, {} are the limit", text.size(), longestUri));
    if (std::any_of(text.begin(), text.end(), [](char c) { return c <= ' ' || c > '~'; })
        || text.find_first_of("\\\"<>^`{|}#") != std::string_view::npos)
        return failure("the URL holds a character that has to be written as %XX");
    HttpUrl url;
    const auto mark = text.find("://");
    const auto scheme = lowered(text.substr(0, mark));
    if (mark == std::string_view::npos || (scheme != "http" && scheme != "https"))
        return failure("only http and https work");
    url.tls = scheme == "https";
    text.remove_prefix(mark + 3);
    const auto end = std::min(text.find_first_of("/?"), text.size());
    auto authority = text.substr(0, end);
    const auto at = authority.rfind('@');
    if (at != std::string_view::npos && !readCredentials(authority.substr(0, at), url))
        return failure("the URL's user and password are not readable; write special ones as %XX");
    authority.remove_prefix(at == std::string_view::npos ? 0 : at + 1);
    if (!readAuthority(authority, url))
        return failure("the URL has no host name or address, or no port of 1 to 65535 after it");
    url.path = (text.substr(end).starts_with('/') ? "" : "/") + std::string(text.substr(end));
    return url;
}

std::string HttpUrl::text() const {
    const bool isIpv6 = host.find(':') != std::string::npos;
    const bool isUsual = port == (tls ? 443 : 80);
    return fmt::format("{}://{}{}{}{}{}", tls ? "https" : "http", isIpv6 ? "[" : "", host,
        isIpv6 ? "]" : "", isUsual ? std::string() : fmt::format(":{}", port), path);
}

std::string HttpUrl::shown() const {
    HttpUrl plain = *this;
    const auto query = path.find('?');
    if (query != std::string::npos)
        plain.path = path.substr(0, query) + "?...";
    return plain.text();
}

Extraction extractionOf(std::string_view fileName) {
    constexpr std::array archives{
        ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".zip"};
    const auto name = lowered(fileName);
    if (std::any_of(
            archives.begin(), archives.end(), [&](const char* end) { return name.ends_with(end); }))
        return Extraction::Archive;
    return name.ends_with(".gz") && !name.ends_with("/.gz") && name != ".gz" ? Extraction::Gunzip
                                                                             : Extraction::None;
}

Status checkFileName(std::string_view name) {
    const auto refuse = [&](std::string_view why) {
        return failure(fmt::format("the file name '{}' {}; set output_file to a relative path in "
                                   "the sandbox",
            name.substr(0, 80), why));
    };
    if (name.empty())
        return failure("it ends without a file name; set output_file");
    if (name.size() > longestFileName || name.find('\0') != std::string_view::npos)
        return refuse("is too long or holds a NUL");
    if (name == "stdout" || name == "stderr")
        return refuse("is that of the task's output");
    for (std::size_t begin = 0; begin <= name.size();) {
        const auto end = std::min(name.find('/', begin), name.size());
        const auto part = name.substr(begin, end - begin);
        if (part.empty() || part == "." || part == ".." || part.size() > 255)
            return refuse("leads out of the sandbox or is no plain path");
        begin = end + 1;
    }
    return {};
}

Result<Source> parseUri(const Uri& uri) {
    const auto explained = [&](const Error& error) {
        return failure(fmt::format("Failed to read the URI '{}'", safeStart(uri.value)), error);
    };
    if (uri.value.size() > longestUri)
        return failure(
            fmt::format("a URI has {} characters, {} are the limit", uri.value.size(), longestUri));
    Source source;
    std::string_view value = uri.value;
    auto checksum = takeChecksum(value);
    if (!checksum)
        return explained(checksum.error());
    source.sha256 = std::move(*checksum);
    if (const auto read = readValue(value, source); !read)
        return explained(read.error());
    if (!uri.outputFile.empty())
        source.fileName = uri.outputFile;
    if (const auto checked = checkFileName(source.fileName); !checked)
        return failure(source.shown, checked.error());
    source.executable = uri.executable;
    source.cache = uri.cache;
    if (uri.extract && !uri.executable)
        source.extraction = extractionOf(source.fileName);
    return source;
}

} // namespace muster::container::fetch

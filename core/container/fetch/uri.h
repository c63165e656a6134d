// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::container::fetch {

// What a task asks for: the fields and defaults of Mesos' CommandInfo.URI. `value` may end in
// "#sha256=<64 hex digits>": the file is checked against it before anything uses it.
struct Uri {
    std::string value;
    bool executable = false; // mode 0755, and not extracted
    bool extract = true; // by the suffix of the file's name
    bool cache = false; // kept by the agent for the next task that asks for the same URI
    std::string outputFile; // relative to the sandbox, may be in a folder; empty: the URI's name
};

enum class Extraction { None, Archive, Gunzip };

// A URI that passed every check which needs no file and no network.
struct Source {
    enum class Kind { Http, File };

    Kind kind = Kind::Http;
    std::string location; // Http: URL without user and fragment; File: absolute path
    std::string credentials; // "user:password", percent-decoded; never part of a message
    std::string
        shown; // for messages: neither credentials nor the query, which may hold a signature
    std::string fileName; // relative, without "..", not stdout or stderr
    Extraction extraction = Extraction::None;
    std::string sha256; // lower case hex; empty: not asked for
    bool executable = false;
    bool cache = false;
};

// http, https, file:// and plain absolute paths; all else is refused with that list. Pure.
Result<Source> parseUri(const Uri& uri);

// The parts of an http or https URL that decide where a connection goes, strictly read: printable
// ASCII of up to 8 KiB, no backslash, a port of 1 to 65535.
struct HttpUrl {
    bool tls = false;
    std::string credentials;
    std::string host; // lower case; an IPv6 address without its brackets
    std::uint16_t port = 0;
    std::string path; // with the query; begins with '/'

    static Result<HttpUrl> parse(std::string_view text); // the message does not repeat the text
    std::string text() const; // without credentials
    std::string shown() const;
    bool sameOrigin(const HttpUrl& other) const {
        return tls == other.tls && host == other.host && port == other.port;
    }
};

// The archive's suffix decides, as Mesos has it: .tar .tar.gz .tgz .tar.bz2 .tbz2 .tar.xz .txz
// .tar.zst .zip, and .gz for a single file.
Extraction extractionOf(std::string_view fileName);

// A name in the sandbox: relative, no empty, "." or ".." part, not stdout or stderr.
Status checkFileName(std::string_view name);

} // namespace muster::container::fetch

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace muster::agentd {

// One file of the web page, inside the program (cmake/web_files.cmake).
struct WebFile {
    std::string_view path; // "index.html", "assets/page-1f3a.js"
    std::string_view contentType;
    std::string_view bytes;
    std::string_view gzip; // the same, compressed; may be empty
    std::string_view etag; // of the bytes, with its quotes
};

// By path; none: built with -DMUSTER_WEB=OFF.
std::span<const WebFile> webFiles();

} // namespace muster::agentd

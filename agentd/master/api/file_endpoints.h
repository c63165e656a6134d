// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/api/file_tree.h"
#include "core/net/http.h"

// /files/browse, /files/read and /files/download, of a master or of an agent that it answers for.
// The files outlive the answer. Facts: doc/wire.md, "Old endpoints", recordings.
namespace muster::agentd::api {

net::HttpResponse browseFiles(const FileTree& files, const net::HttpRequest& request);
net::HttpResponse readFiles(const FileTree& files, const net::HttpRequest& request);
net::HttpResponse downloadFile(const FileTree& files, const net::HttpRequest& request);

} // namespace muster::agentd::api

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::container::image {

// Which image a task asks for, as Docker and skopeo write it. Parsed strictly: every part is safe
// as an argument of a program and as a part of a name that is shown.
struct ImageReference {
    enum class Source { Registry, DockerArchive, OciLayout, OciArchive };

    Source source = Source::Registry;
    std::string registry; // "docker.io", "localhost:5000"; of a registry only
    std::string repository; // "library/debian"; in an archive: the image's whole name, may be empty
    std::string tag; // "latest"; empty when only a digest names the image
    std::string digest; // "sha256:<64 hex>" or empty; wins over the tag
    std::string path; // of an archive or a layout: absolute, below an allowed folder

    bool operator==(const ImageReference&) const = default;
};

// "docker.io/library/debian:12", "oci:/images/debian:12": one text for one image, for display and
// as the name under which the store knows it.
std::string canonicalText(const ImageReference& reference);
// What skopeo is told: "docker://docker.io/library/debian:12". Docker's form knows no tag beside a
// digest. `path` replaces the reference's own, once it is resolved.
std::string skopeoSource(const ImageReference& reference, const std::string& path = "");
// 127.0.0.0/8, ::1 and localhost, with or without a port: the only ones spoken to without TLS.
bool isLoopback(std::string_view registry);

// "debian", "docker://debian" or "registry:5000/team/name[:tag][@sha256:...]";
// "docker-archive:/path[:name[:tag]]", "oci:/path[:tag]", "oci-archive:/path[:tag]" only below one
// of `allowedFolders`, which are plain absolute paths. Looks at the text alone: links in the path
// are judged when it is opened (pull.h).
Result<ImageReference> parseReference(
    std::string_view text, const std::vector<std::string>& allowedFolders);

} // namespace muster::container::image

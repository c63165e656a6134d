// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/files.h"
#include "core/container/image/pull.h"
#include "core/container/image/reference.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

// skopeo's command lines for one image, as data, and the files that keep the host's own
// configuration out of it: no credentials, mirrors, policies and certificates but the operator's
// for Muster.
class Skopeo {
public:
    // Writes what the calls need into `folder`/.pull.
    static Result<Skopeo> prepare(
        const ImageReference& reference, const std::string& folder, const PullOptions& options);

    // Prints the manifest as it is; `digest` names one of a list.
    std::vector<std::string> inspect(const std::string& digest) const;
    // Makes an OCI layout of `folder`.
    std::vector<std::string> copy(const std::string& digest) const;
    const std::vector<std::string>& environment() const { return m_environment; }
    const std::string& directory() const { return m_tools; }
    // Where there is no registry: the archive or layout, to be descriptor 3 of the call.
    const Fd& source() const { return m_source; }

private:
    Skopeo() = default;
    std::vector<std::string> call(const std::string& command) const;
    std::string sourceText(const std::string& digest) const;

    ImageReference m_reference;
    std::string m_program;
    std::string m_folder;
    std::string m_tools;
    std::string m_authFile;
    std::string m_certificates;
    std::vector<std::string> m_environment;
    Fd m_source;
};

// An archive or layout, opened so that no link leads out of the allowed folder.
Result<Fd> openSource(const ImageReference& reference, const PullOptions& options);

} // namespace muster::container::image

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/skopeo.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "core/container/image/config.h"

namespace muster::container::image {
namespace {

constexpr std::string_view acceptAnything
    = R"({"default":[{"type":"insecureAcceptAnything"}]})"; // digests are checked, not signatures

bool isRegistry(const ImageReference& reference) {
    return reference.source == ImageReference::Source::Registry;
}

// An entry for exactly this repository wins over the mirrors and redirections that the host may
// have for a part of it in /etc/containers/registries.conf.d, which cannot be turned off.
std::string registriesText(const ImageReference& reference) {
    const auto text = "unqualified-search-registries = []\n";
    if (!isRegistry(reference))
        return text;
    const auto name = reference.registry + "/" + reference.repository;
    return fmt::format("{}[[registry]]\nprefix = \"{}\"\nlocation = \"{}\"\n", text, name, name);
}

// Of the allowed folder, if `path` is in it: what comes after it, "." for the folder itself.
std::string partBelow(const std::string& path, std::string_view folder) {
    while (folder.ends_with('/'))
        folder.remove_suffix(1);
    if (path == folder)
        return ".";
    return path.starts_with(folder) && path[folder.size()] == '/' ? path.substr(folder.size() + 1)
                                                                  : "";
}

Result<std::string> certificatesFor(
    const ImageReference& reference, const PullOptions& options, const std::string& empty) {
    if (options.certificates.empty() || !isRegistry(reference))
        return empty;
    auto path = options.certificates + "/" + reference.registry;
    struct stat status { };
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode) ? path : empty;
}

Result<std::string> authFileFor(const PullOptions& options, const std::string& empty) {
    if (options.authFile.empty())
        return empty;
    if (access(options.authFile.c_str(), R_OK) != 0)
        return systemFailure("open the credentials for registries, " + options.authFile);
    return options.authFile;
}

std::vector<std::string> environmentFor(const PullOptions& options, const std::string& tools) {
    const char* path = std::getenv("PATH");
    std::vector<std::string> environment{
        fmt::format("PATH={}", path != nullptr ? path : "/usr/sbin:/usr/bin:/sbin:/bin"),
        "HOME=" + tools + "/home", "XDG_RUNTIME_DIR=" + tools + "/home",
        "TMPDIR=" + tools + "/tmp"};
    environment.insert(environment.end(), options.environment.begin(), options.environment.end());
    return environment;
}

} // namespace

Result<Fd> openSource(const ImageReference& reference, const PullOptions& options) {
    for (const auto& folder : options.allowedFolders) {
        const auto part = partBelow(reference.path, folder);
        const Fd root(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        if (part.empty() || !root)
            continue;
        open_how how{};
        how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
        how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
        Fd file(
            static_cast<int>(syscall(SYS_openat2, root.number(), part.c_str(), &how, sizeof how)));
        struct stat status { };
        if (!file && errno == EXDEV)
            return failure(
                fmt::format("{} leads out of {}, where images are allowed", reference.path, folder),
                Error::Kind::Denied);
        if (!file && (errno == ENOENT || errno == ENOTDIR))
            return failure(fmt::format("The image {} does not exist on this node: put it there on "
                                       "every node, or use a registry",
                               reference.path),
                Error::Kind::NotFound);
        if (!file || fstat(file.number(), &status) != 0)
            return systemFailure("open the image " + reference.path);
        const bool layout = reference.source == ImageReference::Source::OciLayout;
        if (layout ? S_ISDIR(status.st_mode) : S_ISREG(status.st_mode))
            return file;
        return failure(fmt::format("{} is not a {}", reference.path,
            layout ? "folder with an OCI layout" : "plain file with an image"));
    }
    return failure(fmt::format("No folder that holds {} is there and allowed: operators allow them "
                               "with the agent's --image_folders",
                       reference.path),
        Error::Kind::Denied);
}

Result<Skopeo> Skopeo::prepare(
    const ImageReference& reference, const std::string& folder, const PullOptions& options) {
    Skopeo out;
    out.m_reference = reference;
    out.m_program = options.skopeo;
    out.m_folder = folder;
    out.m_tools = folder + "/.pull";
    for (const auto* name : {"/home", "/tmp", "/empty"}) {
        if (const auto made = makeDirectories(out.m_tools + name, 0700); !made)
            return tl::unexpected(made.error());
    }
    const std::pair<const char*, std::string> files[]
        = {{"/policy.json", std::string(acceptAnything)},
            {"/registries.conf", registriesText(reference)}, {"/auth.json", "{}"}};
    for (const auto& [name, text] : files) {
        if (const auto written = writeFileAtomically(out.m_tools + name, text); !written)
            return tl::unexpected(written.error());
    }
    auto authFile = authFileFor(options, out.m_tools + "/auth.json");
    auto certificates = certificatesFor(reference, options, out.m_tools + "/empty");
    if (!authFile || !certificates)
        return tl::unexpected((authFile ? certificates : authFile).error());
    out.m_authFile = std::move(*authFile);
    out.m_certificates = std::move(*certificates);
    out.m_environment = environmentFor(options, out.m_tools);
    if (!isRegistry(reference)) {
        auto source = openSource(reference, options);
        if (!source)
            return tl::unexpected(source.error());
        out.m_source = std::move(*source);
    }
    return out;
}

std::vector<std::string> Skopeo::call(const std::string& command) const {
    const auto platform = ourPlatform();
    const auto slash = platform.find('/');
    return {m_program, "--policy", m_tools + "/policy.json", "--registries.d", m_tools + "/empty",
        "--registries-conf", m_tools + "/registries.conf", "--tmpdir", m_tools + "/tmp",
        "--override-os", std::string(platform.substr(0, slash)), "--override-arch",
        std::string(platform.substr(slash + 1)), command};
}

std::string Skopeo::sourceText(const std::string& digest) const {
    if (!isRegistry(m_reference))
        return skopeoSource(m_reference, "/proc/self/fd/3");
    auto reference = m_reference;
    if (!digest.empty())
        reference.digest = digest;
    return skopeoSource(reference);
}

std::vector<std::string> Skopeo::inspect(const std::string& digest) const {
    auto argv = call("inspect");
    argv.insert(argv.end(), {"--raw", "--authfile", m_authFile, "--cert-dir", m_certificates});
    if (isLoopback(m_reference.registry))
        argv.emplace_back("--tls-verify=false");
    argv.push_back(sourceText(digest));
    return argv;
}

std::vector<std::string> Skopeo::copy(const std::string& digest) const {
    auto argv = call("copy");
    argv.insert(argv.end(),
        {"--authfile", m_authFile, "--src-cert-dir", m_certificates, "--remove-signatures",
            "--dest-oci-accept-uncompressed-layers"});
    if (isLoopback(m_reference.registry))
        argv.emplace_back("--src-tls-verify=false");
    argv.push_back(sourceText(digest));
    argv.push_back("oci:" + m_folder + ":image");
    return argv;
}

} // namespace muster::container::image

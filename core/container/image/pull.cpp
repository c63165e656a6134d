// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/pull.h"

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "core/container/image/config.h"
#include "core/container/image/digest.h"
#include "core/container/image/layout.h"
#include "core/container/image/skopeo.h"
#include "core/container/image/watched_program.h"

namespace muster::container::image {
namespace {

using Clock = std::chrono::steady_clock;
using Phase = PullProgress::Phase;

// On disk below `folder`: what only has a size, a blob that is already known, counts nothing.
std::uint64_t bytesBelow(const std::string& folder) {
    std::uint64_t bytes = 0;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator entry(folder, error), end;
         !error && entry != end; entry.increment(error)) {
        struct stat status { };
        if (lstat(entry->path().c_str(), &status) == 0 && S_ISREG(status.st_mode))
            bytes += static_cast<std::uint64_t>(status.st_blocks) * 512;
    }
    return bytes;
}

std::string sizeText(std::uint64_t bytes) {
    if (bytes < (1U << 20))
        return fmt::format("{} bytes", bytes);
    return fmt::format("{} MiB", (bytes + (1U << 20) - 1) >> 20);
}

// One pull: what its steps share.
class Pull {
public:
    Pull(const ImageReference& reference, const std::string& folder, const PullOptions& options,
        const std::function<void(const PullProgress&)>& progress, std::stop_token stop)
        : m_reference(reference), m_folder(folder), m_options(options), m_progress(progress),
          m_stop(std::move(stop)), m_deadline(Clock::now() + options.limit) { }

    Result<PulledImage> run(const std::vector<KnownBlob>& known);

private:
    Result<std::string> call(const std::vector<std::string>& argv, const Skopeo& skopeo,
        const std::function<Status()>& look);
    Status openGate();
    Result<ProgramEnd> runSkopeo(const WatchedProgram& program) const;
    Result<Manifest> ask(const Skopeo& skopeo);
    Result<std::string> manifestText(const Skopeo& skopeo, const std::string& digest);
    Status checkSpace(const Manifest& manifest, const std::vector<KnownBlob>& known);
    Status pretend(const std::vector<KnownBlob>& known) const;
    Status look();
    Result<PulledImage> check(const std::vector<KnownBlob>& known);
    bool pause(std::chrono::milliseconds time) const;
    void report(Phase phase, std::uint64_t done, std::uint64_t total) const {
        if (m_progress)
            m_progress({phase, done, total});
    }

    const ImageReference& m_reference;
    const std::string& m_folder;
    const PullOptions& m_options;
    const std::function<void(const PullProgress&)>& m_progress;
    const std::stop_token m_stop;
    const Clock::time_point m_deadline;
    std::string m_digest; // the registry's, of this machine's manifest
    std::uint64_t m_total = 0;
    std::unique_ptr<NetworkGate> m_gate; // null: the host's network
};

Status Pull::openGate() {
    const auto& rule = m_options.rule;
    if (!rule || m_reference.source != ImageReference::Source::Registry)
        return {};
    if (!m_options.environment.empty())
        return checkRegistry(rule, m_reference.registry);
    auto gate = NetworkGate::open(rule, m_reference.registry);
    if (!gate)
        return tl::unexpected(gate.error());
    m_gate = std::move(*gate);
    return {};
}

Result<ProgramEnd> Pull::runSkopeo(const WatchedProgram& program) const {
    if (!m_gate)
        return runWatched(program);
    auto behind = program;
    const auto more = m_gate->environment();
    behind.environment.insert(behind.environment.end(), more.begin(), more.end());
    Result<ProgramEnd> end
        = failure("The network namespace of a pull is gone", Error::Kind::Internal);
    m_gate->within([&] { end = runWatched(behind); });
    return end;
}

bool Pull::pause(std::chrono::milliseconds time) const {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, m_stop, time, [] { return false; });
    return !m_stop.stop_requested();
}

// Runs skopeo until it works, the error is one that stays, or the attempts are used up.
Result<std::string> Pull::call(const std::vector<std::string>& argv, const Skopeo& skopeo,
    const std::function<Status()>& look) {
    auto backoff = m_options.backoff;
    for (int attempt = 1;; ++attempt, backoff *= 2) {
        auto end = runSkopeo(
            {argv, skopeo.environment(), skopeo.directory(), {.extra = {skopeo.source().number()}},
                m_deadline, m_stop, m_folder + "/process", look});
        if (!end && end.error().kind == Error::Kind::Timeout)
            return failure(fmt::format("Pulling {} took longer than {} s; the network is slow, or "
                                       "the registry does not respond",
                               canonicalText(m_reference), m_options.limit.count()),
                Error::Kind::Timeout);
        if (!end)
            return tl::unexpected(end.error());
        if (end->code == 0)
            return std::move(end->output);
        if (const auto refusal = m_gate ? m_gate->refusal() : std::nullopt)
            return failure(fmt::format("Pulling {}: {}", canonicalText(m_reference), *refusal),
                Error::Kind::Denied);
        auto problem = explainPull(m_reference, end->errors);
        if (attempt >= m_options.attempts || !problem.again || Clock::now() + backoff >= m_deadline)
            return tl::unexpected(std::move(problem.error));
        if (!pause(backoff))
            return cancelled();
    }
}

Result<std::string> Pull::manifestText(const Skopeo& skopeo, const std::string& digest) {
    auto text = call(skopeo.inspect(digest), skopeo, [this] {
        report(Phase::Asking, 0, 0);
        return Status();
    });
    if (!text)
        return text;
    if (!digest.empty() && sha256Of(*text) != digest)
        return failure(fmt::format("The registry {} sent a manifest of {} that is not what its "
                                   "digest says",
            m_reference.registry, canonicalText(m_reference)));
    return text;
}

// The manifest for this machine, and its digest as the registry knows it: whatever its tag names a
// moment later, it is this one that is pulled.
Result<Manifest> Pull::ask(const Skopeo& skopeo) {
    report(Phase::Asking, 0, 0);
    auto text = manifestText(skopeo, m_reference.digest);
    if (!text)
        return tl::unexpected(text.error());
    auto parsed = parseManifest(*text);
    if (parsed && !parsed->chosen.digest.empty()) {
        text = manifestText(skopeo, parsed->chosen.digest);
        if (!text)
            return tl::unexpected(text.error());
        parsed = parseManifest(*text);
        if (parsed && !parsed->chosen.digest.empty())
            return failure("The image's list of machines leads to another list");
    }
    if (!parsed)
        return tl::unexpected(parsed.error());
    m_digest = sha256Of(*text);
    return std::move(parsed->manifest);
}

bool isKnown(const std::vector<KnownBlob>& known, const Descriptor& blob) {
    return std::ranges::any_of(known,
        [&](const KnownBlob& one) { return one.digest == blob.digest && one.size == blob.size; });
}

Status Pull::checkSpace(const Manifest& manifest, const std::vector<KnownBlob>& known) {
    std::uint64_t all = 0;
    for (const auto& layer : manifest.layers) {
        all += layer.size;
        m_total += isKnown(known, layer) ? 0 : layer.size;
    }
    if (all > m_options.maxBytes)
        return failure(fmt::format("The image {} has {}, at most {} are pulled",
            canonicalText(m_reference), sizeText(all), sizeText(m_options.maxBytes)));
    struct statvfs disk { };
    if (statvfs(m_folder.c_str(), &disk) != 0)
        return systemFailure("look at the disk of " + m_folder);
    const auto free = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
    if (m_total > free)
        return failure(fmt::format("The image {} has {} to pull, but the disk of the image store "
                                   "has {} free; remove images, or use a larger disk",
                           canonicalText(m_reference), sizeText(m_total), sizeText(free)),
            Error::Kind::Unavailable);
    return {};
}

// skopeo does not fetch a blob whose file is there. This one has its size and nothing in it: the
// layer is unpacked already, and nobody reads it.
Status Pull::pretend(const std::vector<KnownBlob>& known) const {
    if (const auto made = makeDirectories(m_folder + "/blobs/sha256", 0700); !made)
        return made;
    for (const auto& blob : known) {
        const auto path = blobPath(m_folder, blob.digest);
        const Fd file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
        if (!file || ftruncate(file.number(), static_cast<off_t>(blob.size)) != 0)
            return systemFailure("create " + path);
    }
    return {};
}

Status Pull::look() {
    const auto bytes = bytesBelow(m_folder);
    // More than all was announced, or an archive that unpacks to more than an image may have.
    if (bytes > m_options.maxBytes + (std::uint64_t{64} << 20))
        return failure(fmt::format("The image {} is larger than the {} that are pulled at most",
            canonicalText(m_reference), sizeText(m_options.maxBytes)));
    report(Phase::Downloading, m_total == 0 ? bytes : std::min(bytes, m_total), m_total);
    return {};
}

Result<PulledImage> Pull::check(const std::vector<KnownBlob>& known) {
    const auto layout = readLayout(m_folder);
    if (!layout)
        return tl::unexpected(layout.error());
    PulledImage out{.digest = m_digest.empty() ? layout->manifest.digest : m_digest};
    auto text = readBlob(m_folder, layout->content.config);
    if (!text)
        return tl::unexpected(text.error());
    const auto config = parseImageConfig(*text);
    if (!config)
        return tl::unexpected(config.error());
    out.config = std::move(*text);
    const auto& layers = layout->content.layers;
    if (layers.size() != config->diffIds.size())
        return failure(fmt::format("The image has {} layers and names {}; build it again",
            layers.size(), config->diffIds.size()));
    std::uint64_t done = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        report(Phase::Checking, done, m_total);
        if (m_stop.stop_requested())
            return cancelled();
        const bool here = isKnown(known, layers[i]);
        const auto file = here ? Result<Fd>(Fd()) : openBlob(m_folder, layers[i]);
        if (!file)
            return tl::unexpected(file.error());
        done += here ? 0 : layers[i].size;
        out.layers.push_back({layers[i].digest, layers[i].size, config->diffIds[i], here});
    }
    return out;
}

Result<PulledImage> Pull::run(const std::vector<KnownBlob>& known) {
    if (const auto opened = openGate(); !opened)
        return failure(
            fmt::format("Pulling {}: {}", canonicalText(m_reference), opened.error().message),
            opened.error().kind);
    const auto skopeo = Skopeo::prepare(m_reference, m_folder, m_options);
    if (!skopeo)
        return tl::unexpected(skopeo.error());
    std::optional<Manifest> announced;
    if (m_reference.source == ImageReference::Source::Registry) {
        auto manifest = ask(*skopeo);
        if (!manifest)
            return tl::unexpected(manifest.error());
        if (const auto enough = checkSpace(*manifest, known); !enough)
            return tl::unexpected(enough.error());
        announced = std::move(*manifest);
    }
    const auto stamp = stampOf(m_reference, m_options);
    if (!stamp)
        return tl::unexpected(stamp.error());
    if (const auto done = pretend(known); !done)
        return tl::unexpected(done.error());
    const auto copied = call(skopeo->copy(m_digest), *skopeo, [this] { return look(); });
    if (!copied)
        return tl::unexpected(copied.error());
    auto image = check(known);
    if (!image)
        return image;
    const auto isSame = [](const Layer& layer, const Descriptor& said) {
        return layer.blob == said.digest && layer.size == said.size;
    };
    if (announced && !std::ranges::equal(image->layers, announced->layers, isSame))
        return failure(fmt::format(
            "The layers of {} are not those of its manifest", canonicalText(m_reference)));
    image->stamp = *stamp;
    return image;
}

} // namespace

Result<std::string> stampOf(const ImageReference& reference, const PullOptions& options) {
    if (reference.source == ImageReference::Source::Registry)
        return std::string();
    const auto source = openSource(reference, options);
    if (!source)
        return tl::unexpected(source.error());
    struct stat status { };
    const bool layout = reference.source == ImageReference::Source::OciLayout;
    const int looked = layout
        ? fstatat(source->number(), "index.json", &status, AT_SYMLINK_NOFOLLOW)
        : fstat(source->number(), &status);
    if (looked != 0)
        return systemFailure("look at the image " + reference.path);
    return fmt::format("{}:{}:{}:{}.{:09}", status.st_dev, status.st_ino, status.st_size,
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

Result<PulledImage> pullImage(const ImageReference& reference, const std::string& folder,
    const std::vector<KnownBlob>& known, const PullOptions& options,
    const std::function<void(const PullProgress&)>& progress, std::stop_token stop) {
    return Pull(reference, folder, options, progress, std::move(stop)).run(known);
}

} // namespace muster::container::image

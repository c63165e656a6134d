// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/fetcher.h"

#include <cerrno>
#include <set>

#include <sys/mman.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "core/container/fetch/address.h"
#include "core/container/fetch/cache.h"
#include "core/container/fetch/companion.h"
#include "core/container/fetch/job.h"
#include "core/container/fetch/sandbox_file.h"
#include "core/container/fetch/source_file.h"
#include "core/container/unpack/options.h"

namespace muster::container::fetch {
namespace {

constexpr std::size_t mostUris = 256;
constexpr std::chrono::seconds companionMargin{15}; // it ends itself before we do it

Result<std::vector<Source>> parseAll(const std::vector<Uri>& uris) {
    if (uris.size() > mostUris)
        return failure(fmt::format(
            "{} URIs are more than {}; put the files into an archive", uris.size(), mostUris));
    std::vector<Source> sources;
    std::set<std::string> names;
    for (const Uri& uri : uris) {
        auto source = parseUri(uri);
        if (!source)
            return tl::unexpected(source.error());
        if (!names.insert(source->fileName).second)
            return failure(
                fmt::format("{}: another URI already gives the file '{}'; set output_file",
                    source->shown, source->fileName));
        sources.push_back(std::move(*source));
    }
    return sources;
}

// A text as a file that a child reads from its beginning.
Result<Fd> memoryFile(const std::string& text) {
    Fd file(memfd_create("muster-fetch-job", MFD_CLOEXEC));
    if (!file
        || pwrite(file.number(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
        return systemFailure("create a download's job");
    return file;
}

Status checkSum(const Source& source, int file, const std::stop_token& stop) {
    if (source.sha256.empty())
        return {};
    const auto sum = sha256Of(file, stop);
    if (!sum)
        return tl::unexpected(sum.error());
    if (*sum != source.sha256)
        return failure(
            fmt::format("its SHA-256 is {}, the URI asks for {}; one of both is not current", *sum,
                source.sha256));
    return {};
}

} // namespace

struct Fetcher::Parts {
    FetcherOptions options;
    std::unique_ptr<Cache> cache;

    // What one URI may still take of the job's limit, and where it goes.
    struct Step {
        const FetchJob& job;
        const Source& source;
        const Sandbox& sandbox;
        const std::set<std::string>& before; // names in the sandbox
        std::uint64_t left;
    };

    std::string remedy() const;

    Status runMusterFetch(Companion companion, const FetchJob& job, const Source& source) const;
    Status download(const Step& step, int file, std::uint64_t maxBytes) const;
    Status copySource(const Step& step, int file) const;
    Result<FetchedFile> fetchOne(const Step& step) const;
    Result<FetchedFile> fetchCached(const Step& step) const;
    Result<FetchedFile> fetchPlain(const Step& step) const;
    // The bytes that came out.
    Result<std::uint64_t> extract(const Step& step, int file, std::uint64_t left) const;
    Result<std::uint64_t> unpack(const Step& step, int file, std::uint64_t left) const;
    Result<std::uint64_t> decompress(const Step& step, int file, std::uint64_t left) const;
};

// Follows its lines; the last says how it ended.
Status Fetcher::Parts::runMusterFetch(
    Companion companion, const FetchJob& job, const Source& source) const {
    Status end = failure(
        "muster-fetch ended without a word; the agent's log may say why", Error::Kind::Internal);
    companion.limit = options.maxTime + companionMargin;
    companion.stop = job.stop;
    companion.onLine = [&](std::string_view text) {
        const auto line = parseLine(text);
        if (!line)
            end = failure("muster-fetch", Error{line.error().message, Error::Kind::Internal});
        else if (const auto* error = std::get_if<Error>(&*line))
            end = tl::unexpected(*error);
        else if (std::holds_alternative<DownloadEnd>(*line))
            end = {};
        else if (const auto& progress = std::get<DownloadProgress>(*line); job.progress)
            job.progress({source.shown, progress.bytes, progress.total});
    };
    const auto code = runCompanion(companion);
    if (!code)
        return tl::unexpected(code.error());
    if (*code > 128)
        return failure(
            fmt::format("muster-fetch died of signal {}", *code - 128), Error::Kind::Internal);
    if (*code != 0 && end)
        return failure(
            fmt::format("muster-fetch ended with status {}", *code), Error::Kind::Internal);
    return end;
}

Status Fetcher::Parts::download(const Step& step, int file, std::uint64_t maxBytes) const {
    const auto in = memoryFile(jobText({.url = step.source.location,
        .credentials = step.source.credentials,
        .caFile = options.caFile,
        .allow = options.allow,
        .own = options.own,
        .local = localAddresses(),
        .maxBytes = maxBytes,
        .maxTime = options.maxTime,
        .stallLimit = options.stallLimit,
        .retryPause = options.retryPause}));
    if (!in)
        return tl::unexpected(in.error());
    Companion companion;
    companion.argv = {options.program};
    companion.in = in->number();
    companion.extra = {file};
    if (const auto done = runMusterFetch(std::move(companion), step.job, step.source); !done)
        return done;
    return checkSum(step.source, file, step.job.stop);
}

Status Fetcher::Parts::copySource(const Step& step, int file) const {
    const auto from = openSourceFile(options.fileRoots, step.source.location, step.job.owner);
    if (!from)
        return tl::unexpected(from.error());
    const auto copied = copyFile(from->number(), file, step.left, step.job.stop);
    if (!copied)
        return tl::unexpected(copied.error());
    return checkSum(step.source, file, step.job.stop);
}

Result<FetchedFile> Fetcher::Parts::fetchOne(const Step& step) const {
    if (step.job.stop.stop_requested())
        return cancelled();
    if (step.left == 0)
        return failure("nothing is left of the limit of what may be fetched");
    const bool isCached = step.source.cache && step.source.kind == Source::Kind::Http && cache;
    return isCached ? fetchCached(step) : fetchPlain(step);
}

// As with Mesos, an archive from the cache is extracted from there and is not in the sandbox.
Result<FetchedFile> Fetcher::Parts::fetchCached(const Step& step) const {
    const Source& source = step.source;
    const auto key = fmt::format("{}\n{}\n{}", source.location, source.credentials, source.sha256);
    const auto entry = cache->get(
        key, step.job.stop, [&](int file) { return download(step, file, options.maxBytes.value); });
    if (!entry)
        return tl::unexpected(entry.error());
    if (entry->bytes > step.left)
        return failure(
            fmt::format("it has {} bytes, {} are left of the limit", entry->bytes, step.left));
    const FetchedFile fetched{source.fileName, entry->bytes, entry->wasThere};
    if (source.extraction != Extraction::None)
        return extract(step, entry->file.number(), step.left).map([&](std::uint64_t extracted) {
            return FetchedFile{source.fileName, extracted, entry->wasThere};
        });
    auto file = step.sandbox.create(source.fileName);
    if (!file)
        return tl::unexpected(file.error());
    const auto copied = copyFile(entry->file.number(), file->number(), step.left, step.job.stop);
    if (!copied)
        return tl::unexpected(copied.error());
    return file->commit(source.executable).map([&] { return fetched; });
}

Result<FetchedFile> Fetcher::Parts::fetchPlain(const Step& step) const {
    const Source& source = step.source;
    auto file = step.sandbox.create(source.fileName);
    if (!file)
        return tl::unexpected(file.error());
    const auto written = source.kind == Source::Kind::Http
        ? download(step, file->number(), step.left)
        : copySource(step, file->number());
    if (!written)
        return tl::unexpected(written.error());
    const FetchedFile fetched{source.fileName, fileSize(file->number()).value_or(0), false};
    if (const auto named = file->commit(source.executable); !named)
        return tl::unexpected(named.error());
    if (source.extraction == Extraction::None)
        return fetched;
    const auto archive = reopened(file->number());
    if (!archive)
        return tl::unexpected(archive.error());
    const auto left = step.left - std::min(step.left, fetched.bytes);
    return extract(step, archive->number(), left).map([&](std::uint64_t extracted) {
        return FetchedFile{fetched.name, fetched.bytes + extracted, false};
    });
}

// What an archive that failed has filled until then is given back: nobody will run there.
Result<std::uint64_t> Fetcher::Parts::extract(
    const Step& step, int file, std::uint64_t left) const {
    auto extracted = left == 0 ? Result<std::uint64_t>(failure("nothing is left of the limit"))
        : step.source.extraction == Extraction::Gunzip ? decompress(step, file, left)
                                                       : unpack(step, file, left);
    if (extracted)
        return extracted;
    auto failed = failure("Failed to extract it", extracted.error());
    if (const auto removed = step.sandbox.removeAllBut(step.before); !removed)
        return failure(
            fmt::format("{}; what it filled could not be removed", extracted.error().message),
            removed.error());
    return failed;
}

std::string Fetcher::Parts::remedy() const {
    return fmt::format("this agent gives the URIs of a task {} MB of its disk (--max_fetch_size)",
        options.maxBytes.mebibytes());
}

Result<std::uint64_t> Fetcher::Parts::unpack(const Step& step, int file, std::uint64_t left) const {
    const UserIds& owner = step.job.owner;
    std::string reason = "muster-unpack gives no reason";
    Companion companion;
    companion.argv = {options.unpackProgram, "archive", fmt::format("--max-bytes={}", left),
        fmt::format("--max-entries={}", options.maxEntries),
        fmt::format("--max-seconds={}", options.maxTime.count()),
        fmt::format("--owner={}:{}", owner.uid, owner.gid)};
    companion.in = file;
    companion.extra = {step.sandbox.number()};
    companion.limit = options.maxTime + companionMargin;
    companion.stop = step.job.stop;
    companion.onLine = [&](std::string_view line) { reason = line; };
    const auto code = runCompanion(companion);
    if (!code)
        return tl::unexpected(code.error());
    if (*code > 128)
        return failure(fmt::format("muster-unpack died of signal {}", *code - 128));
    if (*code != 0)
        return failure(*code == unpack::kTooLargeStatus ? reason + ": " + remedy() : reason);
    const auto summary = nlohmann::json::parse(reason, nullptr, /*allow_exceptions=*/false);
    return summary.is_object() ? summary.value("bytes", std::uint64_t{0}) : 0;
}

Result<std::uint64_t> Fetcher::Parts::decompress(
    const Step& step, int file, std::uint64_t left) const {
    const auto& name = step.source.fileName;
    auto target = step.sandbox.create(name.substr(0, name.size() - std::string_view(".gz").size()));
    if (!target)
        return tl::unexpected(target.error());
    Companion companion;
    companion.argv = {options.program, "gunzip", fmt::format("--max-bytes={}", left)};
    companion.in = file;
    companion.extra = {target->number()};
    if (const auto done = runMusterFetch(std::move(companion), step.job, step.source); !done)
        return done.error().cause == Error::Cause::TooLarge
            ? failure(done.error().message + ": " + remedy(), done.error().kind)
            : tl::unexpected(done.error());
    return target->commit(false).map([&] { return fileSize(target->number()).value_or(0); });
}

Result<std::unique_ptr<Fetcher>> Fetcher::open(FetcherOptions options) {
    // A wrong entry is the operator's mistake of today, not a task's failure of tomorrow.
    if (const auto rules = AddressRules::parse(options.allow, options.own, {}); !rules)
        return tl::unexpected(rules.error());
    constexpr std::chrono::seconds week = std::chrono::hours(7 * 24); // of muster-unpack, too
    if (options.maxTime.count() < 1 || options.maxTime > week || options.stallLimit.count() < 1
        || options.maxBytes.value == 0 || options.maxEntries == 0)
        return failure("the fetcher's limits are at least 1, and 7 days at most");
    for (const std::string& root : options.fileRoots) {
        if (!root.starts_with('/'))
            return failure(fmt::format("--fetch_files: '{}' is no absolute path", root));
    }
    auto parts = std::make_unique<Parts>();
    if (options.cacheSize.value > 0) {
        auto cache = Cache::open(options.directory, options.cacheSize);
        if (!cache)
            return failure("Failed to open the fetcher's cache", cache.error());
        parts->cache = std::move(*cache);
    }
    parts->options = std::move(options);
    return std::unique_ptr<Fetcher>(new Fetcher(std::move(parts)));
}

Fetcher::Fetcher(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) { }
Fetcher::~Fetcher() = default;

Result<std::vector<FetchedFile>> Fetcher::fetch(const FetchJob& job) {
    const auto sources = parseAll(job.uris);
    if (!sources)
        return tl::unexpected(sources.error());
    const auto sandbox = Sandbox::open(job.sandbox, job.owner);
    if (!sandbox)
        return tl::unexpected(sandbox.error());
    std::uint64_t left = m_parts->options.maxBytes.value;
    if (job.maxBytes.value > 0)
        left = std::min(left, job.maxBytes.value);
    const auto before = sandbox->names();
    std::vector<FetchedFile> files;
    for (const Source& source : *sources) {
        auto file = m_parts->fetchOne({job, source, *sandbox, before, left});
        if (!file)
            return failure("Failed to fetch " + source.shown, file.error());
        left -= std::min(left, file->bytes);
        files.push_back(std::move(*file));
    }
    return files;
}

Status checkUris(const std::vector<Uri>& uris) {
    return parseAll(uris).map([](const auto&) {});
}

} // namespace muster::container::fetch

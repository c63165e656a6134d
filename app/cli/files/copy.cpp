// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/copy.h"

#include <filesystem>
#include <ostream>

#include <fmt/ranges.h>

#include "app/cli/conversation.h"
#include "app/cli/files/local_folder.h"
#include "app/cli/files/remote_folder.h"
#include "app/cli/listing.h"
#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/proto/json_text.h"

namespace muster::cli {

namespace {

constexpr int kDeepest = 100; // folders in folders: each is an open descriptor
constexpr std::size_t kNamedLinks = 3;

// As `cp -r`, with a count of what it did. Links are skipped, and named at the end. What has a name
// that no request can tell is skipped, too: that is said on `err`.
class Copying {
public:
    Copying(const RemoteFolder& remote, std::ostream& err) : m_remote(remote), m_err(err) { }

    Status folder(const std::string& path, const std::vector<RemoteEntry>& entries,
        const LocalFolder& into, int depth = 0) {
        if (depth == kDeepest)
            return failure(fmt::format("'{}' is more than {} directories deep", path, kDeepest));
        for (const auto& entry : entries) {
            const auto inside = path.empty() ? entry.name : path + '/' + entry.name;
            if (skips(inside, entry))
                continue;
            if (!entry.folder) {
                if (auto copied = file(inside, entry, into, entry.name); !copied)
                    return copied;
                continue;
            }
            const auto made = into.folder(entry.name);
            if (!made)
                return tl::unexpected(made.error());
            const auto listing = m_remote.list(inside);
            if (!listing)
                return tl::unexpected(listing.error());
            if (auto copied = folder(inside, listing->entries, *made, depth + 1); !copied)
                return copied;
        }
        return {};
    }

    Status file(const std::string& path, const RemoteEntry& entry, const LocalFolder& into,
        const std::string& name) {
        auto local = into.create(name, entry.mode);
        if (!local)
            return tl::unexpected(local.error());
        const auto taken = [&](std::string_view piece) {
            m_bytes += piece.size();
            return local->write(piece);
        };
        if (auto came = m_remote.download(path, entry.size, taken); !came)
            return came;
        ++m_files;
        return local->finish();
    }

    std::string summary() const {
        return fmt::format("{} {}, {} bytes", m_files, m_files == 1 ? "file" : "files", m_bytes)
            + (m_links == 0 ? "" : fmt::format("; skipped {}", linksText()));
    }
    // False: names were left out.
    bool isWhole() const { return m_isWhole; }

private:
    bool skips(const std::string& path, const RemoteEntry& entry) {
        if (entry.link) {
            if (m_links++ < kNamedLinks)
                m_linkNames.push_back(fmt::format("'{}'", escaped(path)));
            return true;
        }
        if (proto::isUtf8(entry.name))
            return false;
        m_err << fmt::format("muster: Skipped '{}': its name is not UTF-8; 'muster exec TASK -- "
                             "tar -c . > FILE' copies it\n",
            escaped(path));
        m_isWhole = false;
        return true;
    }

    std::string linksText() const {
        const auto more = m_links - m_linkNames.size();
        return fmt::format("{}: {}{}", counted(m_links, "link"), fmt::join(m_linkNames, ", "),
            more == 0 ? "" : fmt::format(" and {} more", more));
    }

    const RemoteFolder& m_remote;
    std::ostream& m_err;
    std::size_t m_links = 0;
    std::vector<std::string> m_linkNames; // the first, as they are said
    bool m_isWhole = true;
    std::uint64_t m_files = 0;
    std::uint64_t m_bytes = 0;
};

// The folder that `local` is to be in, and its name there. An existing folder gets `name` in it.
struct Destination {
    std::string folder;
    std::string name;
};
Destination destinationOf(const std::string& local, const std::string& name) {
    std::error_code ignored;
    if (std::filesystem::is_directory(local, ignored))
        return {local, name};
    auto path = std::filesystem::path(local);
    if (!path.has_filename()) // "new/"
        path = path.parent_path();
    const auto parent = path.parent_path().string();
    return {parent.empty() ? "." : parent, path.filename().string()};
}

ExitCode fail(const CliContext& here, const Error& error) {
    return fail(here, error, exitCodeOf(error.kind));
}

tl::expected<std::pair<AgentApi, Target>, ExitCode> findFiles(
    const MasterFlags& flags, const CliContext& here, const TaskName& name) {
    auto master = findMaster(flags, here, "/ws/console");
    if (!master)
        return tl::unexpected(fail(here, master.error(), ExitCode::Usage));
    auto target = askForTarget(*master, here, name, Wanted::RanOrRuns);
    if (!target)
        return tl::unexpected(target.error());
    auto agent = AgentApi::find(*master, target->agent, authorOf(here));
    if (!agent)
        return tl::unexpected(fail(here, agent.error()));
    return std::pair(std::move(*agent), std::move(*target));
}

Status copyTo(const std::string& local, const std::string& path,
    const RemoteFolder::Listing& listing, const std::string& rootName, Copying& copying) {
    const auto last = path.substr(path.rfind('/') + 1);
    const auto to = destinationOf(local, path.empty() ? rootName : last);
    if (!isPlainName(to.name))
        return failure(fmt::format("'{}' is not a valid file name", local));
    const auto parent = LocalFolder::open(to.folder);
    if (!parent)
        return tl::unexpected(parent.error());
    if (listing.isFile)
        return copying.file(path, listing.entries.front(), *parent, to.name);
    const auto folder = parent->folder(to.name);
    return folder ? copying.folder(path, listing.entries, *folder)
                  : Status(tl::unexpected(folder.error()));
}

} // namespace

CommandLine Copy::line() {
    CommandLine line;
    line.flags = {frameworkFlag(m_framework)};
    line.arguments
        = {{"TASK:PATH", &m_source, "The id or name of a task or job, and a path in its sandbox"},
            {"LOCAL", &m_local, "The target: a file, a directory, or '-' for standard output"}};
    m_master.addTo(line);
    line.examples
        = "  muster cp job-1:model.pt .\n  muster cp train:results ./results\n"
          "  muster cp job-1:stdout - | less\n"
          "Symbolic links are skipped and named at the end. A file whose name is not UTF-8 is\n"
          "skipped, with exit status 1.";
    return line;
}

ExitCode Copy::run(const CliContext& here) {
    const auto colon = m_source.find(':');
    if (colon == 0 || colon == std::string::npos)
        return fail(here,
            Error{"The source must be TASK:PATH. Files can only be copied out of a sandbox; to "
                  "copy files into one, use 'muster exec -i TASK -- tar -x < FILE'"});
    const auto path = sandboxPath(m_source.substr(colon + 1));
    if (!path)
        return fail(here, path.error());
    const auto found = findFiles(m_master, here, {m_source.substr(0, colon), m_framework});
    if (!found)
        return found.error();
    const auto& [agent, target] = *found;
    const RemoteFolder remote(agent, target);
    const auto listing = remote.list(*path);
    if (!listing)
        return fail(here, listing.error());
    if (m_local == "-") {
        if (!listing->isFile)
            return fail(here, Error{"Standard output takes a single file, not a directory"});
        const auto print = [&](std::string_view piece) {
            here.out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
            return here.out ? Status() : failure("Cannot write to standard output any more");
        };
        const auto printed = remote.download(*path, listing->entries.front().size, print);
        here.out << std::flush;
        return printed ? ExitCode::Ok : fail(here, printed.error());
    }
    Copying copying(remote, here.err);
    if (const auto copied = copyTo(m_local, *path, *listing, target.task, copying); !copied)
        return fail(here, copied.error());
    here.err << fmt::format("Copied {}\n", copying.summary());
    return copying.isWhole() ? ExitCode::Ok : ExitCode::Failed;
}

CommandLine Files::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "json"}),
        noHeaderFlag(m_noHeader),
        frameworkFlag(m_framework),
    };
    line.arguments = {{"TASK_OR_JOB", &m_id, "The id or name of a task or job", true, Names::Tasks},
        {"PATH", &m_path, "A directory or file in its sandbox", false}};
    m_master.addTo(line);
    line.examples = "  muster files job-1\n  muster files train results";
    return line;
}

ExitCode Files::run(const CliContext& here) {
    const auto path = sandboxPath(m_path);
    if (!path)
        return fail(here, path.error());
    const auto found = findFiles(m_master, here, {m_id, m_framework});
    if (!found)
        return found.error();
    const auto& [agent, target] = *found;
    const auto listing = RemoteFolder(agent, target).list(*path);
    if (!listing)
        return fail(here, listing.error());
    Listing table{"files",
        {{"NAME", "name"}, {"SIZE", "size_bytes", false, true}, {"MODIFIED", "modified"},
            {"", "folder"}, {"", "link"}},
        {}};
    for (const auto& entry : listing->entries)
        table.rows.push_back({{entry.name,
                                  entry.folder     ? entry.name + '/'
                                      : entry.link ? entry.name + '@'
                                                   : ""},
            entry.folder ? Cell{{}, "-"} : Cell::number(static_cast<std::int64_t>(entry.size)),
            timeCell(entry.modifiedMs), {entry.folder, {}}, {entry.link, {}}});
    here.out << (m_output == "json" ? jsonText(table) : tableText(table, false, !m_noHeader));
    return ExitCode::Ok;
}

} // namespace muster::cli

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/images/images.h"

#include <ostream>

#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/kernel/base/text.h"

namespace muster::cli {

using muster::v1::ImageCall;
using muster::v1::ImageReport;
using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr std::size_t kShortDigest = std::string_view("sha256:").size() + 12;

const std::vector<Field> kFields = {
    {"NODE", "node"},
    {"IMAGE", "names"},
    {"DIGEST", ""},
    {"", "digest"},
    {"SIZE", "size_bytes", false, true},
    {"USED BY", "containers", false, true},
    {"LAST USED", "last_used"},
};

std::string sizeText(std::uint64_t bytes) {
    constexpr double kibi = 1024;
    auto size = static_cast<double>(bytes) / kibi;
    for (const char* unit : {"KiB", "MiB"}) {
        if (size < kibi)
            return fmt::format("{:.1f} {}", size, unit);
        size /= kibi;
    }
    return fmt::format("{:.1f} GiB", size);
}

std::vector<Cell> row(const std::string& machine, const ImageReport::Image& image) {
    const std::vector<std::string> names(image.names().begin(), image.names().end());
    return {Cell::word(machine), {names, names.empty() ? "(replaced)" : ""},
        Cell::word(image.digest().substr(0, kShortDigest)), Cell::word(image.digest()),
        {static_cast<std::int64_t>(image.size_bytes()), sizeText(image.size_bytes())},
        Cell::number(image.containers()), timeCell(image.last_used_ms())};
}

} // namespace

CommandLine ImageCommand::line() {
    CommandLine line;
    line.flags = {{.name = "--node",
        .into = &m_node,
        .help = "Only on this node; default: on all nodes",
        .value = "NAME",
        .names = Names::Nodes}};
    addTo(line);
    m_master.addTo(line);
    return line;
}

ExitCode ImageCommand::run(const CliContext& here) {
    auto master = findMaster(m_master, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    Request request;
    request.set_id(1);
    request.mutable_ask_images()->set_agent(m_node);
    *request.mutable_ask_images()->mutable_call() = call();
    request.mutable_ask_images()->set_author(authorOf(here));
    return Conversation(std::move(*master), here)
        .run({request}, [&](Conversation&, const Message& message) -> std::optional<ExitCode> {
            if (!message.reply().has_images())
                return std::nullopt;
            const auto& images = message.reply().images();
            const auto& report = images.report();
            if (!report.end()) {
                progress(images.hostname(), report.progress(), here);
                return std::nullopt;
            }
            if (report.error().empty()) {
                answer(images.hostname(), report, here);
            } else {
                m_failed = true;
                here.err << fmt::format(
                    "muster: {}: {}\n", escaped(images.hostname()), escaped(report.error()));
            }
            if (images.left() > 0)
                return std::nullopt;
            end(here);
            return m_failed ? ExitCode::Failed : ExitCode::Ok;
        });
}

void ListImages::addTo(CommandLine& line) {
    line.flags.push_back(outputFlag(m_output, {"table", "json"}));
    line.examples = "  muster images list\n  muster images list --node=node-7 -o json";
}

ImageCall ListImages::call() const {
    ImageCall call;
    call.set_list(true);
    return call;
}

void ListImages::answer(
    const std::string& machine, const ImageReport& report, const CliContext& /*here*/) {
    for (const auto& image : report.images()) {
        const auto name = image.names().empty() ? "" : image.names(0);
        m_rows.emplace(std::pair(machine, name + image.digest()), row(machine, image));
    }
}

void ListImages::end(const CliContext& here) {
    Listing listing{"images", kFields, {}};
    for (auto& [key, row] : m_rows)
        listing.rows.push_back(std::move(row));
    if (m_output == "json")
        here.out << jsonText(listing);
    else if (!listing.rows.empty())
        here.out << tableText(listing, false, true);
    else
        here.err << "No images. They are pulled by tasks that use them, or by 'muster images pull "
                    "IMAGE'\n";
}

void PullImage::addTo(CommandLine& line) {
    line.arguments = {{"IMAGE", &m_image, "The image, named as for Docker: busybox:1.36"}};
    line.examples = "  muster images pull nvcr.io/nvidia/pytorch:23.10-py3\n"
                    "  muster images pull --node=node-7 registry.example.com:5000/team/train:v2\n"
                    "The tag is looked up again even if the image has been pulled already";
}

ImageCall PullImage::call() const {
    ImageCall call;
    call.set_pull(m_image);
    return call;
}

void PullImage::progress(
    const std::string& machine, const std::string& sentence, const CliContext& here) {
    here.err << fmt::format("{}: {}\n", escaped(machine), escaped(sentence)) << std::flush;
}

void PullImage::answer(
    const std::string& machine, const ImageReport& report, const CliContext& here) {
    for (const auto& image : report.images())
        here.out << fmt::format("{}: {} is present: {}, {}\n", escaped(machine), escaped(m_image),
            sizeText(image.size_bytes()), escaped(image.digest()))
                 << std::flush;
}

void PruneImages::addTo(CommandLine& line) {
    line.examples = "  muster images prune\n"
                    "  muster images prune --node=node-7\n"
                    "Images in use by a container are kept";
}

ImageCall PruneImages::call() const {
    ImageCall call;
    call.set_prune(true);
    return call;
}

void PruneImages::answer(
    const std::string& machine, const ImageReport& report, const CliContext& here) {
    here.out << fmt::format("{}: {} removed, {} freed\n", escaped(machine),
        counted(static_cast<std::size_t>(report.removed_size()), "image"),
        sizeText(report.freed_bytes()));
}

} // namespace muster::cli

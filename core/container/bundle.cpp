// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/bundle.h"

#include <cerrno>
#include <charconv>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "core/container/links.h"
#include "core/container/overlay.h"
#include "core/container/remove_tree.h"

namespace muster::container {
namespace {

using Json = nlohmann::json;

Json toJson(const ProcessRef& process) {
    return {{"pid", process.pid}, {"startTime", process.startTime}};
}

ProcessRef processFrom(const Json& json) {
    return {json.at("pid").get<pid_t>(), json.at("startTime").get<std::uint64_t>()};
}

std::optional<int> numberAfter(std::string_view text, std::string_view prefix) {
    if (!text.starts_with(prefix))
        return std::nullopt;
    text.remove_prefix(prefix.size());
    int value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    return result.ec == std::errc{} ? std::optional(value) : std::nullopt;
}

// A FIFO must not block us, and a hard link could be somebody else's file.
Result<Fd> openOutput(int directory, const char* name, const UserIds& user) {
    Fd file(openat(directory, name,
        O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644));
    if (!file)
        return systemFailure(fmt::format("open the task's {}", name));
    struct stat info { };
    if (fstat(file.number(), &info) != 0)
        return systemFailure(fmt::format("inspect the task's {}", name));
    if (!S_ISREG(info.st_mode) || info.st_nlink != 1)
        return failure(
            fmt::format("The task's {} is not a plain file of its own", name), Error::Kind::Denied);
    if (fchown(file.number(), user.uid, user.gid) != 0)
        return systemFailure(fmt::format("change the owner of the task's {}", name));
    fcntl(file.number(), F_SETFL, O_APPEND);
    return file;
}

// `name` of the folder `parent`, made or taken over.
Result<Fd> openFolder(int parent, const std::string& name, const UserIds& user) {
    if (mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST)
        return systemFailure("create sandbox " + name);
    Fd directory(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory || fchown(directory.number(), user.uid, user.gid) != 0
        || fchmod(directory.number(), 0700) != 0)
        return systemFailure("take over sandbox " + name);
    return directory;
}

Result<Sandbox> openOutputs(const Fd& directory, const UserIds& user) {
    auto out = openOutput(directory.number(), "stdout", user);
    if (!out)
        return tl::unexpected(out.error());
    auto error = openOutput(directory.number(), "stderr", user);
    if (!error)
        return tl::unexpected(error.error());
    return Sandbox{std::move(*out), std::move(*error)};
}

} // namespace

std::string recordText(const ContainerRecord& record) {
    return Json{{"id", record.id.value}, {"init", toJson(record.init)},
        {"monitor", toJson(record.monitor)}, {"bootId", record.bootId}, {"sandbox", record.sandbox},
        {"gpuMinors", record.gpuMinors}, {"killGrace", record.killGrace.count()},
        {"stopSignal", record.stopSignal}, {"hasTerminal", record.hasTerminal}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<ContainerRecord> parseRecord(std::string_view text) {
    try {
        const Json json = Json::parse(text);
        return ContainerRecord{ContainerId{json.at("id").get<std::string>()},
            processFrom(json.at("init")), processFrom(json.at("monitor")),
            json.at("bootId").get<std::string>(), json.at("sandbox").get<std::string>(),
            json.at("gpuMinors").get<std::vector<unsigned>>(),
            Duration(json.at("killGrace").get<std::int64_t>()), json.value("stopSignal", SIGTERM),
            json.value("hasTerminal", false)};
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

Exit exitOf(const ContainerId& id, std::string_view status, std::string_view monitorCode) {
    Exit exit{id, std::nullopt, std::nullopt, false};
    if (const auto code = numberAfter(status, "exit "))
        exit.exitCode = code;
    else if (const auto signal = numberAfter(status, "signal "))
        exit.signal = signal;
    else if (const auto monitored = numberAfter(monitorCode, "")) {
        if (*monitored > 128)
            exit.signal = *monitored - 128;
        else
            exit.exitCode = monitored;
    }
    return exit;
}

Bundle::Bundle(const std::string& stateDirectory, const std::string& mountPlace, ContainerId id)
    : m_state(stateDirectory), m_place(mountPlace), m_id(std::move(id)) { }

Status Bundle::create() const {
    if (mkdir(directory().c_str(), 0700) == 0)
        return {};
    if (errno == EEXIST)
        return failure(
            fmt::format("Container {} exists already", m_id.value), Error::Kind::Conflict);
    return systemFailure("create " + directory());
}

// Over the folder that others see, so that they see an empty one whatever happens.
Status Bundle::mountStage() const {
    for (const auto& folder : {stage(), rootfs()}) {
        if (const auto made = makeDirectories(folder, 0700); !made)
            return made;
    }
    if (mount("tmpfs", stage().c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=700,size=1m") != 0)
        return systemFailure("mount a tmpfs at " + stage());
    return {};
}

Status Bundle::mountHost(const HostView& view) const {
    const auto staged = mountStage();
    return staged ? mountHostView(stage(), rootfs(), view) : staged;
}

Status Bundle::mountImage(ImageRoot& image, const std::vector<Fd>& volumes) const {
    const std::string root = rootfs();
    if (const auto staged = mountStage(); !staged)
        return staged;
    if (const auto made = makeDirectories(changes(), 0700); !made)
        return made;
    if (const auto mounted = mountOverlay(mountPoints(m_state), image.layers, changes(), root);
        !mounted)
        return mounted;
    if (const auto staged = stageVolumes(this->volumes(), image.mounts, volumes); !staged)
        return staged;
    const Fd top(open(root.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!top)
        return systemFailure("open " + root);
    if (const auto resolved = resolvePlaces(top, image); !resolved)
        return resolved;
    if (const auto made = makeTmpfsFolders(top, image.tmpfs); !made)
        return made;
    return makeLinks(top, image.links);
}

Result<Fd> Bundle::createStatusFile() const {
    constexpr std::string_view room = "                ";
    Fd status(open(file("status").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!status
        || pwrite(status.number(), room.data(), room.size(), 0)
            != static_cast<ssize_t>(room.size()))
        return systemFailure("create " + file("status"));
    return status;
}

Status Bundle::remove() const {
    if (const auto removed = removeFlatDirectory(runtimeDirectory()); !removed)
        return removed;
    if (const auto removed = removeTree(changes()); !removed)
        return removed;
    const std::string name = ".removed-" + m_id.value;
    const std::string discarded = m_state + "/containers/" + name;
    if (rename(directory().c_str(), discarded.c_str()) != 0 && errno != ENOENT)
        return systemFailure("rename " + directory());
    return removeDiscarded(m_state, name);
}

Status Bundle::removeDiscarded(const std::string& stateDirectory, const std::string& name) {
    const std::string id = name.substr(std::string_view(".removed-").size());
    if (unlink((stateDirectory + "/exits/" + id).c_str()) != 0 && errno != ENOENT)
        return systemFailure("remove the exit file of " + id);
    return removeFlatDirectory(stateDirectory + "/containers/" + name);
}

bool Bundle::exists() const {
    return access(directory().c_str(), F_OK) == 0;
}

bool Bundle::isWaitingForStart() const {
    return access(startFifo().c_str(), F_OK) == 0;
}

bool Bundle::isInitReady() const {
    return !readFile(file("status")).value_or(" ").starts_with(' ');
}

std::optional<ContainerRecord> Bundle::record() const {
    const auto text = readFile(file("record.json"));
    return text ? parseRecord(*text) : std::nullopt;
}

bool Bundle::hasExitFile() const {
    return access(exitFile().c_str(), F_OK) == 0;
}

Exit Bundle::exit() const {
    return exitOf(m_id, readFile(file("status")).value_or(""), readFile(exitFile()).value_or(""));
}

Result<Sandbox> openSandbox(const std::string& path, const UserIds& user) {
    const auto directory = openFolder(AT_FDCWD, path, user);
    return directory ? openOutputs(*directory, user) : tl::unexpected(directory.error());
}

Result<Sandbox> openNestedSandbox(const std::string& path, const std::string& name) {
    const Fd sandbox(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat info { };
    if (!sandbox || fstat(sandbox.number(), &info) != 0)
        return systemFailure("open sandbox " + path);
    const UserIds user{.uid = info.st_uid, .gid = info.st_gid, .groups = {}};
    const auto containers = openFolder(sandbox.number(), ".containers", user);
    if (!containers)
        return tl::unexpected(containers.error());
    const auto directory = openFolder(containers->number(), name, user);
    return directory ? openOutputs(*directory, user) : tl::unexpected(directory.error());
}

std::string bootId() {
    std::string text = readFile("/proc/sys/kernel/random/boot_id").value_or("");
    return text.substr(0, text.find('\n'));
}

} // namespace muster::container

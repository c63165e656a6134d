// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/images.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <spdlog/spdlog.h>

#include "core/container/companion.h"
#include "core/container/driver/module_version.h"
#include "core/container/image/accounts.h"
#include "core/kernel/base/number.h"
#include "core/kernel/base/text.h"

namespace muster::agentd {
namespace {

namespace driver = container::driver;
namespace image = container::image;

constexpr const char* kPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
constexpr auto kBetweenReports = std::chrono::seconds(2);

std::vector<std::string> proxies() {
    std::vector<std::string> out;
    for (const char* name :
        {"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"}) {
        if (const char* value = std::getenv(name)) {
            out.push_back(std::string(name) + '=' + value);
        }
    }
    return out;
}

image::StoreOptions storeOptions(
    const std::string& workDir, const AgentOptions& options, image::ConnectionRule rule) {
    image::StoreOptions out;
    out.directory = workDir + "/images";
    out.pull.skopeo = options.skopeo;
    out.pull.authFile = options.dockerConfig;
    out.pull.certificates = options.registryCertificates;
    out.pull.allowedFolders = options.imageFolders;
    out.pull.environment = proxies();
    out.pull.rule = std::move(rule);
    out.unpack.program = container::companion("muster-unpack");
    out.maxPulls = static_cast<int>(options.maxImagePulls);
    return out;
}

// "SIGQUIT", "quit" or "3", "SIGRTMIN+3".
std::optional<int> signalOf(std::string_view text) {
    if (const auto number = wholeNumber<int>(text)) {
        return *number > 0 && *number <= SIGRTMAX ? number : std::nullopt;
    }
    if (text.starts_with("SIG")) {
        text.remove_prefix(3);
    }
    if (text.starts_with("RTMIN+")) {
        const auto above = signalOf(text.substr(6));
        return above && SIGRTMIN + *above <= SIGRTMAX ? std::optional(SIGRTMIN + *above)
                                                      : std::nullopt;
    }
    for (int signal = 1; signal < NSIG; ++signal) {
        const char* name = sigabbrev_np(signal);
        if (name != nullptr && text == name) {
            return signal;
        }
    }
    return std::nullopt;
}

std::string amountOf(const image::PullProgress& progress) {
    const auto mebibytes
        = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
    if (progress.total == 0) {
        return progress.done == 0 ? "" : fmt::format(": {:.1f} MiB", mebibytes(progress.done));
    }
    return fmt::format(
        ": {:.1f} of {:.1f} MiB", mebibytes(progress.done), mebibytes(progress.total));
}

std::string sentenceOf(const std::string& name, const image::PullProgress& progress) {
    using Phase = image::PullProgress::Phase;
    switch (progress.phase) {
    case Phase::Waiting:
        return fmt::format(
            "Waiting to pull image {}: other pulls are ahead (--max_image_pulls)", name);
    case Phase::Asking:
        return fmt::format("Looking for image {}", name);
    case Phase::Downloading:
        return fmt::format("Pulling image {}{}", name, amountOf(progress));
    case Phase::Checking:
        return fmt::format("Checking image {}{}", name, amountOf(progress));
    case Phase::Unpacking:
        return fmt::format("Unpacking image {}{}", name, amountOf(progress));
    }
    return {};
}

image::TaskCommand commandOf(const ContainerRequest& task) {
    image::TaskCommand out;
    out.shell = task.command.shell();
    if (!task.command.value().empty()) {
        out.value = task.command.value();
    }
    out.arguments.assign(task.command.arguments().begin(), task.command.arguments().end());
    out.environment = environmentOf(task.command);
    return out;
}

// The user whom an image names counts where the task would be root anyway, unless it says so by
// number: no image raises what a framework may do.
Status chooseUser(
    container::ContainerSpec& spec, const std::string& wanted, const image::Image& image) {
    const bool open = wanted.empty() || wanted == "root";
    if (spec.user.uid != 0 || !open || image.config.user.empty()) {
        return {};
    }
    auto user = image::resolveUserIn(image.layers, image.config.user);
    if (!user) {
        return tl::unexpected(user.error());
    }
    spec.user = std::move(*user);
    return {};
}

} // namespace

image::Variables imageEnvironment(
    const image::Variables& image, const image::Variables& task, const driver::Pairs& driver) {
    image::Variables out{{"PATH", kPath}};
    for (const auto* part : {&image, &task, &driver}) {
        for (const auto& [name, value] : *part) {
            image::setVariable(out, name, value);
        }
    }
    return out;
}

LaunchProgress everyFewSeconds(LaunchProgress tell) {
    using Clock = std::chrono::steady_clock;
    return [tell = std::move(tell), last = Clock::now()](std::string sentence) mutable {
        if (const auto now = Clock::now(); now >= last + kBetweenReports) {
            last = now;
            tell(std::move(sentence));
        }
    };
}

Error noContainerizer() {
    return {"None of the enabled containerizers (muster) could create a container for the provided "
            "TaskInfo/ExecutorInfo message"};
}

Images::Images(const std::string& workDir, const AgentOptions& options, image::ConnectionRule rule,
    std::string driverRoot, std::unique_ptr<image::ImageStore> store)
    : m_store(std::move(store)), m_rule(std::move(rule)), m_driverRoot(std::move(driverRoot)),
      m_volumes(workDir + "/driver"), m_maxAge(options.imageMaxAge),
      m_diskBudget(options.imageDiskBudget) { }

Status Images::checkRegistry(const std::string& name) const {
    const auto reference = image::parseReference(name, {});
    const bool isElsewhere = reference
        && reference->source == image::ImageReference::Source::Registry
        && reference->registry != "docker.io";
    return isElsewhere ? image::checkRegistry(m_rule, reference->registry) : Status();
}

Result<std::unique_ptr<Images>> Images::open(const std::string& workDir,
    const AgentOptions& options, image::ConnectionRule rule, const Machine& machine) {
    auto store = image::ImageStore::open(storeOptions(workDir, options, rule));
    if (!store) {
        return tl::unexpected(store.error());
    }
    std::unique_ptr<Images> images(
        new Images(workDir, options, std::move(rule), machine.driverRoot, std::move(*store)));
    images->onDriver({.gpus = machine.info.gpus,
        .classes = machine.gpuClasses,
        .unreachable = {},
        .driverVersion = machine.info.driverVersion,
        .cudaVersion = machine.info.cudaVersion,
        .nvmlVersion = {}});
    return images;
}

std::shared_ptr<const Images::Driver> Images::currentDriver() const {
    const std::lock_guard lock(m_mutex);
    return m_driver;
}

void Images::onDriver(const gpu::Discovery& found) {
    const auto known = currentDriver();
    const auto version = found.gpus.empty() ? std::string() : found.driverVersion;
    if (known && known->version == version && known->classes == found.classes) {
        return;
    }
    auto taken = std::make_shared<Driver>();
    taken->version = version;
    taken->cudaVersion = found.cudaVersion;
    taken->classes = found.classes;
    std::vector<std::string> warnings;
    taken->host = known && known->version == version
        ? known->host
        : driver::readHostDriver({.root = m_driverRoot, .volumes = m_volumes}, version, warnings);
    for (const auto& warning : warnings) {
        spdlog::warn("{}", warning);
    }
    const std::lock_guard lock(m_mutex);
    m_driver = std::move(taken);
}

driver::GpuFacts Images::Driver::factsOf(const GpuUuid& gpu) const {
    const auto one = std::find_if(
        classes.begin(), classes.end(), [&](const auto& entry) { return entry.gpu == gpu; });
    return one == classes.end() ? driver::GpuFacts()
                                : driver::GpuFacts{one->capability, one->brand};
}

Result<driver::Injection> Images::inject(
    const image::ImageConfig& image, const ContainerRequest& task) const {
    const auto known = currentDriver();
    driver::InjectionRequest request;
    request.image = {image.environment, image.labels, environmentOf(task.command)};
    request.driver = {known->version, known->cudaVersion, {}};
    for (const auto& gpu : task.gpus) {
        request.gpus.push_back({gpu.uuid, gpu.index, gpu.minor});
        request.driver.gpus.push_back(known->factsOf(gpu.uuid));
    }
    auto host = known->host;
    host.nodes = driver::readDeviceNodes(); // some come with the first program that uses them
    host.moduleVersion = driver::readModuleVersion(m_driverRoot); // it may be another one by now
    auto out = driver::inject(request, host);
    if (out && out->way == driver::Injection::Way::Volume) {
        if (auto made = driver::makeView(*host.volume, out->capabilities); !made) {
            return tl::unexpected(made.error());
        }
    }
    return out;
}

Result<image::Image> Images::ensure(
    const std::string& name, image::EnsureOptions options, const LaunchProgress& progress) {
    const auto reference = m_store->parse(name);
    if (!reference) {
        return tl::unexpected(reference.error());
    }
    options.progress = [&progress, known = image::canonicalText(*reference)](
                           const image::PullProgress& now) { progress(sentenceOf(known, now)); };
    return m_store->ensure(*reference, options);
}

Result<std::string> Images::pull(
    const std::string& name, std::stop_token stop, const LaunchProgress& progress) {
    auto image = ensure(name,
        {.policy = image::PullPolicy::Always,
            .holder = {},
            .progress = {},
            .stop = std::move(stop)},
        progress);
    return image ? Result<std::string>(image->digest) : tl::unexpected(image.error());
}

Status Images::prepare(container::ContainerSpec& spec, const ContainerRequest& task,
    std::stop_token stop, const LaunchProgress& progress) {
    if (task.image->docker) {
        return tl::unexpected(noContainerizer());
    }
    if (task.image->name.empty()) {
        // doc/features.md D15
        return failure("Nvidia GPU isolator does not support non-Docker images");
    }
    const auto policy
        = task.image->forcePull ? image::PullPolicy::Always : image::PullPolicy::IfMissing;
    auto image = ensure(task.image->name,
        {.policy = policy, .holder = spec.id, .progress = {}, .stop = std::move(stop)}, progress);
    if (!image) {
        return tl::unexpected(image.error());
    }
    auto command = image::resolveCommand(commandOf(task), image->config);
    auto injection = command ? inject(image->config, task)
                             : Result<driver::Injection>(tl::unexpected(command.error()));
    if (!injection) {
        return tl::unexpected(injection.error());
    }
    for (const auto& warning : injection->warnings) {
        spdlog::warn("Container {}: {}", spec.id.value, warning);
    }
    spec.argv = std::move(command->argv);
    spec.environment
        = imageEnvironment(command->environment, spec.environment, injection->environment);
    if (const auto signal = signalOf(image->config.stopSignal)) {
        spec.stopSignal = *signal;
    }
    spec.image = container::ImageRoot{.layers = image->layers,
        .workingDirectory = command->workingDirectory,
        .mounts = injection->mounts,
        .links = injection->links,
        .devices = injection->extraNodes};
    return chooseUser(spec, task.command.user(), *image);
}

void Images::release(const ContainerId& container) {
    if (auto released = m_store->release(container); !released) {
        spdlog::warn("{}", released.error().message);
    }
}

void Images::keepOnly(const std::set<ContainerId>& containers) {
    if (auto kept = m_store->keepOnly(containers); !kept) {
        spdlog::warn("{}", kept.error().message);
    }
}

void Images::collect() {
    const auto freed = m_store->collect(m_maxAge, m_diskBudget);
    if (!freed) {
        spdlog::warn("Unused images could not be removed: {}", freed.error().message);
    } else if (!freed->images.empty()) {
        spdlog::info("Removed {}: {} MiB", counted(freed->images.size(), "unused image"),
            freed->bytes.value >> 20);
    }
}

} // namespace muster::agentd

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/requirement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>

namespace muster::container::driver {
namespace {

constexpr std::size_t mostVariables = 64;
constexpr std::size_t longestValue = 4096;
constexpr std::size_t versionParts = 4;

// Dotted numbers; what is missing at the end is 0.
using Version = std::array<std::uint32_t, versionParts>;

std::optional<Version> parseVersion(std::string_view text) {
    Version version{};
    for (std::size_t i = 0; i < versionParts; ++i) {
        const auto end = std::min(text.find('.'), text.size());
        const auto [rest, error] = std::from_chars(text.data(), text.data() + end, version[i]);
        if (end == 0 || error != std::errc{} || rest != text.data() + end)
            return std::nullopt;
        if (end == text.size())
            return version;
        text.remove_prefix(end + 1);
    }
    return std::nullopt;
}

enum class Operation { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };

template <typename T>
bool compare(const T& left, Operation operation, const T& right) {
    switch (operation) {
    case Operation::Equal:
        return left == right;
    case Operation::NotEqual:
        return left != right;
    case Operation::Less:
        return left < right;
    case Operation::LessOrEqual:
        return left <= right;
    case Operation::Greater:
        return left > right;
    case Operation::GreaterOrEqual:
        return left >= right;
    }
    return false;
}

enum class Property { Unknown, Cuda, Driver, Arch, Brand };

struct Term {
    std::string_view text; // as written
    Property property = Property::Unknown;
    Operation operation = Operation::Equal;
    std::string_view value;
    Version version{}; // of all but the brand
};

using Alternative = std::vector<Term>;

std::optional<std::pair<Operation, std::size_t>> operationAt(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, Operation>, 6> operations{{
        {"!=", Operation::NotEqual},
        {"<=", Operation::LessOrEqual},
        {">=", Operation::GreaterOrEqual},
        {"<", Operation::Less},
        {">", Operation::Greater},
        {"=", Operation::Equal},
    }};
    for (const auto& [sign, operation] : operations) {
        if (text.starts_with(sign))
            return std::pair(operation, sign.size());
    }
    return std::nullopt;
}

Property propertyOf(std::string_view name) {
    return name == "cuda"  ? Property::Cuda
        : name == "driver" ? Property::Driver
        : name == "arch"   ? Property::Arch
        : name == "brand"  ? Property::Brand
                           : Property::Unknown;
}

Result<Term> parseTerm(std::string_view text) {
    const auto malformed = [&] {
        return failure(fmt::format("requirement '{}' is not a property, one of != < <= > >= =, and "
                                   "a version: correct the image's NVIDIA_REQUIRE_*",
            text.substr(0, 100)));
    };
    const auto sign = std::min(text.find_first_of("!<>="), text.size());
    const auto operation = operationAt(text.substr(sign));
    if (sign == 0 || !operation)
        return malformed();
    Term term{text, propertyOf(text.substr(0, sign)), operation->first,
        text.substr(sign + operation->second), {}};
    if (term.property == Property::Unknown)
        return term;
    if (term.property == Property::Brand) {
        const bool ordered
            = term.operation != Operation::Equal && term.operation != Operation::NotEqual;
        return ordered || term.value.empty() ? Result<Term>(malformed()) : term;
    }
    const auto version = parseVersion(term.value);
    if (!version)
        return malformed();
    term.version = *version;
    return term;
}

Result<std::vector<Alternative>> parseRequirement(std::string_view text) {
    std::vector<Alternative> result;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        auto all = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (all.empty())
            continue;
        Alternative& alternative = result.emplace_back();
        while (!all.empty()) {
            const auto comma = std::min(all.find(','), all.size());
            const auto term = parseTerm(all.substr(0, comma));
            if (!term)
                return tl::unexpected(term.error());
            alternative.push_back(*term);
            all.remove_prefix(std::min(comma + 1, all.size()));
        }
    }
    return result;
}

std::string_view factOf(Property property, const DriverFacts& driver, const GpuFacts& gpu) {
    switch (property) {
    case Property::Cuda:
        return driver.cudaVersion;
    case Property::Driver:
        return driver.driverVersion;
    case Property::Arch:
        return gpu.arch;
    case Property::Brand:
        return gpu.brand;
    case Property::Unknown:
        break;
    }
    return {};
}

bool holds(const Term& term, const DriverFacts& driver, const GpuFacts& gpu) {
    const auto fact = factOf(term.property, driver, gpu);
    if (fact.empty())
        return true;
    if (term.property == Property::Brand)
        return compare(fact, term.operation, term.value);
    const auto version = parseVersion(fact);
    return !version || compare(*version, term.operation, term.version);
}

const Term* firstBroken(
    const Alternative& alternative, const DriverFacts& driver, const GpuFacts& gpu) {
    const auto found = std::find_if(alternative.begin(), alternative.end(),
        [&](const Term& term) { return !holds(term, driver, gpu); });
    return found == alternative.end() ? nullptr : &*found;
}

std::string explain(const Term& term, const DriverFacts& driver, const GpuFacts& gpu) {
    const bool newer
        = term.operation == Operation::Greater || term.operation == Operation::GreaterOrEqual;
    const auto wanted = newer ? "update the driver or use an older image" : "use another image";
    switch (term.property) {
    case Property::Cuda:
        return fmt::format("(driver {} serves CUDA {}); {}",
            driver.driverVersion.empty() ? "unknown" : driver.driverVersion, driver.cudaVersion,
            newer
                ? "use an image for CUDA " + driver.cudaVersion + " or older, or update the driver"
                : wanted);
    case Property::Driver:
        return fmt::format("(driver {}); {}", driver.driverVersion, wanted);
    case Property::Arch:
        return fmt::format(
            "(a granted GPU has compute capability {}); use other GPUs or another image", gpu.arch);
    case Property::Brand:
        return fmt::format("(a granted GPU is a '{}'); use other GPUs or another image", gpu.brand);
    case Property::Unknown:
        break;
    }
    return {};
}

Status checkFor(
    const std::vector<Alternative>& alternatives, const DriverFacts& driver, const GpuFacts& gpu) {
    const Term* broken = nullptr;
    for (const Alternative& alternative : alternatives) {
        const Term* first = firstBroken(alternative, driver, gpu);
        if (first == nullptr)
            return {};
        broken = broken != nullptr ? broken : first;
    }
    if (broken == nullptr)
        return {};
    const auto others = alternatives.size() > 1
        ? fmt::format(" and none of {} alternatives", alternatives.size() - 1)
        : "";
    return failure(fmt::format("unsatisfied condition: {}{} {}", broken->text, others,
                       explain(*broken, driver, gpu)),
        Error::Kind::Conflict);
}

Status checkValue(std::string_view name, std::string_view value, const DriverFacts& driver) {
    if (value.size() > longestValue)
        return failure(
            fmt::format("{} has {} bytes, {} are allowed", name, value.size(), longestValue));
    const auto alternatives = parseRequirement(value);
    if (!alternatives)
        return failure(name, alternatives.error());
    if (driver.gpus.empty())
        return checkFor(*alternatives, driver, {});
    for (const GpuFacts& gpu : driver.gpus) {
        if (auto checked = checkFor(*alternatives, driver, gpu); !checked)
            return checked;
    }
    return {};
}

// "9.0.176" -> "9.0": a driver serves every patch of a CUDA version.
std::string majorMinor(std::string_view text) {
    const auto dot = text.find('.');
    const auto second = dot == std::string_view::npos ? dot : text.find('.', dot + 1);
    return std::string(text.substr(0, second));
}

Status checkLabel(const ImageFacts& image, const DriverFacts& driver) {
    const auto* label = find(image.labels, "com.nvidia.cuda.version");
    if (label == nullptr)
        return {};
    const auto wanted = parseVersion(majorMinor(*label));
    const auto served = parseVersion(driver.cudaVersion);
    if (wanted && served && *served < *wanted)
        return failure(fmt::format("unsupported CUDA version: driver {} < image {}",
                           driver.cudaVersion, *label),
            Error::Kind::Conflict);
    return {};
}

bool isRequirement(std::string_view name) {
    return name.starts_with("NVIDIA_REQUIRE_") && !name.starts_with("NVIDIA_REQUIRE_JETPACK");
}

} // namespace

std::string DriverFacts::cudaText(int number) {
    return number > 0 ? fmt::format("{}.{}", number / 1000, number % 1000 / 10) : std::string();
}

Status checkRequirements(const ImageFacts& image, const DriverFacts& driver) {
    std::map<std::string, std::string, std::less<>> environment;
    for (const auto* pairs : {&image.environment, &image.taskEnvironment}) {
        for (const auto& [name, value] : *pairs)
            environment[name] = value;
    }
    const auto valueOf = [&](std::string_view name) {
        const auto found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    };
    if (const auto off = valueOf("NVIDIA_DISABLE_REQUIRE"); off == "1" || off == "true")
        return {};
    if (auto label = checkLabel(image, driver); !label)
        return label;
    std::size_t count = 0;
    for (const auto& [name, value] : environment) {
        if (!isRequirement(name))
            continue;
        if (++count > mostVariables)
            return failure(fmt::format(
                "The image has more than {} variables NVIDIA_REQUIRE_*", mostVariables));
        if (auto checked = checkValue(name, value, driver); !checked)
            return checked;
    }
    const auto legacy = majorMinor(valueOf("CUDA_VERSION"));
    if (environment.contains("NVIDIA_REQUIRE_CUDA") || !parseVersion(legacy))
        return {};
    return checkValue("CUDA_VERSION", "cuda>=" + legacy, driver);
}

} // namespace muster::container::driver

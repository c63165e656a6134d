// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <initializer_list>

#include <nlohmann/json.hpp>

#include "core/gpu/sim/scenario.h"

namespace muster::sim {
namespace {

using Json = nlohmann::json;

// Thrown and caught in this file: nlohmann's own errors come the same way.
struct Wrong {
    std::string message;
};

void allow(
    const Json& object, std::string_view what, std::initializer_list<std::string_view> keys) {
    if (!object.is_object()) {
        throw Wrong{fmt::format("{} is not an object", what)};
    }
    for (const auto& [key, value] : object.items()) {
        if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
            throw Wrong{fmt::format("{} has an unknown key '{}'", what, key)};
        }
    }
}

Range rangeOf(const Json& gpu, const char* key) {
    const auto range = gpu.value(key, Json::array({0, 0}));
    return {range.at(0), range.at(1)};
}

std::optional<bool> support(const Json& gpu, const char* key) {
    const auto value = gpu.value(key, Json());
    return value.is_null() ? std::nullopt : std::optional(value.get<bool>());
}

Profile profileOf(const std::string& name) {
    if (name == "idle") {
        return Profile::Idle;
    }
    if (name == "busy") {
        return Profile::Busy;
    }
    if (name == "mixed") {
        return Profile::Mixed;
    }
    throw Wrong{fmt::format("load '{}' is none of idle, busy, mixed", name)};
}

Process processOf(const Json& json) {
    allow(json, "a process", {"pid", "name", "type", "memoryMiB"});
    return {json.at("pid"), json.value("name", ""), json.value("type", "C") == "G",
        json.value("memoryMiB", 0U)};
}

void readBus(const Json& gpu, Gpu& out) {
    const auto text = gpu.at("bus").get<std::string>();
    if (std::sscanf(text.c_str(), "%x:%x:%x", &out.domain, &out.bus, &out.device) != 3) {
        throw Wrong{fmt::format("bus '{}' is not like 0000:04:00.0", text)};
    }
}

void readLinks(const Json& gpu, Gpu& out) {
    const auto links = gpu.value("nvlink", Json::object());
    allow(links, "nvlink", {"switch", "peers"});
    out.switchLinks = links.value("switch", 0U);
    const auto peers = links.value("peers", Json::object());
    for (const auto& [peer, count] : peers.items()) {
        out.directLinks[static_cast<unsigned>(std::stoul(peer))] = count.get<unsigned>();
    }
}

void readFaults(const Json& gpu, Gpu& out) {
    const auto faults = gpu.value("faults", Json::object());
    allow(
        faults, "faults", {"lost", "lostAfter", "hidden", "eccErrors", "throttle", "unsupported"});
    if (faults.contains("lostAfter") || faults.value("lost", false)) {
        out.lostAfter = faults.value("lostAfter", 0.0);
    }
    out.hidden = faults.value("hidden", false);
    out.eccErrors = faults.value("eccErrors", std::uint64_t{0});
    out.throttle = faults.value("throttle", std::uint64_t{0});
    for (const auto& name : faults.value("unsupported", Json::array())) {
        out.unsupported.insert(name.get<std::string>());
    }
}

// FNV-1a: the same on every machine and in every build. 0 for nobody.
std::uint64_t numberOf(std::string_view machine) {
    std::uint64_t hash = machine.empty() ? 0 : 0xCBF29CE484222325;
    for (const char c : machine) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    }
    return hash;
}

Gpu gpuOf(const Json& json, std::uint64_t seed, std::uint64_t machine, unsigned index) {
    allow(json, fmt::format("GPU {}", index),
        {"board", "model", "uuid", "bus", "minor", "load", "memoryMiB", "watts", "smClock",
            "memoryClock", "fan", "ecc", "mig", "computeMode", "persistence", "display", "pcie",
            "place", "nvlink", "processes", "faults", "brand", "capability"});
    Gpu gpu{.model = json.at("model"), .uuid = json.value("uuid", uuidFor(seed ^ machine, index))};
    readBus(json, gpu);
    gpu.minor = json.value("minor", index);
    gpu.seed = mix(seed ^ mix(index));
    gpu.load = profileOf(json.value("load", "idle"));
    gpu.memoryMebibytes = json.at("memoryMiB");
    gpu.watts = rangeOf(json, "watts");
    gpu.smClock = rangeOf(json, "smClock");
    gpu.memoryClock = rangeOf(json, "memoryClock");
    gpu.fan = json.value("fan", false);
    gpu.ecc = support(json, "ecc");
    gpu.mig = support(json, "mig");
    if (json.contains("brand")) {
        gpu.brand = json["brand"].get<int>();
    }
    if (json.contains("capability")) {
        gpu.capability = json["capability"].get<std::pair<int, int>>();
    }
    gpu.computeMode = json.value("computeMode", 0);
    gpu.persistence = json.value("persistence", true);
    gpu.display = json.value("display", false);
    const auto pcie = json.value("pcie", Json::array({3, 16}));
    gpu.pcieGeneration = pcie.at(0);
    gpu.pcieWidth = pcie.at(1);
    if (json.contains("place")) {
        gpu.place = json["place"].get<std::array<unsigned, 4>>();
    }
    readLinks(json, gpu);
    readFaults(json, gpu);
    for (const auto& process : json.value("processes", Json::array())) {
        gpu.processes.push_back(processOf(process));
    }
    return gpu;
}

CallFault faultOf(const Json& json, const std::string& name) {
    allow(json, name, {"error", "hang", "latencyUs", "probability", "after", "gpu"});
    CallFault fault{json.value("error", 0), json.value("hang", false), json.value("latencyUs", 0U),
        json.value("probability", 1.0), json.value("after", 0.0), std::nullopt};
    if (json.contains("gpu")) {
        fault.gpu = json["gpu"].get<unsigned>();
    }
    return fault;
}

Scenario scenarioOf(const Json& json, std::string_view machine) {
    allow(json, "the scenario",
        {"about", "driver", "nvml", "cuda", "seed", "frozenAt", "garbage", "boards", "gpus",
            "calls", "machine"});
    const auto named = json.value("machine", std::string());
    const auto number = numberOf(machine.empty() ? named : machine);
    Scenario scenario{
        json.at("driver"), json.at("nvml"), json.at("cuda"), json.value("seed", std::uint64_t{1})};
    scenario.garbage = json.value("garbage", false);
    if (json.contains("frozenAt")) {
        scenario.frozenAt = json["frozenAt"].get<double>();
    }
    const auto boards = json.value("boards", Json::object());
    for (const auto& gpu : json.value("gpus", Json::array())) {
        auto merged
            = gpu.contains("board") ? boards.at(gpu["board"].get<std::string>()) : Json::object();
        merged.merge_patch(gpu);
        scenario.gpus.push_back(
            gpuOf(merged, scenario.seed, number, static_cast<unsigned>(scenario.gpus.size())));
    }
    const auto calls = json.value("calls", Json::object());
    for (const auto& [name, fault] : calls.items()) {
        scenario.calls[name] = faultOf(fault, name);
    }
    return scenario;
}

} // namespace

std::string withMachine(std::string_view json, std::string_view machine) {
    auto scenario = Json::parse(json, nullptr, true, true);
    scenario["machine"] = machine;
    return scenario.dump();
}

Result<Scenario> parseScenario(std::string_view json, std::string_view machine) {
    constexpr std::size_t kMostGpus = 64;
    try {
        auto scenario = scenarioOf(Json::parse(json, nullptr, true, true), machine);
        if (scenario.gpus.size() > kMostGpus) {
            return failure(fmt::format("{} GPUs, the most is {}", scenario.gpus.size(), kMostGpus));
        }
        return scenario;
    } catch (const Wrong& wrong) {
        return failure("Failed to read the scenario: " + wrong.message);
    } catch (const std::exception& error) {
        return failure(fmt::format("Failed to read the scenario: {}", error.what()));
    }
}

} // namespace muster::sim

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// nvidia-smi of the simulated driver: the GPUs that NVML shows, in the real program's table.
//   nvidia-smi                   the table
//   nvidia-smi -L, --list-gpus   one line a GPU
// Exit status as the real one's: 6 without a GPU, 9 without a driver, 12 without libnvidia-ml.
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include <dlfcn.h>

#include "core/gpu/nvml_abi.h"

namespace {

using namespace muster::gpu::abi;

constexpr int kNoDevices = 6;
constexpr int kNoDriver = 9;
constexpr int kLost = 15;
constexpr int kNoLibrary = 12;

// NVML by name; a function that is missing answers FunctionNotFound.
class Nvml {
public:
    Nvml() : m_library(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) { }
    explicit operator bool() const { return m_library != nullptr; }

    template <typename... Arguments>
    int call(const char* name, Arguments... arguments) const {
        auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(m_library, name));
        return function != nullptr ? function(arguments...) : int{FunctionNotFound};
    }

    std::string text(const char* name) const {
        char buffer[96] = "";
        return call(name, static_cast<char*>(buffer), 96U) == Success ? buffer : "N/A";
    }
    std::string text(const char* name, Device device) const {
        char buffer[96] = "";
        return call(name, device, static_cast<char*>(buffer), 96U) == Success ? buffer : "N/A";
    }
    // A number with its unit, or "N/A".
    std::string number(
        const char* name, Device device, const char* unit, unsigned scale = 1) const {
        unsigned value = 0;
        return call(name, device, &value) == Success ? std::to_string(value / scale) + unit : "N/A";
    }
    std::string mode(const char* name, Device device, std::vector<const char*> names) const {
        int value = 0;
        const bool known = call(name, device, &value) == Success && value >= 0
            && static_cast<std::size_t>(value) < names.size();
        return known ? names[static_cast<std::size_t>(value)] : "N/A";
    }

private:
    void* m_library;
};

std::string temperature(const Nvml& nvml, Device device) {
    unsigned value = 0;
    return nvml.call("nvmlDeviceGetTemperature", device, kTemperatureGpu, &value) == Success
        ? std::to_string(value) + "C"
        : "N/A";
}

std::string performance(const Nvml& nvml, Device device) {
    int value = 0;
    return nvml.call("nvmlDeviceGetPerformanceState", device, &value) == Success
        ? "P" + std::to_string(value)
        : "N/A";
}

std::string eccErrors(const Nvml& nvml, Device device) {
    int current = 0;
    int pending = 0;
    if (nvml.call("nvmlDeviceGetEccMode", device, &current, &pending) != Success) {
        return "N/A";
    }
    unsigned long long count = 0;
    const int code = nvml.call("nvmlDeviceGetTotalEccErrors", device, int{EccUncorrected},
        int{EccVolatile}, reinterpret_cast<std::uint64_t*>(&count));
    return current == 0 ? "Off" : code == Success ? std::to_string(count) : "N/A";
}

std::string utilization(const Nvml& nvml, Device device) {
    Utilization value{};
    return nvml.call("nvmlDeviceGetUtilizationRates", device, &value) == Success
        ? std::to_string(value.gpu) + "%"
        : "N/A";
}

std::string mebibytes(std::uint64_t bytes) {
    return std::to_string(bytes >> 20) + "MiB";
}

void printGpu(const Nvml& nvml, unsigned index, Device device) {
    auto name = nvml.text("nvmlDeviceGetName", device);
    if (name.size() > 18) {
        name = name.substr(0, 15) + "...";
    }
    PciInfo pci{};
    nvml.call("nvmlDeviceGetPciInfo_v3", device, &pci);
    Memory memory{};
    nvml.call("nvmlDeviceGetMemoryInfo", device, &memory);
    std::printf("|%4u  %-18s %4s  | %16s %-3s |%21s |\n", index, name.c_str(),
        nvml.mode("nvmlDeviceGetPersistenceMode", device, {"Off", "On"}).c_str(), pci.busId,
        nvml.mode("nvmlDeviceGetDisplayActive", device, {"Off", "On"}).c_str(),
        eccErrors(nvml, device).c_str());
    std::printf("|%4s %5s %5s %6s / %4s |%10s / %8s |%8s %12s |\n",
        nvml.number("nvmlDeviceGetFanSpeed", device, "%").c_str(),
        temperature(nvml, device).c_str(), performance(nvml, device).c_str(),
        nvml.number("nvmlDeviceGetPowerUsage", device, "W", 1000).c_str(),
        nvml.number("nvmlDeviceGetEnforcedPowerLimit", device, "W", 1000).c_str(),
        mebibytes(memory.used).c_str(), mebibytes(memory.total).c_str(),
        utilization(nvml, device).c_str(),
        nvml.mode("nvmlDeviceGetComputeMode", device,
                {"Default", "E. Thread", "Prohibited", "E. Process"})
            .c_str());
    std::puts("+-------------------------------+----------------------+----------------------+");
}

unsigned printProcesses(
    const Nvml& nvml, unsigned index, Device device, const char* function, const char* type) {
    ProcessInfo processes[64] = {};
    unsigned count = 64;
    if (nvml.call(function, device, &count, static_cast<void*>(processes)) != Success) {
        return 0;
    }
    for (unsigned i = 0; i < count; ++i) {
        char name[256] = "";
        nvml.call("nvmlSystemGetProcessName", processes[i].pid, static_cast<char*>(name), 256U);
        std::printf("|%5u %9u %6s   %-41.41s %9s |\n", index, processes[i].pid, type, name,
            mebibytes(processes[i].usedGpuMemory).c_str());
    }
    return count;
}

void printHeader(const Nvml& nvml) {
    char now[64] = "";
    const std::time_t seconds = std::time(nullptr);
    std::strftime(now, sizeof(now), "%a %b %e %H:%M:%S %Y", std::localtime(&seconds));
    const auto driver = nvml.text("nvmlSystemGetDriverVersion");
    int cuda = 0;
    nvml.call("nvmlSystemGetCudaDriverVersion", &cuda);
    std::printf("%-31s\n", now);
    std::puts("+-----------------------------------------------------------------------------+");
    if (cuda >= 10000) { // the real one shows it since driver 410
        const auto version = std::to_string(cuda / 1000) + '.' + std::to_string(cuda % 1000 / 10);
        std::printf("| NVIDIA-SMI %-12s Driver Version: %-12s CUDA Version: %-8s |\n",
            driver.c_str(), driver.c_str(), version.c_str());
    } else {
        std::printf("| NVIDIA-SMI %-22s Driver Version: %-26s|\n", driver.c_str(), driver.c_str());
    }
    std::puts("|-------------------------------+----------------------+----------------------+\n"
              "| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |\n"
              "| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |\n"
              "|===============================+======================+======================|");
}

void printTable(const Nvml& nvml, const std::vector<Device>& devices) {
    printHeader(nvml);
    for (unsigned i = 0; i < devices.size(); ++i) {
        printGpu(nvml, i, devices[i]);
    }
    std::puts("                                                                               \n"
              "+-----------------------------------------------------------------------------+\n"
              "| Processes:                                                       GPU Memory |\n"
              "|  GPU       PID   Type   Process name                             Usage      |\n"
              "|=============================================================================|");
    unsigned count = 0;
    for (unsigned i = 0; i < devices.size(); ++i) {
        count
            += printProcesses(nvml, i, devices[i], "nvmlDeviceGetGraphicsRunningProcesses_v3", "G");
        count
            += printProcesses(nvml, i, devices[i], "nvmlDeviceGetComputeRunningProcesses_v3", "C");
    }
    if (count == 0) {
        std::puts(
            "|  No running processes found                                                 |");
    }
    std::puts("+-----------------------------------------------------------------------------+");
}

void printList(const Nvml& nvml, const std::vector<Device>& devices) {
    for (unsigned i = 0; i < devices.size(); ++i) {
        std::printf("GPU %u: %s (UUID: %s)\n", i,
            nvml.text("nvmlDeviceGetName", devices[i]).c_str(),
            nvml.text("nvmlDeviceGetUUID", devices[i]).c_str());
    }
}

// The devices that may be asked, or the exit status of one that is lost.
int openDevices(const Nvml& nvml, std::vector<Device>& devices) {
    unsigned count = 0;
    nvml.call("nvmlDeviceGetCount_v2", &count);
    for (unsigned i = 0; i < count; ++i) {
        Device device = nullptr;
        const int code = nvml.call("nvmlDeviceGetHandleByIndex_v2", i, &device);
        if (code == GpuIsLost) {
            std::printf("Unable to determine the device handle for GPU %u: GPU is lost.  Reboot "
                        "the system to recover this GPU\n",
                i);
            return kLost;
        }
        if (code == Success) {
            devices.push_back(device);
        }
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const bool list = argc == 2
        && (std::strcmp(argv[1], "-L") == 0 || std::strcmp(argv[1], "--list-gpus") == 0);
    if (argc > 1 && !list) {
        std::printf("Invalid combination of input arguments. The simulated nvidia-smi knows -L "
                    "(--list-gpus) only.\n");
        return 2;
    }
    const Nvml nvml;
    if (!nvml) {
        std::puts("NVIDIA-SMI couldn't find libnvidia-ml.so library in your system. Please make "
                  "sure that the NVIDIA Display Driver is properly installed and present in your "
                  "system.");
        return kNoLibrary;
    }
    if (nvml.call("nvmlInit_v2") != Success) {
        std::puts("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. "
                  "Make sure that the latest NVIDIA driver is installed and running.\n");
        return kNoDriver;
    }
    std::vector<Device> devices;
    if (const int status = openDevices(nvml, devices); status != 0) {
        return status;
    }
    if (devices.empty()) {
        std::puts("No devices were found");
        return kNoDevices;
    }
    if (list) {
        printList(nvml, devices);
    } else {
        printTable(nvml, devices);
    }
    nvml.call("nvmlShutdown");
    return 0;
}

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/device/smi.h"

#include <cmath>
#include <cstdlib>
#include <sstream>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/gpu/child.h"

namespace muster::gpu {
namespace {

std::string find() {
    for (const auto* path : {"/usr/bin/nvidia-smi", "/usr/local/nvidia/bin/nvidia-smi",
             "/usr/local/bin/nvidia-smi", "/usr/lib/wsl/lib/nvidia-smi"}) {
        if (access(path, X_OK) == 0) {
            return path;
        }
    }
    return {};
}

std::string outputOf(const std::vector<std::string>& argv) {
    constexpr int kPatienceMilliseconds = 30000;
    auto child = Child::spawn(argv, {});
    std::string text;
    while (child) {
        pollfd event{child->fd(), POLLIN, 0};
        char buffer[4096];
        const auto size = poll(&event, 1, kPatienceMilliseconds) == 1
            ? recv(child->fd(), buffer, sizeof(buffer), 0)
            : 0;
        if (size <= 0) {
            break;
        }
        text.append(buffer, static_cast<std::size_t>(size));
    }
    return text;
}

double number(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    return end == text.c_str() ? std::nan("") : value;
}

} // namespace

std::vector<SmiRow> askSmi() {
    const auto program = find();
    if (program.empty()) {
        return {};
    }
    std::istringstream lines(outputOf({program,
        "--query-gpu=uuid,name,pci.bus_id,memory.total,power.limit,temperature.gpu,clocks.sm",
        "--format=csv,noheader,nounits"}));
    std::vector<SmiRow> rows;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        std::vector<std::string> row;
        for (std::string cell; std::getline(cells >> std::ws, cell, ',');) {
            row.push_back(cell);
        }
        if (row.size() == 7) {
            rows.push_back({row[0], row[1], row[2], number(row[3]), number(row[4]), number(row[5]),
                number(row[6])});
        }
    }
    return rows;
}

} // namespace muster::gpu

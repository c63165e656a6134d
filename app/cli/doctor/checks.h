// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/doctor/facts.h"

namespace muster::cli::doctor {

enum class Verdict { Ok, Unknown, Warning, Error };

std::string_view nameOf(Verdict verdict); // "ok", "unknown", "warning", "error"

struct Finding {
    std::string check; // "driver"
    Verdict verdict = Verdict::Ok;
    std::string found; // what is there, a sentence
    std::string remedy; // what to do, a sentence; empty where there is nothing to do

    bool operator==(const Finding&) const = default;
};

// Pure, each about one thing.
Finding checkDriver(const Facts& facts);
Finding checkNouveau(const Facts& facts);
Finding checkDevices(const Facts& facts);
Finding checkUvm(const Facts& facts);
Finding checkLinkerCache(const Facts& facts);
Finding checkCgroups(const Facts& facts);
Finding checkRunc(const Facts& facts);
Finding checkConmon(const Facts& facts);
Finding checkSkopeo(const Facts& facts);
Finding checkDisk(const Facts& facts);
Finding checkInodes(const Facts& facts);
Finding checkClock(const Facts& facts);
Finding checkPort(const Facts& facts);
Finding checkRoot(const Facts& facts);

// All of them, in this order.
std::vector<Finding> examine(const Facts& facts);

// The worst of them; Unknown is no worse than Ok.
Verdict worst(const std::vector<Finding>& findings);

} // namespace muster::cli::doctor

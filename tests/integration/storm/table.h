// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <ostream>
#include <string>

namespace muster::e2e::storm {

enum class Fault { Kill, Stop, LongStop }; // the last: until whoever waits for it has given it up

// What a storm did and what came of it.
struct Table {
    std::map<std::string, std::map<Fault, unsigned>> faults; // by what was hit

    unsigned jobs = 0;
    // Each of these is to be 0.
    unsigned lost = 0; // never ended, or ended without having begun
    unsigned begunTwice = 0;
    unsigned gpusShared = 0;
    unsigned gpusLeaked = 0;
    unsigned wrongCauses = 0;
    unsigned containersLeft = 0; // with their processes
    unsigned taskRoots = 0; // times that one was seen on the host
    // And this one may be anything: launches that a fault cut short, before the job began.
    unsigned launchedAgain = 0;

    bool isClean() const;
};

std::ostream& operator<<(std::ostream& out, const Table& table);

} // namespace muster::e2e::storm

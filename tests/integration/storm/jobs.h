// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "tests/integration/storm/table.h"
#include "tests/support/e2e/console.h"

namespace muster::e2e::storm {

// Jobs that end in every way there is. Each takes one GPU for itself while it runs, says in a
// folder that it began and that it is about to end, and has no retry: an attempt that somebody
// takes for failed ends it for a wrong cause.
class Jobs {
public:
    Jobs(std::string folder, unsigned seed);

    void submit(Console& console);
    // Notes which have ended, by the console's rows and, of a console that came later, by what the
    // master remembers.
    void look(Console& console);
    void lookBack(Console& console);
    std::size_t alive() const { return m_alive.size(); }

    // What the jobs have to say: all of the table but its faults, GPUs that leaked and what is
    // left.
    void fill(Table& table) const;
    std::vector<std::string> complaints() const; // of whose end is missing or wrong

private:
    struct End {
        std::string script;
        std::string state;
        std::string message;
        std::string memory;
    };
    static const std::vector<End>& ends();

    void take(const muster::v1::Job& row);
    std::vector<std::string> lines(const std::string& file) const;

    const std::string m_folder;
    std::mt19937 m_random;
    std::map<std::string, const End*> m_alive; // by id
    std::vector<std::string> m_ended;
    std::vector<std::string> m_wrong;
    unsigned m_launchedAgain = 0;
};

} // namespace muster::e2e::storm

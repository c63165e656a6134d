// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/resources/resources.h"

namespace muster {

// How much of each known scalar, whatever its role: what shares, quota and headroom reckon with.
// Milli-units. A difference may be negative; positive() cuts it at zero. Sums of absurd totals wrap
// around, so that a + b - b == a whatever an agent claims to have.
struct Quantities {
    std::array<std::int64_t, Resources::kKinds> of{};

    std::int64_t& operator[](std::size_t kind) { return of[kind]; }
    std::int64_t operator[](std::size_t kind) const { return of[kind]; }

    Quantities& operator+=(const Quantities& other) {
        for (std::size_t kind = 0; kind < of.size(); ++kind) {
            of[kind] = wrapped(of[kind], static_cast<std::uint64_t>(other[kind]));
        }
        return *this;
    }
    Quantities& operator-=(const Quantities& other) {
        for (std::size_t kind = 0; kind < of.size(); ++kind) {
            of[kind] = wrapped(of[kind], -static_cast<std::uint64_t>(other[kind]));
        }
        return *this;
    }
    Quantities operator+(const Quantities& other) const { return Quantities(*this) += other; }
    Quantities operator-(const Quantities& other) const { return Quantities(*this) -= other; }
    bool operator==(const Quantities&) const = default;

    bool empty() const { return *this == Quantities{}; }
    bool contains(const Quantities& other) const {
        for (std::size_t kind = 0; kind < of.size(); ++kind) {
            if (of[kind] < other[kind]) {
                return false;
            }
        }
        return true;
    }
    Quantities positive() const {
        Quantities out;
        for (std::size_t kind = 0; kind < of.size(); ++kind) {
            out[kind] = std::max<std::int64_t>(of[kind], 0);
        }
        return out;
    }

    // "cpus:4; mem:128", in the order of names as Mesos prints quantities; "{}" for none.
    std::string text() const;

private:
    static std::int64_t wrapped(std::int64_t a, std::uint64_t b) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + b);
    }
};

inline Quantities minimum(const Quantities& a, const Quantities& b) {
    Quantities out;
    for (std::size_t kind = 0; kind < out.of.size(); ++kind) {
        out[kind] = std::min(a[kind], b[kind]);
    }
    return out;
}

Quantities unreservedQuantities(const Resources& resources); // of role "*"
Quantities reservedQuantities(const Resources& resources); // of all other roles
inline Quantities quantitiesOf(const Resources& resources) {
    return resources.others().empty()
        ? unreservedQuantities(resources)
        : unreservedQuantities(resources) + reservedQuantities(resources);
}

// Mesos' --min_allocatable_resources: "cpus:0.01|mem:32" is either of both. Empty text: anything.
Result<std::vector<Quantities>> parseMinAllocatable(std::string_view text);

} // namespace muster

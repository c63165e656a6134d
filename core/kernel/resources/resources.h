// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/base/units.h"
#include "core/kernel/resources/reservation.h"

namespace muster {

// Sorted, disjoint, non-touching closed intervals: "[31000-32000, 33000-33010]".
class Ranges {
public:
    struct Range {
        std::uint64_t begin = 0;
        std::uint64_t end = 0; // inclusive
        bool operator==(const Range&) const = default;
    };

    Ranges() = default;
    explicit Ranges(std::vector<Range> ranges); // any order, overlaps merged

    const std::vector<Range>& ranges() const { return m_ranges; }
    bool empty() const { return m_ranges.empty(); }
    bool contains(const Ranges& other) const;
    Ranges& operator+=(const Ranges& other); // union
    Ranges& operator-=(const Ranges& other); // difference
    bool operator==(const Ranges&) const = default;
    std::string text() const; // "[1-3, 5-5]", Mesos' form

private:
    std::vector<Range> m_ranges;
};

using TextSet = std::set<std::string, std::less<>>;

// One resource that the fast path does not know: a role, a range, a set, or an unusual name.
struct Resource {
    using Value = std::variant<Milli, Ranges, TextSet>;

    Resource() = default;
    Resource(std::string name, std::string role, Value value); // reserved statically, or "*"

    std::string name;
    std::vector<Reservation> reservations; // each is for a role beneath that of the one before
    Value value;

    const std::string& role() const; // whose frameworks may use it: all with "*"
    bool isReserved() const { return !reservations.empty(); }
    bool isDynamic() const {
        return isReserved() && reservations.back().type == Reservation::Type::Dynamic;
    }
    bool operator==(const Resource&) const = default;
};

// A bundle of resources with set algebra. cpus, mem (MiB), disk (MiB) and gpus of role "*" are a
// flat array, so that the sums of the allocation cycle allocate nothing. Laws, tested over seeded
// random values: a + b == b + a; a + b - b == a; a.contains(b) implies a - b + b == a; nothing is
// ever negative: a - b stops at zero. Facts: Mesos docs/attributes-resources.md,
// src/common/resources.cpp.
class Resources {
public:
    enum Kind { Cpus, Mem, Disk, Gpus, kKinds };

    Resources() = default;
    explicit Resources(std::vector<Resource> items);

    // "cpus:8;mem(prod):1024;ports:[1-5, 9-9];disks:{a,b}" or Mesos' JSON array. Equal names add
    // up. An error names the offending part. `defaultRole` is the role of items that carry none.
    static Result<Resources> parse(std::string_view text, std::string_view defaultRole = "*");
    // The same text as items in their order, not added up and with zeros kept: "gpus:0" in
    // --resources says something that no "gpus" at all does not (doc/features.md A5).
    static Result<std::vector<Resource>> parseItems(
        std::string_view text, std::string_view defaultRole = "*");

    static std::string_view name(Kind kind);
    static Kind kindOf(std::string_view name); // kKinds: none of them

    Milli scalar(Kind kind) const { return m_scalars[kind]; }
    void setScalar(Kind kind, Milli value) { m_scalars[kind] = value; }
    // The sum over all roles of the scalar of that name; 0 if there is none.
    Milli total(std::string_view name) const;
    Milli gpus() const { return total("gpus"); }

    bool empty() const;
    bool contains(const Resources& other) const;
    Resources& operator+=(const Resources& other);
    Resources& operator-=(const Resources& other);
    Resources operator+(const Resources& other) const { return Resources(*this) += other; }
    Resources operator-(const Resources& other) const { return Resources(*this) -= other; }
    bool operator==(const Resources&) const = default;

    // As the agent describes them: without what was reserved dynamically.
    Resources described() const;
    // Each item without its last reservation.
    Resources withoutLastReservations() const;
    // REQUIRES: these are as described. As much of them as there is gets the dynamic reservations
    // of `reserved`.
    Resources reservedAs(const Resources& reserved) const;

    // The items that are not among the four scalars of role "*".
    const std::vector<Resource>& others() const { return m_others; }
    // Every item, the four known scalars included where they are not zero.
    std::vector<Resource> items() const;

    // "cpus:8; mem:1024; disk:65536; gpus:4" (doc/features.md A1); parse(text()) gives the same
    // bundle. An item of another role shows it: "cpus(prod):4".
    std::string text() const;
    // The order and form of the agent's start log (doc/features.md A12):
    // "gpus(*):1; cpus(*):40; mem(*):256904; ...".
    std::string agentText() const;
    // Mesos' JSON array: [{"name":"cpus","type":"SCALAR","scalar":{"value":8.0},"role":"*"}, ...].
    std::string json() const;

private:
    std::array<Milli, kKinds> m_scalars{};
    std::vector<Resource> m_others; // sorted by (name, reservations), no empty values
};

// The rule of doc/features.md B4, in the words of Mesos: nothing when every `gpus` item is a whole
// number of GPUs (three decimals: 1.0004 is 1), else "The 'gpus' resource must be an unsigned
// integer".
Status validateGpus(const Resources& resources);

// Agent attributes: "rack:abc;zone:west;level:10;keys:[1000-1500]" (doc/features.md A14). A name
// may stand more than once.
struct Attribute {
    std::string name;
    std::variant<Milli, Ranges, std::string> value;
    bool operator==(const Attribute&) const = default;
    std::string valueText() const;
};

using Attributes = std::vector<Attribute>;

Result<Attributes> parseAttributes(std::string_view text);
std::string attributesText(const Attributes& attributes); // "rack:abc;zone:west;..."

} // namespace muster

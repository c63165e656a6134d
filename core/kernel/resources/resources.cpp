// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/resources/resources.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

namespace muster {
namespace {

constexpr std::array<std::string_view, Resources::kKinds> kNames = {"cpus", "mem", "disk", "gpus"};

// Sums stop at the largest number instead of wrapping: foreign text can name 9e15 cpus twice.
Milli added(Milli a, Milli b) {
    std::int64_t sum = 0;
    const bool wrapped = __builtin_add_overflow(a.value, b.value, &sum);
    return {wrapped ? std::numeric_limits<std::int64_t>::max() : sum};
}

Milli subtracted(Milli a, Milli b) {
    return a > b ? a - b : Milli{};
}

bool byKey(const Resource& a, const Resource& b) {
    return std::forward_as_tuple(a.name, a.reservations, a.value.index())
        < std::forward_as_tuple(b.name, b.reservations, b.value.index());
}

struct Empty {
    bool operator()(Milli scalar) const { return scalar.value <= 0; }
    bool operator()(const Ranges& ranges) const { return ranges.empty(); }
    bool operator()(const TextSet& set) const { return set.empty(); }
};

bool isEmpty(const Resource& item) {
    return std::visit(Empty{}, item.value);
}

// The values of items with one key, added in one go: one by one would be quadratic in long range
// lists.
class Sum {
public:
    void operator()(Milli scalar) { m_scalar = added(m_scalar, scalar); }
    void operator()(const Ranges& ranges) {
        m_ranges.insert(m_ranges.end(), ranges.ranges().begin(), ranges.ranges().end());
    }
    void operator()(const TextSet& set) { m_set.insert(set.begin(), set.end()); }

    void store(std::variant<Milli, Ranges, TextSet>& value) {
        if (std::holds_alternative<Milli>(value)) {
            value = m_scalar;
        } else if (std::holds_alternative<Ranges>(value)) {
            value = Ranges(std::move(m_ranges));
        } else {
            value = std::move(m_set);
        }
    }

private:
    Milli m_scalar;
    std::vector<Ranges::Range> m_ranges;
    TextSet m_set;
};

// Sorted by key, one item a key, none empty.
std::vector<Resource> merged(std::vector<Resource> items) {
    std::erase_if(items, isEmpty);
    std::stable_sort(items.begin(), items.end(), byKey);
    std::vector<Resource> out;
    for (auto first = items.begin(); first != items.end();) {
        const auto last = std::upper_bound(first, items.end(), *first, byKey);
        if (last - first > 1) {
            Sum sum;
            std::for_each(first, last, [&](const Resource& item) { std::visit(sum, item.value); });
            sum.store(first->value);
        }
        out.push_back(std::move(*first));
        first = last;
    }
    return out;
}

const Resource* findItem(const std::vector<Resource>& sorted, const Resource& key) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), key, byKey);
    return at != sorted.end() && !byKey(key, *at) ? &*at : nullptr;
}

// Both values hold the same alternative.
struct Contains {
    const Resource& part;

    bool operator()(Milli whole) const { return whole >= std::get<Milli>(part.value); }
    bool operator()(const Ranges& whole) const {
        return whole.contains(std::get<Ranges>(part.value));
    }
    bool operator()(const TextSet& whole) const {
        const auto& set = std::get<TextSet>(part.value);
        return std::includes(whole.begin(), whole.end(), set.begin(), set.end());
    }
};

struct Subtract {
    const Resource& part;

    void operator()(Milli& whole) const { whole = subtracted(whole, std::get<Milli>(part.value)); }
    void operator()(Ranges& whole) const { whole -= std::get<Ranges>(part.value); }
    void operator()(TextSet& whole) const {
        for (const auto& word : std::get<TextSet>(part.value)) {
            whole.erase(word);
        }
    }
};

template <typename Change>
Resources changed(std::vector<Resource> items, Change change) {
    for (Resource& item : items) {
        change(item.reservations);
    }
    return Resources(std::move(items));
}

} // namespace

Resource::Resource(std::string name, std::string role, Value value)
    : name(std::move(name)), value(std::move(value)) {
    if (role != "*") {
        reservations.emplace_back();
        reservations.back().role = std::move(role);
    }
}

const std::string& Resource::role() const {
    static const std::string everybody(1, '*');
    return reservations.empty() ? everybody : reservations.back().role;
}

std::string_view Resources::name(Kind kind) {
    return kNames[kind];
}

Resources::Kind Resources::kindOf(std::string_view name) {
    return static_cast<Kind>(std::find(kNames.begin(), kNames.end(), name) - kNames.begin());
}

Resources::Resources(std::vector<Resource> items) {
    std::erase_if(items, [&](const Resource& item) {
        const auto kind = kindOf(item.name);
        const auto* scalar = std::get_if<Milli>(&item.value);
        if (kind == kKinds || scalar == nullptr || item.isReserved()) {
            return false;
        }
        m_scalars[kind] = added(m_scalars[kind], std::max(*scalar, Milli{}));
        return true;
    });
    m_others = merged(std::move(items));
}

Milli Resources::total(std::string_view name) const {
    const auto kind = kindOf(name);
    auto sum = kind == kKinds ? Milli{} : m_scalars[kind];
    for (const auto& item : m_others) {
        const auto* scalar = item.name == name ? std::get_if<Milli>(&item.value) : nullptr;
        sum = scalar == nullptr ? sum : added(sum, *scalar);
    }
    return sum;
}

bool Resources::empty() const {
    return m_scalars == decltype(m_scalars){} && m_others.empty();
}

bool Resources::contains(const Resources& other) const {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (m_scalars[kind] < other.m_scalars[kind]) {
            return false;
        }
    }
    return std::all_of(other.m_others.begin(), other.m_others.end(), [&](const Resource& item) {
        const auto* mine = findItem(m_others, item);
        return mine != nullptr && std::visit(Contains{item}, mine->value);
    });
}

Resources& Resources::operator+=(const Resources& other) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        m_scalars[kind] = added(m_scalars[kind], other.m_scalars[kind]);
    }
    if (!other.m_others.empty()) {
        auto both = m_others;
        both.insert(both.end(), other.m_others.begin(), other.m_others.end());
        m_others = merged(std::move(both));
    }
    return *this;
}

Resources& Resources::operator-=(const Resources& other) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        m_scalars[kind] = subtracted(m_scalars[kind], other.m_scalars[kind]);
    }
    if (!m_others.empty() && !other.m_others.empty()) {
        for (auto& item : m_others) {
            if (const auto* part = findItem(other.m_others, item)) {
                std::visit(Subtract{*part}, item.value);
            }
        }
        std::erase_if(m_others, isEmpty);
    }
    return *this;
}

std::vector<Resource> Resources::items() const {
    std::vector<Resource> out;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
        if (m_scalars[kind] != Milli{}) {
            out.emplace_back(std::string(kNames[kind]), std::string(1, '*'), m_scalars[kind]);
        }
    }
    out.insert(out.end(), m_others.begin(), m_others.end());
    return out;
}

Resources Resources::described() const {
    return changed(items(), [](std::vector<Reservation>& reservations) {
        std::erase_if(reservations,
            [](const Reservation& one) { return one.type == Reservation::Type::Dynamic; });
    });
}

Resources Resources::withoutLastReservations() const {
    return changed(items(), [](std::vector<Reservation>& reservations) {
        if (!reservations.empty()) {
            reservations.pop_back();
        }
    });
}

Resources Resources::reservedAs(const Resources& reserved) const {
    Resources out = *this;
    for (const Resource& item : reserved.others()) {
        const Resources wanted = Resources({item}).described();
        const Resources part = wanted - (wanted - out);
        out -= part;
        out += changed(part.items(), [&item](auto& all) { all = item.reservations; });
    }
    return out;
}

Status validateGpus(const Resources& resources) {
    for (const auto& item : resources.items()) {
        const auto* scalar = std::get_if<Milli>(&item.value);
        if (item.name == "gpus" && (scalar == nullptr || !scalar->isWhole() || *scalar < Milli{})) {
            return failure("The 'gpus' resource must be an unsigned integer");
        }
    }
    return {};
}

} // namespace muster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/resources/quantities.h"

#include "core/kernel/resources/value.h"

namespace muster {

std::string Quantities::text() const {
    std::string text;
    for (const auto kind : {Resources::Cpus, Resources::Disk, Resources::Gpus, Resources::Mem}) {
        if (of[kind] != 0) {
            text += fmt::format(
                "{}{}:{}", text.empty() ? "" : "; ", Resources::name(kind), Milli{of[kind]}.text());
        }
    }
    return text.empty() ? "{}" : text;
}

Quantities unreservedQuantities(const Resources& resources) {
    Quantities out;
    for (std::size_t kind = 0; kind < out.of.size(); ++kind) {
        out[kind] = resources.scalar(static_cast<Resources::Kind>(kind)).value;
    }
    return out;
}

Quantities reservedQuantities(const Resources& resources) {
    Quantities out;
    for (const Resource& item : resources.others()) {
        const auto kind = Resources::kindOf(item.name);
        const auto* scalar = std::get_if<Milli>(&item.value);
        if (kind != Resources::kKinds && scalar != nullptr) {
            Quantities one;
            one[kind] = scalar->value;
            out += one;
        }
    }
    return out;
}

Result<std::vector<Quantities>> parseMinAllocatable(std::string_view text) {
    std::vector<Quantities> out;
    if (text.empty()) {
        return out;
    }
    Status status;
    resources::split(text, '|', [&](std::string_view part) {
        const auto bundle = Resources::parse(part);
        if (bundle && !bundle->empty()) {
            out.push_back(quantitiesOf(*bundle));
        } else if (status) {
            status = failure(fmt::format(
                "'{}' names no amount: write cpus:0.01|mem:32", resources::clipped(part)));
        }
    });
    if (!status) {
        return tl::unexpected(status.error());
    }
    return out;
}

} // namespace muster

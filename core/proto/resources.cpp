// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/resources.h"

#include <cmath>

namespace muster::proto {
namespace {

template <typename Target>
void setRanges(const Ranges& ranges, Target& target) {
    for (const auto& range : ranges.ranges()) {
        auto* out = target.mutable_ranges()->add_range();
        out->set_begin(range.begin);
        out->set_end(range.end);
    }
}

Ranges rangesOf(const mesos::v1::Value::Ranges& in) {
    std::vector<Ranges::Range> ranges;
    for (const auto& range : in.range()) {
        ranges.push_back({range.begin(), range.end()});
    }
    return Ranges(std::move(ranges));
}

// What fits into thousandths.
bool possible(double amount) {
    return std::isfinite(amount) && std::abs(amount) <= 9e12;
}

struct ResourceValue {
    mesos::v1::Resource& out;

    void operator()(Milli scalar) const {
        out.set_type(mesos::v1::Value::SCALAR);
        out.mutable_scalar()->set_value(scalar.toDouble());
    }
    void operator()(const Ranges& ranges) const {
        out.set_type(mesos::v1::Value::RANGES);
        out.mutable_ranges();
        setRanges(ranges, out);
    }
    void operator()(const TextSet& set) const {
        out.set_type(mesos::v1::Value::SET);
        out.mutable_set();
        for (const auto& item : set) {
            out.mutable_set()->add_item(item);
        }
    }
};

const std::string& roleOf(const mesos::v1::Resource& in) {
    return in.reservations().empty() ? in.role() : in.reservations().rbegin()->role();
}

Result<Resource> fromProto(const mesos::v1::Resource& in) {
    Resource out{.name = in.name(), .role = roleOf(in), .value = Milli{}};
    if (in.name().empty()) {
        return failure("Invalid resource: the name is empty");
    }
    if (in.type() == mesos::v1::Value::SCALAR && in.has_scalar()) {
        const double value = in.scalar().value();
        if (!possible(value) || value < 0) {
            return failure(fmt::format(
                "Resource '{}(allocated: {}):{}' is invalid: Invalid scalar resource: {}",
                in.name(), in.has_allocation_info() ? in.allocation_info().role() : "*", value,
                value < 0 ? "value <= 0" : "value is not a possible amount"));
        }
        out.value = Milli::fromDouble(value);
    } else if (in.type() == mesos::v1::Value::RANGES && in.has_ranges()) {
        out.value = rangesOf(in.ranges());
    } else if (in.type() == mesos::v1::Value::SET && in.has_set()) {
        out.value = TextSet(in.set().item().begin(), in.set().item().end());
    } else {
        return failure(fmt::format("Resource '{}' is invalid: Invalid {} resource", in.name(),
            in.type() == mesos::v1::Value::RANGES    ? "ranges"
                : in.type() == mesos::v1::Value::SET ? "set"
                                                     : "scalar"));
    }
    return out;
}

} // namespace

void append(const Resources& resources, ResourceList& list, ResourceFormat format) {
    for (const auto& item : resources.items()) {
        auto& out = *list.Add();
        out.set_name(item.name);
        std::visit(ResourceValue{out}, item.value);
        if (format != ResourceFormat::PostRefinement) {
            out.set_role(item.role);
        }
        if (format != ResourceFormat::PreRefinement && item.role != "*") {
            auto& reservation = *out.add_reservations();
            reservation.set_type(mesos::v1::Resource::ReservationInfo::STATIC);
            reservation.set_role(item.role);
        }
    }
}

ResourceList toProto(const Resources& resources) {
    ResourceList list;
    append(resources, list);
    return list;
}

void allocate(ResourceList& list, const std::string& role) {
    for (auto& resource : list) {
        resource.mutable_allocation_info()->set_role(role);
    }
}

Result<Resources> fromProto(const ResourceList& list) {
    std::vector<Resource> items;
    for (const auto& in : list) {
        auto item = fromProto(in);
        if (!item) {
            return tl::unexpected(item.error());
        }
        items.push_back(std::move(*item));
    }
    return Resources(std::move(items));
}

void append(const Attributes& attributes, AttributeList& list) {
    for (const auto& attribute : attributes) {
        auto* out = list.Add();
        out->set_name(attribute.name);
        if (const auto* scalar = std::get_if<Milli>(&attribute.value)) {
            out->set_type(mesos::v1::Value::SCALAR);
            out->mutable_scalar()->set_value(scalar->toDouble());
        } else if (const auto* ranges = std::get_if<Ranges>(&attribute.value)) {
            out->set_type(mesos::v1::Value::RANGES);
            setRanges(*ranges, *out);
        } else {
            out->set_type(mesos::v1::Value::TEXT);
            out->mutable_text()->set_value(std::get<std::string>(attribute.value));
        }
    }
}

Result<Attributes> fromProto(const AttributeList& list) {
    Attributes out;
    for (const auto& in : list) {
        Attribute attribute{.name = in.name(), .value = in.text().value()};
        if (in.type() == mesos::v1::Value::SCALAR) {
            if (!possible(in.scalar().value())) {
                return failure(fmt::format(
                    "Attribute '{}' has no possible amount: {}", in.name(), in.scalar().value()));
            }
            attribute.value = Milli::fromDouble(in.scalar().value());
        } else if (in.type() == mesos::v1::Value::RANGES) {
            attribute.value = rangesOf(in.ranges());
        }
        out.push_back(std::move(attribute));
    }
    return out;
}

} // namespace muster::proto

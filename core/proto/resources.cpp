// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/resources.h"

#include <algorithm>
#include <cmath>

#include "core/kernel/cluster/framework_validation.h"
#include "core/kernel/cluster/validation.h"

namespace muster::proto {
namespace {

using ReservationInfo = mesos::v1::Resource::ReservationInfo;

// What fits into thousandths and can be a double.
constexpr std::int64_t kMostThousandths = 9'000'000'000'000'000;

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

Reservation reservationOf(
    const ReservationInfo& in, ReservationInfo::Type type, const std::string& role) {
    Reservation out;
    out.type
        = type == ReservationInfo::STATIC ? Reservation::Type::Static : Reservation::Type::Dynamic;
    out.role = role;
    if (in.has_principal()) {
        out.principal = in.principal();
    }
    for (const auto& label : in.labels().labels()) {
        out.labels.push_back({label.key(), {}});
        if (label.has_value()) {
            out.labels.back().value = label.value();
        }
    }
    std::sort(out.labels.begin(), out.labels.end());
    return out;
}

// Of either format.
std::vector<Reservation> reservationsOf(const mesos::v1::Resource& in) {
    std::vector<Reservation> out;
    for (const auto& one : in.reservations()) {
        out.push_back(reservationOf(one, one.type(), one.role()));
    }
    if (out.empty() && in.role() != "*") {
        const auto type = in.has_reservation() ? ReservationInfo::DYNAMIC : ReservationInfo::STATIC;
        out.push_back(reservationOf(in.reservation(), type, in.role()));
    }
    return out;
}

// Who made it and why; of the list also its kind and role.
void describe(const Reservation& reservation, ReservationInfo& out) {
    if (reservation.principal) {
        out.set_principal(*reservation.principal);
    }
    for (const auto& label : reservation.labels) {
        auto& added = *out.mutable_labels()->add_labels();
        added.set_key(label.key);
        if (label.value) {
            added.set_value(*label.value);
        }
    }
}

void setReservations(const Resource& item, ResourceFormat format, mesos::v1::Resource& out) {
    if (format != ResourceFormat::PostRefinement && item.reservations.size() < 2) {
        out.set_role(item.role());
        if (item.isDynamic()) {
            describe(item.reservations.back(), *out.mutable_reservation());
        }
    }
    if (format != ResourceFormat::PreRefinement) {
        for (const auto& reservation : item.reservations) {
            auto& added = *out.add_reservations();
            added.set_type(reservation.type == Reservation::Type::Static
                    ? ReservationInfo::STATIC
                    : ReservationInfo::DYNAMIC);
            added.set_role(reservation.role);
            describe(reservation, added);
        }
    }
}

// Mesos' checks with its texts (Mesos' src/common/resources.cpp), of the format before roles had
// roles beneath them...
Status checkRole(const mesos::v1::Resource& in) {
    if (const auto valid = cluster::validateRole(in.role()); !valid) {
        return valid;
    }
    if (in.reservation().has_type()) {
        return failure("'Resource.ReservationInfo.type' must not be set for the "
                       "'Resource.reservation' field");
    }
    if (in.reservation().has_role()) {
        return failure("'Resource.ReservationInfo.role' must not be set for the "
                       "'Resource.reservation' field");
    }
    if (in.has_reservation() && in.role() == "*") {
        return failure("Invalid reservation: role \"*\" cannot be dynamically reserved");
    }
    return {};
}

Status checkOne(const ReservationInfo& in) {
    if (!in.has_type()) {
        return failure("Invalid reservation: 'Resource.ReservationInfo.type' field must be set.");
    }
    if (!in.has_role()) {
        return failure("Invalid reservation: 'Resource.ReservationInfo.role' field must be set.");
    }
    if (const auto valid = cluster::validateRole(in.role()); !valid) {
        return valid;
    }
    if (in.role() == "*") {
        return failure("Invalid reservation: role \"*\" cannot be reserved");
    }
    return {};
}

// ... and of the list, beside which the other may say the same.
Status checkList(const mesos::v1::Resource& in) {
    for (const auto& one : in.reservations()) {
        if (const auto valid = checkOne(one); !valid) {
            return valid;
        }
    }
    for (int i = 1; i < in.reservations_size(); ++i) {
        const auto& before = in.reservations(i - 1).role();
        const auto& role = in.reservations(i).role();
        if (in.reservations(i).type() == ReservationInfo::STATIC) {
            return failure("Invalid refined reservation: A refined reservation cannot be STATIC");
        }
        if (!role.starts_with(before + "/")) {
            return failure(fmt::format("Invalid refined reservation: role '{}' is not a refinement "
                                       "of '{}'",
                role, before));
        }
    }
    if (in.reservations_size() > 1 && (in.has_role() || in.has_reservation())) {
        return failure(
            fmt::format("Invalid resource format: 'Resource.{}' must not be set if there "
                        "is more than one reservation in 'Resource.reservations'",
                in.has_role() ? "role" : "reservation"));
    }
    if (in.has_role() && in.role() != in.reservations(0).role()) {
        return failure(fmt::format("Invalid resource format: 'Resource.role' field with '{}' does "
                                   "not match the role '{}' in 'Resource.reservations'",
            in.role(), in.reservations(0).role()));
    }
    return {};
}

Result<Resource> fromProto(const mesos::v1::Resource& in) {
    Resource out;
    out.name = in.name();
    out.reservations = reservationsOf(in);
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
    if (const auto valid = in.reservations().empty() ? checkRole(in) : checkList(in); !valid) {
        return failure(fmt::format("Resource '{}' is invalid: {}",
            cluster::itemText(out, in.allocation_info().role()), valid.error().message));
    }
    return out;
}

} // namespace

bool possible(double amount) {
    return std::isfinite(amount) && std::abs(amount) <= kMostThousandths / 1000;
}

void append(const Resources& resources, ResourceList& list, ResourceFormat format) {
    for (const auto& item : resources.items()) {
        auto& out = *list.Add();
        out.set_name(item.name);
        std::visit(ResourceValue{out}, item.value);
        setReservations(item, format, out);
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

muster::v1::Resources toRow(const Resources& resources) {
    muster::v1::Resources out;
    out.set_cpus(resources.scalar(Resources::Cpus).value);
    out.set_mem(resources.scalar(Resources::Mem).value);
    out.set_disk(resources.scalar(Resources::Disk).value);
    out.set_gpus(resources.scalar(Resources::Gpus).value);
    append(Resources(resources.others()), *out.mutable_others(), ResourceFormat::PostRefinement);
    return out;
}

Result<Resources> fromProto(const muster::v1::Resources& in) {
    auto out = fromProto(in.others());
    if (!out) {
        return out;
    }
    for (const auto& item : in.others()) {
        if (Resources::kindOf(item.name()) != Resources::kKinds
            && item.type() != mesos::v1::Value::SCALAR) {
            return failure(fmt::format("Resource '{}' is invalid: It is a number", item.name()));
        }
    }
    Resources plain;
    for (const auto& [kind, amount] :
        {std::pair(Resources::Cpus, in.cpus()), std::pair(Resources::Mem, in.mem()),
            std::pair(Resources::Disk, in.disk()), std::pair(Resources::Gpus, in.gpus())}) {
        if (amount < 0 || amount > kMostThousandths) {
            return failure(fmt::format("Resource '{}' is invalid: {} thousandths are no possible "
                                       "amount",
                Resources::name(kind), amount));
        }
        plain.setScalar(kind, Milli{amount});
    }
    return *out += plain;
}

Resources ofRow(const muster::v1::Resources& in) {
    return fromProto(in).value_or(Resources());
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

Attributes ofRow(const AttributeList& list) {
    return fromProto(list).value_or(Attributes());
}

} // namespace muster::proto

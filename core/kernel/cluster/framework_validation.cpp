// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/framework_validation.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/kernel/base/id_rule.h"

namespace muster::cluster {

namespace {

constexpr std::string_view kBlanks = "\t\n\v\f\r \x7f";

Status validateComponent(std::string_view role, std::string_view component) {
    for (const std::string_view name : {".", "..", "*"}) {
        if (component == name) {
            return failure(fmt::format("Role '{}' cannot include '{}' as a component", role, name));
        }
    }
    if (component.starts_with('-')) {
        return failure(
            fmt::format("Role component '{}' is invalid because it starts with a dash", component));
    }
    if (component.find_first_of(kBlanks) != std::string_view::npos) {
        return failure(fmt::format(
            "Role component '{}' is invalid because it contains backspace or whitespace",
            component));
    }
    return {};
}

} // namespace

Status validateRole(std::string_view role) {
    if (role == "*") {
        return {};
    }
    if (role.starts_with('/')) {
        return failure(fmt::format("Role '{}' cannot start with a slash", role));
    }
    if (role.ends_with('/')) {
        return failure(fmt::format("Role '{}' cannot end with a slash", role));
    }
    if (role.find("//") != std::string_view::npos) {
        return failure(fmt::format("Role '{}' cannot contain two adjacent slashes", role));
    }
    if (role.empty()) {
        return failure("Role names cannot be the empty string");
    }
    for (std::size_t begin = 0; begin <= role.size();) {
        const auto end = std::min(role.find('/', begin), role.size());
        if (const Status valid = validateComponent(role, role.substr(begin, end - begin)); !valid) {
            return valid;
        }
        begin = end + 1;
    }
    return {};
}

Status validateFramework(const FrameworkInfo& info, const std::string& defect) {
    if (!defect.empty()) {
        return failure(defect);
    }
    for (const std::string& role : info.roles) {
        if (const Status valid = validateRole(role); !valid) {
            return failure(info.has(Capability::MultiRole)
                    ? "'FrameworkInfo.roles' contains invalid role"
                    : "'FrameworkInfo.role' is not a valid role",
                valid.error());
        }
    }
    return info.id.empty() ? Status() : validateId(info.id.value);
}

Status validateFrameworkChange(const FrameworkInfo& before, const FrameworkInfo& after) {
    if (before.principal != after.principal) {
        return failure("Changing framework's principal is not allowed.");
    }
    if (before.user != after.user) {
        return failure(fmt::format("Updating 'FrameworkInfo.user' is unsupported; attempted to "
                                   "update from '{}' to '{}'",
            before.user, after.user));
    }
    if (before.checkpoint != after.checkpoint) {
        return failure(fmt::format("Updating 'FrameworkInfo.checkpoint' is unsupported; attempted "
                                   "to update from '{}' to '{}'",
            before.checkpoint, after.checkpoint));
    }
    return {};
}

Status validateSuppressedRoles(
    const std::set<std::string>& roles, const std::set<std::string>& suppressed) {
    std::vector<std::string> strange;
    std::set_difference(suppressed.begin(), suppressed.end(), roles.begin(), roles.end(),
        std::back_inserter(strange));
    return strange.empty()
        ? Status{}
        : failure(fmt::format("Suppressed roles {{ {} }} are not contained in the set of roles",
            fmt::join(strange, ", ")));
}

} // namespace muster::cluster

// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/container/host_facts.h"
#include "core/container/process.h"

namespace muster::container {

// The /dev of a running container, seen from outside. Its processes can neither make a device node
// nor unmount it, but a root task may put links and plain files there: none is followed.
class DeviceNodes {
public:
    static Result<DeviceNodes> of(const ProcessRef& init);

    bool has(const DeviceNode& node) const;
    Status make(const DeviceNode& node) const; // for everybody to read and write

private:
    explicit DeviceNodes(Fd folder) : m_folder(std::move(folder)) { }
    Fd open(const DeviceNode& node) const; // empty: there is no such node

    Fd m_folder;
};

} // namespace muster::container

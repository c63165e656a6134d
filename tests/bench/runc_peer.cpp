// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/runc_peer.h"

#include <algorithm>
#include <filesystem>

#include <sys/mount.h>

#include "core/container/cgroup.h"
#include "core/container/files.h"
#include "core/container/host_facts.h"
#include "core/container/oci_config.h"

namespace muster::bench {

using namespace container;

namespace {

constexpr const char* kCgroup = "/muster-bench/peer";

std::vector<Mount> mounts() {
    return parseMountinfo(readFile("/proc/self/mountinfo").value_or(""));
}

} // namespace

Result<RuncPeer> RuncPeer::prepare(
    const std::string& base, ContainerSpec spec, const std::string& init) {
    RuncPeer peer(base);
    const auto root = peer.bundle() + "/rootfs";
    std::filesystem::create_directories(root);
    std::filesystem::create_directories(spec.sandbox);
    if (mount("/", root.c_str(), nullptr, MS_BIND, nullptr) != 0)
        return systemFailure("mount the peer's root");
    const auto facts = readHostFacts({base + "/state", base + "/mounts"});
    if (!facts)
        return tl::unexpected(facts.error());
    const auto config = ociConfig(spec, *facts, ContainerPlaces{root, init, kCgroup});
    if (auto status = writeFileAtomically(peer.bundle() + "/config.json", config); !status)
        return tl::unexpected(status.error());
    return peer;
}

RuncPeer::~RuncPeer() {
    if (m_base.empty())
        return;
    umount2((bundle() + "/rootfs").c_str(), MNT_DETACH);
    (void)Cgroup(mounts(), "/muster-bench").remove();
}

std::vector<std::string> RuncPeer::argv() const {
    return {"/usr/sbin/runc", "--root", m_base + "/peer", "run", "--bundle", bundle(), "peer"};
}

bool isFreeOfMounts(const std::string& base) {
    const auto all = mounts();
    return std::none_of(all.begin(), all.end(),
        [&](const Mount& mount) { return mount.mountPoint.starts_with(base); });
}

} // namespace muster::bench

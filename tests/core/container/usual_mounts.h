// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace muster::container {

// The mountinfo of a machine with a bit of everything.
inline constexpr const char* kUsualMounts
    = "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
      "2 1 0:5 / /dev rw - devtmpfs udev rw\n"
      "3 1 8:2 / /home rw - xfs /dev/sda2 rw\n"
      "4 1 0:6 / /sys/fs/cgroup/devices rw - cgroup cgroup rw,devices\n"
      "5 1 0:7 / /data rw - nfs4 server:/data rw\n"
      "6 1 0:8 / /tmp rw - tmpfs tmpfs rw\n"
      "7 1 8:3 / /var/lib/muster/big rw - ext4 /dev/sda3 rw\n"
      "8 1 0:9 / /var/lib/docker/overlay2/x/merged rw - overlay overlay rw\n"
      "9 1 8:4 / /run/media rw - vfat /dev/sdb1 rw\n"
      "10 1 8:5 / /home rw - ext4 /dev/sdc1 rw\n"
      "11 1 0:10 / /net rw - autofs auto rw\n";

} // namespace muster::container

#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# no_task_roots.sh finds what is planted, and nothing else.
set -eu
check=$(dirname "$0")/no_task_roots.sh
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/work/mounts/a"
real=$(cd "$dir" && pwd -P)
root='1 0 8:1 / / rw shared:1 - ext4 /dev/sda1 rw'

expect() { # STATUS NAME LINE...: what the check says with these further mounts
    wanted=$1 name=$2
    shift 2
    printf '%s\n' "$root" "$@" >"$dir/mountinfo"
    status=0
    PROC=$dir/mountinfo "$check" "$dir/work" >"$dir/out" || status=$?
    [ "$status" -eq "$wanted" ] || { echo "$name: status $status, not $wanted"; cat "$dir/out"; exit 1; }
}

expect 0 'no mount'
expect 1 'the root once more' "2 1 8:1 / $real/work/mounts/a rw - ext4 /dev/sda1 rw"
grep -qx "$real/work/mounts/a shows /" "$dir/out"
expect 1 'the root of a container' "2 1 0:50 / $real/work/mounts/a rw shared:7 master:1 - overlay overlay rw"
expect 0 'a disk for sandboxes' "2 1 8:2 / $real/work/mounts rw - ext4 /dev/sdb1 rw"
expect 0 'a folder of the root' "2 1 8:1 /srv $real/work/mounts rw - ext4 /dev/sda1 rw"
expect 0 'the root elsewhere' "2 1 8:1 / $real/workshop rw - ext4 /dev/sda1 rw"
echo "no_task_roots.sh finds what is planted"

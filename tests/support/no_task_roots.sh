#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# no_task_roots.sh DIR...: whether it is safe to remove these folders. Prints each mount below one of them that
# shows this machine's root file system or a container's, and fails if there is any: "rm -rf" would go on in there.
# PROC names another /proc/PID/mountinfo than this process' own.
set -eu
[ $# -gt 0 ] || { echo "usage: no_task_roots.sh DIR..." >&2; exit 2; }
mountinfo=${PROC:-/proc/self/mountinfo}
status=0
for dir; do
    dir=$(cd "$dir" 2>/dev/null && pwd -P) || continue
    # Fields: 3 device, 4 the part of it that is shown, 5 where; the type follows a "-" (proc(5)).
    awk -v dir="$dir/" '
        $5 == "/" { root = $3 " " $4 }
        { for (i = 7; $i != "-"; ++i); type[NR] = $(i + 1); shown[NR] = $3 " " $4; place[NR] = $5 }
        END {
            for (n = 1; n <= NR; ++n)
                if (index(place[n], dir) == 1 && (shown[n] == root || type[n] == "overlay")) {
                    print place[n] " shows " (shown[n] == root ? "/" : "the files of a container")
                    found = 1
                }
            exit found
        }' "$mountinfo" || status=1
done
exit $status

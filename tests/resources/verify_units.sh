#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# systemd's own check of each unit. Programs that are not installed here stand for themselves: the check wants them to be.
# usage: verify_units.sh FOLDER
set -eu
copies=$(mktemp -d)
trap 'rm -rf "$copies"' EXIT
status=0
for unit in "$1"/*.service; do
    sed 's,^\(Exec[A-Za-z]*=\)/[^ ]*,\1/bin/true,' "$unit" >"$copies/${unit##*/}"
    # It says what it does not understand, but not by its exit status.
    said=$(systemd-analyze verify --man=no "$copies/${unit##*/}" 2>&1) || status=1
    [ -z "$said" ] || { echo "$said" && status=1; }
done
exit $status

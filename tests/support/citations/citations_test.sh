#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# Cites rows and sections in a tree of its own and expects citations.sh to find those that are not there, and nothing else.
set -eu
rule=$(dirname "$0")/citations.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
mkdir "$tree/doc" "$tree/core"
printf '| id | what | where |\n|---|---|---|\n| B1 | one | here |\n| B2 | two | here |\n| B3 | three | here |\n' >"$tree/doc/features.md"
printf '# The wire\n\n## Task validation\n' >"$tree/doc/wire.md"

expect() { # WANTED-OUTPUT COMMENT...
    wanted=$1
    shift
    printf '%s\n' "$@" >"$tree/core/a.h"
    if found=$(sh "$rule" "$tree"); then
        found="${found}passed"
    fi
    if [ "$found" != "$wanted" ]; then
        echo "for $*: wanted '$wanted', found '$found'"
        failures=$((failures + 1))
    fi
}

expect passed '// (doc/features.md B1 to B3). Facts: doc/wire.md, "Task validation".'
expect passed '// doc/features.md B1, B2; see doc/features.md B3: no word of it' '// doc/wire.md, "Task validation" and more'
expect 'core/a.h:1: doc/features.md has no row B4' '// Facts: doc/features.md B1 to B4.'
expect 'core/a.h:2: doc/features.md has no row C1' '// doc/features.md B1 to B3' '// doc/features.md C1.'
expect 'core/a.h:1: doc/wire.md has no section Offers' '// doc/features.md B1 to B3; doc/wire.md, "Offers"'
expect 'core/a.h:1: doc/wire.md has no section Offers' '// doc/features.md B1 to B3; doc/wire.md, "Task validation" and "Offers"'
expect 'doc/features.md: nothing cites the row B2' '// doc/features.md B1, B3'
expect 'core/a.h:2: a citation of doc/features.md names a row, on the same line' '// doc/features.md B1 to B3' '// doc/features.md'
printf 'See `core/b.h`.\n' >>"$tree/doc/wire.md"
expect 'doc: there is no core/b.h' '// doc/features.md B1 to B3'

[ "$failures" -eq 0 ]

#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# Fails with file:line where something under ROOT cites a row of doc/features.md or a section of doc/wire.md that is not there,
# where a row is cited nowhere, and where doc/ names a file that is not there. How citations look: doc/README.md.
# usage: citations.sh ROOT
set -eu
cd "$1"
status=0

cited() {
    for folder in core agentd app widgets tests; do
        if [ -d "$folder" ]; then
            grep -rnE 'doc/(features|wire)\.md' "$folder" --include='*.h' --include='*.cpp' --include='README.md' || true
        fi
    done
}

{
    sed -n 's/^| *\([A-Z][0-9]*\) *|.*/row \1/p' doc/features.md
    sed -n 's/^## \(.*\)/section \1/p' doc/wire.md
    cited | sed 's/^/cite /'
} | awk '
function fail(what) {
    printf "%s: %s\n", place, what
    bad = 1
}

function row(id) {
    if (!(id in rows)) {
        fail("doc/features.md has no row " id)
    }
    used[id] = 1
}

$1 == "row" { rows[$2] = 1 }
$1 == "section" { sections[substr($0, 9)] = 1 }

$1 == "cite" {
    rest = substr($0, 6)
    match(rest, /^[^:]*:[0-9]*/)
    place = substr(rest, 1, RLENGTH)
    text = rest
    while (match(text, /doc\/features\.md[^;.)]*/)) {
        list = substr(text, RSTART + 15, RLENGTH - 15)
        text = substr(text, RSTART + RLENGTH)
        if (list !~ /^ [A-Z][0-9]+/) {
            fail("a citation of doc/features.md names a row, on the same line")
        }
        count = split(list, words, /[ ,:]+/)
        last = ""
        for (i = 2; i <= count; ++i) {
            if (words[i] ~ /^[A-Z][0-9]+$/) {
                if (words[i - 1] == "to") {
                    for (number = substr(last, 2) + 1; number < substr(words[i], 2) + 0; ++number) {
                        row(substr(last, 1, 1) number)
                    }
                }
                last = words[i]
                row(last)
            } else if (words[i] != "to" && words[i] != "and") {
                break
            }
        }
    }
    text = rest
    while (match(text, /doc\/wire\.md/)) {
        text = substr(text, RSTART + RLENGTH)
        if (text !~ /^, *("|$)/) {
            fail("a citation of doc/wire.md names a section")
        }
        while (match(text, /^(,| and) "[^"]*"/)) {
            name = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            gsub(/^[^"]*"|"$/, "", name)
            if (!(name in sections)) {
                fail("doc/wire.md has no section " name)
            }
        }
    }
}

END {
    place = "doc/features.md"
    for (id in rows) {
        if (!(id in used)) {
            fail("nothing cites the row " id)
        }
    }
    exit bad
}
' || status=1

# What doc/ names is there.
for path in $(grep -ohE '`(agentd|app|core|resources|tests|widgets)(/[a-zA-Z0-9_.-]+)+`' doc/*.md | tr -d '`' | sort -u); do
    if [ ! -e "$path" ]; then
        echo "doc: there is no $path"
        status=1
    fi
done
exit $status

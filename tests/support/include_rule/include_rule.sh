#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# Fails with file:line and the rule if a source under ROOT includes what its folder may not, or folders
# include each other in a circle.
# usage: include_rule.sh ROOT
set -eu
cd "$1"

sources() {
    for folder in core agentd app widgets tests; do
        if [ -d "$folder" ]; then
            find "$folder" -name node_modules -prune -o -type f \
                \( -name '*.h' -o -name '*.c' -o -name '*.cpp' \) "$@" -print
        fi
    done | LC_ALL=C sort
}

status=0

# awk never sees an empty file.
empty=$(sources -empty)
if [ -n "$empty" ]; then
    echo "$empty" | sed 's/$/:1: each source starts with the two SPDX lines/'
    status=1
fi

# No name in the tree has a space in it, so that xargs may split at lines.
sources | xargs awk '
function fail(rule) {
    printf "%s:%d: %s\n", FILENAME, FNR, rule
    bad = 1
}

function under(path, folder) {
    return index(path, folder "/") == 1
}

# The rule that `file` breaks by including `header`, both written from the root; "" if none.
function broken(file, header,    from, to) {
    split(file, from, "/")
    split(header, to, "/")
    if (under(file, "tests")) {
        return ""
    }
    if (under(file, "core/kernel")) {
        if (!under(header, "core/kernel")) {
            return "core/kernel includes nothing of the tree but itself"
        }
        if (!(from[3] in rank) || !(to[3] in rank) || rank[to[3]] > rank[from[3]]) {
            return "the folders of core/kernel include each other only in the order " order
        }
    } else if (under(file, "core")) {
        if (!under(header, "core/kernel") && !under(header, "core/proto") && !under(header, "core/" from[2])) {
            return "a folder of core includes itself, core/kernel and core/proto only"
        }
    } else if (under(file, "agentd")) {
        if (!under(header, "core") && !under(header, "agentd")) {
            return "agentd includes itself and core only"
        }
    } else if (under(file, "app/cli")) {
        if (!under(header, "core") && !under(header, "app/cli")) {
            return "app/cli includes itself and core only"
        }
    } else if (under(file, "app")) {
        if (!under(header, "core") && !under(header, "widgets") && !under(header, "app/" from[2])) {
            return "a program of app includes itself, widgets and core only"
        }
    } else if (under(file, "widgets/models")) {
        if (!under(header, "core") && !under(header, "widgets/models")) {
            return "widgets/models includes itself and core only"
        }
    } else if (!under(header, "core") && !under(header, "widgets")) {
        return "widgets includes itself and core only"
    }
    return ""
}

BEGIN {
    order = "base, resources, allocator, cluster, node, jobs, alerts"
    count = split(order, folders, ", ")
    for (i = 1; i <= count; ++i) {
        rank[folders[i]] = i
    }
    impure = "^(thread|mutex|shared_mutex|condition_variable|future|stop_token|random|fstream|iostream|filesystem" \
        "|ctime|time[.]h|unistd[.]h|pthread[.]h|poll[.]h|fcntl[.]h|netdb[.]h" \
        "|(sys|netinet|arpa|net)/.*|boost/(asio|beast).*)$"
}

FNR == 1 && $0 !~ /^\/\/ SPDX-FileCopyrightText: / { fail("each source starts with the two SPDX lines") }
FNR == 2 && $0 !~ /^\/\/ SPDX-License-Identifier: / { fail("each source starts with the two SPDX lines") }

{
    code = $0
    sub(/\/\/.*/, "", code)
}

under(FILENAME, "core/kernel") && code ~ /::now *\(/ {
    fail("core/kernel reads no clock: time is an argument")
}

code ~ /^[ \t]*#[ \t]*include[ \t]*["<]/ {
    header = code
    sub(/^[^"<]*["<]/, "", header)
    sub(/[">].*/, "", header)
    quoted = code ~ /include[ \t]*"/

    if (header ~ /^(core|agentd|app|widgets|tests)\//) {
        rule = broken(FILENAME, header)
        if (rule != "") {
            fail(rule)
        }
    } else if (quoted && !under(FILENAME, "tests") && header !~ /([.]moc|^ui_.*[.]h)$/) {
        fail("an include of the tree is written from its root")
    }
    if (!quoted && header ~ /^Q(t|[A-Z])/ && (under(FILENAME, "core") || under(FILENAME, "agentd") \
        || under(FILENAME, "app/cli"))) {
        fail("no Qt in core, agentd and app/cli")
    }
    if (under(FILENAME, "core/kernel") && header ~ impure) {
        fail("core/kernel has no threads, clocks, random numbers, files or sockets")
    }
}

END { exit bad }
' || status=1

# Folders that include each other, however long the way round, are one folder: each include on such a way is named. One awk
# sees all of them, whatever xargs makes of the list.
sources | xargs grep -n '^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*"' /dev/null | LC_ALL=C awk -F: '
function folder(path) {
    sub(/[/][^/]*$/, "", path)
    return path
}

# Marks in `seen` what `from` includes, through others too.
function walk(from,    i, to, next_) {
    split(includes[from], to, " ")
    for (i = 1; i in to; ++i) {
        next_ = to[i]
        if (!(next_ in seen)) {
            seen[next_] = 1
            walk(next_)
        }
    }
}

{
    header = $3
    sub(/^[^"]*"/, "", header)
    sub(/".*/, "", header)
    from = folder($1)
    to = folder(header)
    if (header !~ /^(core|agentd|app|widgets|tests)[/]/ || from == to) {
        next
    }
    ++count
    place[count] = $1 ":" $2
    source[count] = from
    target[count] = to
    if (!((from, to) in edge)) {
        edge[from, to] = 1
        includes[from] = includes[from] " " to
    }
}

END {
    for (i = 1; i <= count; ++i) {
        if (!(target[i] in reached)) {
            split("", seen)
            walk(target[i])
            reached[target[i]] = " "
            for (name in seen) {
                reached[target[i]] = reached[target[i]] name " "
            }
        }
        if (index(reached[target[i]], " " source[i] " ") > 0) {
            printf "%s: folders include each other in no circle: %s leads back to %s\n", place[i], target[i], source[i]
            bad = 1
        }
    }
    exit bad
}
' || status=1

exit $status

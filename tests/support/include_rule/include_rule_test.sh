#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# Plants wrong includes in a tree of its own and expects include_rule.sh to find each, and nothing else.
set -eu
rule=$(dirname "$0")/include_rule.sh
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

# plant FILE LINE: a tree with one source, whose third line is LINE.
plant() {
    rm -rf "${tree:?}"/*
    add "$1" "$2"
}

# add FILE LINE: one more source, whose third line is LINE.
add() {
    mkdir -p "$tree/$(dirname "$1")"
    {
        echo '// SPDX-FileCopyrightText: 2026 The Muster authors'
        echo '// SPDX-License-Identifier: Apache-2.0'
        echo "$2"
    } >"$tree/$1"
}

expect() { # WANTED-OUTPUT WHAT
    if found=$(sh "$rule" "$tree"); then
        found="${found}passed"
    fi
    case $found in
    "$1"*) ;;
    *)
        echo "for $2: wanted '$1', found '$found'"
        failures=$((failures + 1))
        ;;
    esac
}

refused() { # FILE LINE RULE
    plant "$1" "$2"
    expect "$1:3: $3" "$1 with $2"
}

allowed() { # FILE LINE
    plant "$1" "$2"
    expect passed "$1 with $2"
}

refused core/kernel/base/a.h '#include "core/kernel/resources/resources.h"' 'the folders of core/kernel'
refused core/kernel/allocator/a.h '#include "core/kernel/cluster/master.h"' 'the folders of core/kernel'
refused core/kernel/new/a.h '#include "core/kernel/base/id.h"' 'the folders of core/kernel'
refused core/kernel/node/a.cpp '#include "core/proto/agent.h"' 'core/kernel includes nothing of the tree'
refused core/kernel/node/a.cpp '#include <core/gpu/nvml.h>' 'core/kernel includes nothing of the tree'
refused core/kernel/node/a.cpp '#include "agent.h"' 'an include of the tree is written from its root'
for header in thread mutex random fstream iostream filesystem sys/socket.h unistd.h boost/asio.hpp; do
    refused core/kernel/jobs/a.cpp "#  include <$header>" 'core/kernel has no threads'
done
refused core/kernel/jobs/a.cpp 'auto t = std::chrono::steady_clock::now();' 'core/kernel reads no clock'
refused core/gpu/a.cpp '#include "core/container/image.h"' 'a folder of core includes itself'
refused core/proto/a.cpp '#include "core/net/server.h"' 'a folder of core includes itself'
refused core/net/a.h '#include "agentd/main.h"' 'a folder of core includes itself'
refused core/net/a.h '#include <QString>' 'no Qt'
refused agentd/a.cpp '#include <QtCore/QString>' 'no Qt'
refused agentd/master/a.cpp '#include "app/cli/a.h"' 'agentd includes itself and core only'
refused agentd/a.cpp '#include "widgets/theme/theme.h"' 'agentd includes itself and core only'
refused app/cli/a.cpp '#include <QObject>' 'no Qt'
refused app/cli/a.cpp '#include "widgets/theme/theme.h"' 'app/cli includes itself and core only'
refused app/console/a.cpp '#include "agentd/flags.h"' 'a program of app includes'
refused app/console/a.cpp '#include "app/cli/a.h"' 'a program of app includes'
refused widgets/models/a.cpp '#include "widgets/gpu/card.h"' 'widgets/models includes itself'
refused widgets/gpu/a.cpp '#include "app/console/window.h"' 'widgets includes itself'

allowed core/kernel/jobs/a.cpp '#include "core/kernel/base/id.h"'
allowed core/kernel/jobs/a.cpp '#include <chrono>'
allowed core/kernel/jobs/a.cpp '// not std::chrono::steady_clock::now(), not #include <thread>'
allowed core/gpu/sim/a.cpp '#include "core/gpu/nvml.h"'
allowed core/gpu/a.cpp '#include "core/proto/agent.h"'
allowed core/net/a.cpp '#include <thread>'
allowed agentd/a.cpp '#include "core/net/server.h"'
allowed app/cli/a.cpp '#include "core/net/client.h"'
allowed app/console/a.cpp '#include "widgets/gpu/card.h"'
allowed app/console/a.cpp '#include <QWidget>'
allowed widgets/gpu/a.cpp '#include "a.moc"'
allowed widgets/gpu/a.cpp '#include "widgets/models/gpus.h"'
allowed tests/core/kernel/a.cpp '#include "core/kernel/jobs/scheduler.h"'

plant core/net/a.h ''
sed -i 1d "$tree/core/net/a.h"
expect 'core/net/a.h:1: each source starts with the two SPDX lines' 'a missing copyright line'
plant tests/a.cpp ''
sed -i 2d "$tree/tests/a.cpp"
expect 'tests/a.cpp:2: each source starts with the two SPDX lines' 'a missing licence line'
: >"$tree/tests/a.cpp"
expect 'tests/a.cpp:1: each source starts with the two SPDX lines' 'an empty source'

plant agentd/a.h '#include "agentd/master/b.h"'
add agentd/master/b.h '#include "agentd/master/c.h"'
expect passed 'a folder that includes another'
add agentd/master/c.h '#include "agentd/a.h"'
expect 'agentd/a.h:3: folders include each other in no circle' 'two folders that include each other'
plant widgets/forms/a.cpp '#include "widgets/tables/a.h"'
add widgets/tables/a.h '#include "widgets/charts/a.h"'
add widgets/charts/a.h '#include "widgets/theme/a.h"'
expect passed 'a row of folders'
add widgets/charts/b.cpp '#include "widgets/forms/b.h"'
expect 'widgets/charts/b.cpp:3: folders include each other in no circle' 'three folders in a circle'
plant tests/app/a.cpp '#include "tests/support/a.h"'
add tests/support/a.h '#include "tests/app/b.h"'
expect 'tests/app/a.cpp:3: folders include each other in no circle' 'tests in a circle'

[ "$failures" -eq 0 ]

#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# Breaks a copy of rules, dashboard and sources in one place each and expects monitoring.cmake to say so.
# usage: monitoring_test.sh ROOT CMAKE PROMTOOL
set -eu
root=$1 cmake=$2 promtool=$3
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0
rules=resources/prometheus/muster.rules.yml
dashboard=resources/grafana/muster.json

expect() { # WANTED FILE SED-SCRIPT
    rm -rf "$tree/root"
    for file in resources/prometheus/muster.rules.yml resources/prometheus/muster.rules.test.yml resources/grafana/muster.json \
        core/kernel/base/metric.cpp core/kernel/base/state.cpp core/proto/states.h agentd/master/api/exporter.cpp \
        agentd/master/api/metrics_page.cpp; do
        mkdir -p "$tree/root/${file%/*}"
        cp "$root/$file" "$tree/root/$file"
    done
    sed -i "$3" "$tree/root/$2"
    if [ -n "$3" ] && cmp -s "$root/$2" "$tree/root/$2"; then
        echo "'$3' changes nothing in $2"
        failures=$((failures + 1))
    fi
    if found=$("$cmake" "-DROOT=$tree/root" "-DPROMTOOL=$promtool" "-DINTO=$tree" -P "$here/monitoring.cmake" 2>&1); then
        found="${found}passed"
    fi
    # CMake breaks lines where it likes.
    case $(echo "$found" | tr -s ' \n' '  ') in
    *"$1"*) ;;
    *)
        echo "for '$3' in $2: wanted '$1', found '$found'"
        failures=$((failures + 1))
        ;;
    esac
}

expect passed $rules ''
expect 'the exporter has no muster_gpu_power_watts' core/kernel/base/metric.cpp 's/muster_gpu_power_watts/muster_gpu_watts/'
expect 'the exporter has no muster_job_wait_seconds_count' agentd/master/api/metrics_page.cpp 's/Type::Histogram/Type::Gauge/'
expect "there is no state or reason 'lost'" core/kernel/base/state.cpp 's/"lost"/"missing"/'
expect 'the exporter has no label node' agentd/master/api/exporter.cpp 's/, "node",/, "host",/'
expect 'the exporter has no muster_gpu_sate' $rules 's/muster_gpu_state{state="lost"}/muster_gpu_sate{state="lost"}/'
expect "there is no state or reason 'lots'" $rules 's/state="lost"/state="lots"/'
expect 'the exporter has no label knot' $rules 's/Node {{ $labels.node }}/Node {{ $labels.knot }}/'
expect 'the exporter has no mustergpus' $dashboard 's/"sum(muster_gpus{/"sum(mustergpus{/'
expect "there is no state or reason 'pending'" $dashboard 's/state=\\"queued\\"/state=\\"pending\\"/'
expect "or another panel's" $dashboard 's/"id": 2,/"id": 1,/'
expect 'its id is of one Grafana' $dashboard 's/"id": null/"id": 7/'
expect 'data sources of one Grafana' $dashboard '0,/"uid": "${datasource}"/ s//"uid": "P1809F7CD0C75ACF3"/'
expect 'expressions that Prometheus does not take' $dashboard 's/"sum(muster_gpus/"summe(muster_gpus/'
expect 'failed parsing json' $dashboard '$ d'

[ "$failures" -eq 0 ]

#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# In a bare Debian with the packages of /packages/first: start, upgrade to /packages/second, remove, purge.
set -eu

fail() {
    echo "FAILED: $1" >&2
    for log in /packages/*.service.log; do
        [ ! -f "$log" ] || { echo "-- $log" && tail -n 15 "$log"; } >&2
    done
    exit 1
}
expect() { # what, command...
    what=$1
    shift
    "$@" || fail "$what"
    echo "ok: $what"
}
is_gone() { [ ! -e "$1" ]; }
within() { # seconds, command...
    tries=$(($1 * 10))
    shift
    until "$@"; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}

# What systemd does for `systemctl start`: the state directory, the user, the command line.
setting() { sed -n "s/^$2=//p" "/lib/systemd/system/$1"; }
start() { # unit
    user=$(setting "$1" User)
    state=/var/lib/$(setting "$1" StateDirectory)
    install -d -m "$(setting "$1" StateDirectoryMode)" -o "${user:-root}" -g "${user:-root}" "$state"
    # shellcheck disable=SC2046
    setsid setpriv ${user:+--reuid "$user" --regid "$user" --init-groups --no-new-privs --inh-caps=-all} \
        env -i PATH="$PATH" STATE_DIRECTORY="$state" ${user:+HOME="$state" USER="$user"} $(setting "$1" ExecStart) \
        >>"/packages/$1.log" 2>&1 </dev/null &
    echo $! >"/packages/$1.pid"
}
runs() { kill -0 "$(cat "/packages/$1.pid")" 2>/dev/null; }
stop() { # unit; as KillMode=process
    kill "$(cat "/packages/$1.pid")"
    wait "$(cat "/packages/$1.pid")" || true
}
master_answers() { muster nodes --no-header >/dev/null 2>&1; }
gpus_are_there() { [ "$(muster gpus --no-header 2>/dev/null | wc -l)" -eq 4 ]; }
task_pid() { # of the process of the task
    for process in /proc/[0-9]*; do
        if [ "$(tr '\0' ' ' <"$process/cmdline" 2>/dev/null)" = "sleep 98765 " ]; then
            echo "${process#/proc/}"
            return 0
        fi
    done
    return 1
}
no_monitor() { ! echo /var/lib/muster-agent/ | grep -qaF -f - /proc/[0-9]*/cmdline 2>/dev/null; }
has_task() { task_pid >/dev/null; }
# Whatever failed, nothing runs on.
finish() {
    for pid in $(cat /packages/*.pid 2>/dev/null) $(task_pid || true); do
        kill -9 "$pid" 2>/dev/null || true
    done
}
trap finish EXIT
export MUSTER_MASTER=127.0.0.1:5050 MUSTER_TOKEN_FILE=/var/lib/muster/token

echo "== start"
expect "the master has a user of its own" id -u muster
expect "both services are enabled" test -L /etc/systemd/system/multi-user.target.wants/muster-master.service -a \
    -L /etc/systemd/system/multi-user.target.wants/muster-agent.service
# A configuration changes nothing until somebody changes it.
expect "each flag is commented out" sh -c '! grep -v "^#\|^$" /etc/muster/*.toml'
echo 'simulate = "m60x4"' >>/etc/muster/agent.toml
echo 'cluster = "of the test"' >>/etc/muster/master.toml
start muster-master.service
expect "the master answers" within 30 master_answers
expect "its state belongs to its user alone" test "$(stat -c %U:%a /var/lib/muster)" = muster:700
expect "it runs as that user" test "$(stat -c %U "/proc/$(cat /packages/muster-master.service.pid)")" = muster
start muster-agent.service
expect "the agent finds the master's token and the simulated GPUs" within 30 gpus_are_there
expect "the agent took its file" grep -q 'taken from /etc/muster/agent.toml' /packages/muster-agent.service.log
expect "the doctor finds nothing that stops it" sh -c 'muster doctor --work_dir=/var/lib/muster-agent'
muster submit --name=sleeper --gpus 1 -- sleep 98765 >/dev/null
expect "a job runs" within 30 has_task
task=$(task_pid)

expect "root reads the service's token without a complaint" sh -c 'test -z "$(muster nodes 2>&1 >/dev/null)"'

echo "== what is installed"
for page in man1/muster.1 man1/muster-submit.1 man1/muster-console.1 man8/muster-agentd.8; do
    expect "there is a manual page $page" gzip -t "/usr/share/man/$page.gz"
done
expect "bash completes" bash -c '. /usr/share/bash-completion/completions/muster; COMP_WORDS=(muster gpu); COMP_CWORD=1; _muster
    printf "%s\n" "${COMPREPLY[@]}" | grep -qx gpus'
expect "the console starts" sh -c 'QT_QPA_PLATFORM=offscreen muster-console --version >/dev/null'
# A mistake in the file is refused by name.
echo 'wrok_dir = "/x"' >/packages/wrong.toml
expect "an unknown key is refused with the nearest" sh -c \
    "muster-agentd agent --config=/packages/wrong.toml 2>&1 | grep -q \"no flag 'wrok_dir': did you mean 'work_dir'\""

echo "== upgrade"
dpkg -i /packages/second/*.deb >/packages/upgrade.log 2>&1 || {
    tail -n 20 /packages/upgrade.log
    fail "the packages can be upgraded"
}
expect "all packages are of the new revision" sh -c 'test "$(dpkg-query -W -f "\${Version}\n" "muster-*" | grep -c -- "-2$")" -eq 5'
expect "the operator's configuration stays" grep -qx 'simulate = "m60x4"' /etc/muster/agent.toml
expect "the task goes on" test "$(task_pid)" = "$task"
# As postinst has systemd do it.
stop muster-agent.service
stop muster-master.service
start muster-master.service
start muster-agent.service
expect "both services are back" within 30 gpus_are_there
expect "the task went on while they were away" test "$(task_pid)" = "$task"
expect "its job is still known" sh -c 'muster jobs --no-header | grep -q sleeper'

echo "== remove"
stop muster-agent.service
dpkg -r muster-agent >/dev/null
expect "a removal leaves the configuration" test -f /etc/muster/agent.toml
expect "a removal leaves the state" test -d /var/lib/muster-agent/sandboxes
expect "a removal leaves the task" test "$(task_pid)" = "$task"

echo "== purge"
dpkg -P muster-agent >/packages/purge.log 2>&1
expect "a purge removes the configuration" is_gone /etc/muster/agent.toml
expect "a purge leaves a running task" test "$(task_pid)" = "$task"
expect "and its files" test -d /var/lib/muster-agent/sandboxes
expect "and says so" grep -q 'running tasks still use it' /packages/purge.log

# Somebody's data, mounted from the same file system, which --one-file-system alone would follow.
kill "$task"
expect "the task's monitor ends" within 30 no_monitor
dpkg -i /packages/second/muster-agent_*.deb >/dev/null 2>&1
mkdir -p /srv/data /var/lib/muster-agent/data
echo precious >/srv/data/file
mount --bind /srv/data /var/lib/muster-agent/data
dpkg -P muster-agent >/packages/purge.log 2>&1
expect "a purge follows no mount" grep -qx precious /srv/data/file
expect "and says what is mounted" grep -q 'mounted there: /var/lib/muster-agent/data' /packages/purge.log
umount /var/lib/muster-agent/data
dpkg -i /packages/second/muster-agent_*.deb >/dev/null 2>&1
ln -s /srv/data /var/lib/muster-agent/link
dpkg -P muster-agent >/packages/purge.log 2>&1
expect "without tasks a purge removes the state" is_gone /var/lib/muster-agent
expect "and follows no link" grep -qx precious /srv/data/file

stop muster-master.service
dpkg -P muster-master muster-console muster-cli muster-daemon >/packages/purge.log 2>&1
expect "nothing is left of the master's state" is_gone /var/lib/muster
expect "nor of the configuration" is_gone /etc/muster
expect "nor of the services" sh -c '! find /etc/systemd /lib/systemd /var/lib/systemd -name "muster*" 2>/dev/null | grep -q .'
expect "nor of the programs" sh -c '! find /usr -name "*muster*" | grep .'

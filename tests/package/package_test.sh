#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of FOLDER in a bare Debian 12, and hands over to life.sh there.
# usage: package_test.sh FOLDER
set -eu
packages=$1
here=$(cd "$(dirname "$0")" && pwd)

skip() {
    echo "SKIPPED: $1"
    exit 77
}
[ "$(id -u)" -eq 0 ] || skip "needs root"
command -v debootstrap >/dev/null || skip "needs debootstrap (scripts/deps --packages)"
command -v lintian >/dev/null || skip "needs lintian (scripts/deps --packages)"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' 'Component: main' |
    head -n 1)
[ -n "$mirror" ] || skip "no package source of this machine has Debian 12"
ls "$packages"/muster-*-1_*.deb >/dev/null 2>&1 || skip "no packages in $packages: run scripts/package"

work=$(mktemp -d "$packages/test.XXXXXX")
root=$work/root
# Whatever is still mounted or runs in there was started in a mount namespace that has ended.
trap 'rm -rf --one-file-system "$work"' EXIT

echo "== lintian"
lintian --allow-root --fail-on error --suppress-tags initial-upload-closes-no-bugs "$packages"/muster-*-1_*.deb

# The same version with a higher revision, as a rebuild makes it.
echo "== second revision"
mkdir "$work/first" "$work/second"
cp "$packages"/muster-*-1_*.deb "$work/first"
for package in "$work"/first/*.deb; do
    tree=$work/tree
    dpkg-deb -R "$package" "$tree"
    sed -i -E '/^(Version|Depends):/ s/([0-9.]+)-1\b/\1-2/' "$tree/DEBIAN/control"
    dpkg-deb --root-owner-group -b "$tree" "$work/second" >/dev/null
    rm -rf "$tree"
done

echo "== root"
if [ ! -f "$packages/bookworm.tar" ]; then
    debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror" >"$work/debootstrap.log" 2>&1 || {
        tail -n 20 "$work/debootstrap.log"
        exit 1
    }
    tar -C "$root" -cf "$packages/bookworm.tar.new" .
    mv "$packages/bookworm.tar.new" "$packages/bookworm.tar"
else
    mkdir "$root"
    tar -C "$root" -xf "$packages/bookworm.tar"
fi
# Packages from where this machine has them.
rm -rf "$root/etc/apt/sources.list" "$root/etc/apt/sources.list.d"
apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' |
    grep ' bookworm' >"$root/etc/apt/sources.list"
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
# As in an image: nothing starts by itself.
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod 755 "$root/usr/sbin/policy-rc.d"
mkdir "$root/packages"
mv "$work/first" "$work/second" "$root/packages"
cp "$here/life.sh" "$root/packages"

# Runs a command in the root, in a mount namespace whose root it is, as runc wants it. Its mounts end with it.
inside() { # further namespaces, command
    unshare --mount --propagation private $1 sh -ec '
        mount --bind "$0" "$0"
        cd "$0"
        mkdir -p old
        mount -t proc proc proc
        mount --rbind /sys sys
        mount --rbind /dev dev
        mount -t tmpfs tmpfs run
        ! [ "$2" = --net ] || ip link set lo up
        pivot_root . old
        umount -l old
        rmdir old
        export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive HOME=/root
        exec sh -ec "$1"' "$root" "$2" "$1"
}

echo "== install"
inside '' 'apt-get update -qq
    apt-get install -y -qq --no-install-recommends /packages/first/*.deb >/packages/install.log 2>&1 ||
        { tail -n 30 /packages/install.log; exit 1; }'
inside --net 'sh /packages/life.sh'

#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
# Manual pages and changelogs as packages have them: compressed, the same bytes from the same source.
# usage: compress.sh FOLDER CHANGELOG VERSION MAINTAINER
set -eu
gzip -9n "$1"/man/*
gzip -9nc "$2" >"$1/changelog.gz"
gzip -9nc >"$1/changelog.Debian.gz" <<TXT
muster ($3) unstable; urgency=medium

  * See changelog.gz for what has changed.

 -- $4  $(LC_ALL=C date -R -u -d "@${SOURCE_DATE_EPOCH:-$(stat -c %Y "$2")}")
TXT

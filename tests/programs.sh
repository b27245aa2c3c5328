#!/bin/sh
# The programs that tests drive for real: two browsers, a database server, two reverse proxies. Installed where that is allowed (root on
# Debian), else named in one line; the tests that need them are then skipped with the same words.
missing=
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 || missing="$missing firefox-esr"
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx"
command -v caddy >/dev/null 2>&1 || missing="$missing caddy"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
/sbin/ldconfig -p 2>/dev/null | grep -q libatomic.so.1 || missing="$missing libatomic1" # the browser's driver needs it
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$missing for the tests …"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null && apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 && exit 0
fi
echo "Some tests are skipped: install$missing (Debian: apt install$missing)." >&2

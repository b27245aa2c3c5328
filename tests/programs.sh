#!/bin/sh
# The programs that tests drive for real: two browsers, a database server and two reverse proxies. Installed where that
# is allowed (root on Debian), else named in one line; the tests that need them are then skipped with the same words.
missing=
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 || missing="$missing firefox-esr"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1 || missing="$missing postgresql"
command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ] || missing="$missing nginx"
command -v caddy >/dev/null 2>&1 || missing="$missing caddy"
/sbin/ldconfig -p 2>/dev/null | grep -q libatomic.so.1 || missing="$missing libatomic1" # the browser's driver needs it
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$missing for the tests …"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null
    left=
    for one in $missing; do # one by one: what this release does not have keeps none of the others away
        apt-get install -y -qq --no-install-recommends "$one" >/dev/null 2>&1 || left="$left $one"
    done
    missing=$left
    [ -n "$missing" ] || exit 0
fi
echo "Some tests are skipped: install$missing (Debian: apt install$missing)." >&2

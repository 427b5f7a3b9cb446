#!/bin/sh
# The whole loop: export, roll out, verify.
#
#   OFFPRINT_URL=… OFFPRINT_API_KEY=offp_… DOMAIN=docs.example.com \
#   ROLL_OUT='systemctl reload offprint-host' SITE_URL=https://docs.example.com ./loop.sh [FOLDER]
#
# README.md beside this file tells the settings. It ends with the exit code of the step that did not succeed.
set -eu
: "${SITE_URL:?Set SITE_URL to the address of the site, as readers see it.}"
here=$(dirname -- "$0")
"$here/export.sh" "${1:-.}" >/dev/null
"$here/roll-out.sh" "${1:-.}"
"$here/verify-site.sh" "${1:-.}" "$SITE_URL"

#!/bin/sh
# Has a deployment serve the bundle that export.sh has brought: writes the settings that it reads, and tells it.
#
#   ROLL_OUT='systemctl reload offprint-host' ./roll-out.sh [FOLDER]
#
# FOLDER is the one that export.sh was given. README.md beside this file tells the settings and the exit codes. Needs jq.
set -eu

say() { printf '%s\n' "$*" >&2; }
fail() { # CODE SENTENCE
  say "roll-out.sh: $2"
  exit "$1"
}

command -v jq >/dev/null || fail 2 'This needs jq. Install it.'
folder=${1:-.}
bundle=$folder/bundle.json
values=${VALUES:-$folder/values.json}
[ -n "${ROLL_OUT:-}" ] || fail 2 'Set ROLL_OUT to the command that makes the deployment reload its settings.'
[ -f "$bundle" ] || fail 2 "There is no $bundle. Run export.sh first."

# 1. A link that has expired leads nowhere. The date has milliseconds, which jq does not read.
jq -e '(.expiresAt | sub("\\.[0-9]+"; "") | fromdateiso8601) > now' "$bundle" >/dev/null ||
  fail 8 "The link in $bundle has expired. Run export.sh again with the same IDEMPOTENCY_KEY: it only asks for a new link."

# 2. The settings, as YAML reads them too. Whoever has the link has the bundle: nobody else may read the file.
umask 077
new=$(mktemp "$values.XXXXXX") || fail 2 "$values cannot be written."
trap 'rm -f "$new"' EXIT
trap 'exit 130' INT TERM
jq '{staticExport: {enabled: true, bundleUrl, version}}' "$bundle" >"$new"
if [ -e "$values" ]; then # who may read it stays as it was, where the system can tell
  chown --reference="$values" "$new" 2>/dev/null || true
  chmod --reference="$values" "$new" 2>/dev/null || true
fi
mv "$new" "$values"
say "$values pins version $(jq -r .version "$bundle")."

# 3. Tell the deployment.
say "$ROLL_OUT"
sh -c "$ROLL_OUT" >&2 || fail 3 'The deployment failed: see above.'

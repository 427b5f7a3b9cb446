#!/bin/sh
# Waits until a deployment serves the bundle that export.sh has brought, and compares what it serves, file by file.
#
#   ./verify-site.sh FOLDER https://docs.example.com
#
# FOLDER is the one that export.sh was given. README.md beside this file tells the settings and the exit codes.
# Needs curl, jq, and sha256sum or shasum.
set -eu

say() { printf '%s\n' "$*" >&2; }
fail() { # CODE SENTENCE
  say "verify-site.sh: $2"
  exit "$1"
}
sha256_of() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi <"$1" | cut -d ' ' -f 1; }

[ $# -eq 2 ] || fail 2 'Give the folder of export.sh and the address of the site.'
for program in curl jq; do
  command -v "$program" >/dev/null || fail 2 "This needs $program. Install it."
done
case ${CHECK_FILES:-100} in 0 | *[!0-9]*) fail 2 'CHECK_FILES is how many files: 1 or more.' ;; esac
folder=$1 site=${2%/}
[ -f "$folder/bundle.json" ] || fail 2 "There is no $folder/bundle.json. Run export.sh first."
name=$(jq -r '.bundleUrl | split("?")[0] | split("/")[-1]' "$folder/bundle.json")
case $name in *.zip) pages=$folder/${name%.zip} ;; *) pages=$folder/${name%.tar.gz} ;; esac
manifest=$pages/offprint.json
[ -f "$manifest" ] || fail 2 "There is no $manifest. Run export.sh first."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# fetch FILE URL: as the bundle has it, without compression
fetch() { curl -fsSL --connect-timeout 10 --max-time 120 -o "$1" "$2" 2>"$work/trouble"; }

# 1. Wait. The manifest names every file of a version, so the same manifest is the same version.
give_up_at=$(($(date +%s) + ${GIVE_UP_AFTER:-300})) last=
until fetch "$work/manifest" "$site/offprint.json" && cmp -s "$manifest" "$work/manifest"; do
  if [ -s "$work/manifest" ]; then
    why="$site serves version $(jq -r '.version // "unknown"' "$work/manifest" 2>/dev/null || echo unknown)."
  else
    why="$site cannot be read: $(cat "$work/trouble")"
  fi
  rm -f "$work/manifest"
  if [ "$why" != "$last" ]; then say "$why" && last=$why; fi
  if [ "$(date +%s)" -ge "$give_up_at" ]; then
    # `offprint host` says what has kept it; other servers know no such address.
    told=$(curl -sS --max-time 10 "$site/readyz" 2>/dev/null |
      jq -r '.lastError.message // empty' 2>/dev/null) || told=
    fail 8 "Gave up: the new version is not being served. $why $told"
  fi
  sleep "${POLL_EVERY:-2}"
done

# 2. Compare: the start page and further files, spread evenly over the manifest, CHECK_FILES of them at most.
jq -r --argjson most "${CHECK_FILES:-100}" '
  .files | length as $count
  | (if $count <= $most then 1 else ($count / $most | ceil) end) as $step
  | [range(0; $count; $step)] as $chosen
  | (map(.path) | index("index.html")) as $start
  | [.[($chosen + [$start] | unique)[]]][]
  | [.sha256, (.path | split("/") | map(@uri) | join("/")), .path] | @tsv' "$manifest" >"$work/files"
tab=$(printf '\t')
count=0
while IFS=$tab read -r _ address _; do
  count=$((count + 1))
  printf 'url = "%s/%s"\noutput = "%s/%s"\n' "$site" "$address" "$work" "$count"
done <"$work/files" >"$work/transfers"
curl -fsSL --connect-timeout 10 --max-time 120 --config "$work/transfers" 2>"$work/trouble" || true
jq -r '.files[].sha256' "$manifest" >"$work/digests"
# Where a page only leads on to another, a server may do so itself: then any page of the bundle is right.
leads_on() { grep -qi 'http-equiv=.\{0,1\}refresh' "$pages/$1" && grep -qx "$2" "$work/digests"; }
count=0 wrong=0
while IFS=$tab read -r sha256 _ path; do
  count=$((count + 1))
  if [ ! -e "$work/$count" ]; then
    wrong=$((wrong + 1)) && say "$path could not be downloaded."
  elif is=$(sha256_of "$work/$count") && [ "$is" != "$sha256" ] && ! leads_on "$path" "$is"; then
    wrong=$((wrong + 1)) && say "$path differs from the bundle."
  fi
done <"$work/files"
[ "$wrong" -eq 0 ] || say "$(cat "$work/trouble")"
[ "$wrong" -eq 0 ] || fail 6 "$wrong of $count files served by $site differ from the bundle."
say "$site serves version $(jq -r .version "$manifest"): $count files compared."

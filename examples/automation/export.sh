#!/bin/sh
# Exports a documentation site with a running Offprint, fetches the bundle, compares it and unpacks it.
#
#   OFFPRINT_URL=http://127.0.0.1:4750 OFFPRINT_API_KEY=offp_… DOMAIN=docs.example.com ./export.sh [FOLDER]
#
# README.md beside this file tells what it leaves in FOLDER, the further settings, and the exit codes.
# Needs curl, jq, tar (unzip where the setting apiBundleFormat is zip), and sha256sum or shasum.
set -eu

say() { printf '%s\n' "$*" >&2; }
fail() { # CODE SENTENCE
  say "export.sh: $2"
  exit "$1"
}
now() { date +%s; }
size_of() { if [ -e "$1" ]; then wc -c <"$1" | tr -d ' '; else echo 0; fi; }
sha256_of() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi <"$1" | cut -d ' ' -f 1; }

for name in OFFPRINT_URL OFFPRINT_API_KEY DOMAIN; do
  eval "value=\${$name:-}"
  [ -n "$value" ] || fail 2 "Set $name. The first lines of this script show how."
done
for program in curl jq tar; do
  command -v "$program" >/dev/null || fail 2 "This needs $program. Install it."
done
case $OFFPRINT_API_KEY in *[!A-Za-z0-9_]*) fail 2 'OFFPRINT_API_KEY does not contain a valid API key. Copy the whole key again.' ;; esac

jobs=${OFFPRINT_URL%/}/v1/static-export/jobs
give_up_after=${GIVE_UP_AFTER:-1800}
retry_for=${RETRY_FOR:-300}
poll_every=${POLL_EVERY:-5}
idempotency_key=${IDEMPOTENCY_KEY:-$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')}

folder=$(mkdir -p -- "${1:-.}" && cd -- "${1:-.}" >/dev/null && pwd) || fail 2 "The folder ${1:-.} could not be created."
work=$(mktemp -d "$folder/.offprint.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# wait_or_give_up SECONDS UNTIL WHY
wait_or_give_up() {
  if [ $(($(now) + $1)) -gt "$2" ]; then fail 8 "Gave up: $3"; fi
  say "$3 (next try in $1 s)"
  sleep "$1"
}

# call METHOD URL [CURL OPTIONS…]: the body of the answer goes to $work/answer. Repeats the request while the server is
# away or asks to wait, which is safe for every request of this script. The key goes by standard input, since
# arguments can be seen by everybody on this machine.
call() {
  method=$1 address=$2
  shift 2
  call_until=$(($(now) + retry_for)) call_pause=1
  while :; do
    : >"$work/headers"
    : >"$work/answer"
    code=0
    status=$(printf 'header = "Authorization: Bearer %s"\n' "$OFFPRINT_API_KEY" |
      curl -sS --config - -X "$method" "$@" --connect-timeout 10 --max-time 120 -D "$work/headers" -o "$work/answer" \
        -w '%{http_code}' "$address" 2>"$work/trouble") || code=$?
    case $code in
      0) ;;
      1 | 3 | 60 | 77) fail 2 "OFFPRINT_URL does not work: $(cat "$work/trouble")" ;; # protocol, spelling, certificate
      *) status=000 ;;
    esac
    case $status in
      2??) return ;;
      000) why="The server cannot be reached: $(cat "$work/trouble")" ;;
      *) why=$(jq -er .error "$work/answer" 2>/dev/null) || why="The server answered $status." ;;
    esac
    after=$(awk 'tolower($1) == "retry-after:" { print $2 + 0 }' "$work/headers")
    case $status-$after in
      409-?* | 429-* | 000-* | 502-* | 503-* | 504-*) ;;
      *) fail 2 "$why" ;;
    esac
    wait_or_give_up "${after:-$call_pause}" "$call_until" "$why"
    if [ "$call_pause" -lt 16 ]; then call_pause=$((call_pause * 2)); fi
  done
}

# field NAME: of the last answer
field() { jq -er ".$1" "$work/answer" 2>/dev/null || fail 8 "The response has no $1. Does OFFPRINT_URL point to Offprint?"; }

# 1. Start. The same Idempotency-Key gives the same job, however often the request is sent.
body=$(jq -n --arg domain "$DOMAIN" --arg version "${VERSION:-}" \
  '{domain: $domain} + if $version == "" then {} else {version: $version} end')
call POST "$jobs" -H 'Content-Type: application/json' -H "Idempotency-Key: $idempotency_key" --data-binary "$body"
job=$(field jobId)
say "The export $job of $DOMAIN is queued."

# 2. Ask until it has ended.
give_up_at=$(($(now) + give_up_after)) last=
while :; do
  call GET "$jobs/$job"
  state=$(field status)
  case $state in
    completed) break ;;
    failed) fail 3 "The export $job failed: $(jq -r '.error // "no reason is given"' "$work/answer")" ;;
  esac
  line=$(jq -r '"\(.status), \(.progress | floor) %, \(.pageCount) pages"' "$work/answer")
  if [ "$line" != "$last" ]; then say "$line" && last=$line; fi
  [ "$(now)" -lt "$give_up_at" ] || fail 8 "Gave up: the export $job is $state after $give_up_after s. It continues on the server."
  sleep "$poll_every"
done

# 3. Ask for a link. bundle.json is what a rollout reads.
link() {
  call POST "$jobs/$job/bundle"
  url=$(field bundleUrl) sha256=$(field sha256) size=$(field sizeBytes)
  cp "$work/answer" "$work/bundle.json" && mv "$work/bundle.json" "$folder/bundle.json"
}
link
name=$(basename -- "${url%%\?*}")
case $name in .* | *[!A-Za-z0-9._-]*) fail 8 "The bundle has a name that is not safe to use: $name" ;; esac

# 4. Fetch. What has arrived is kept, under the digest of the whole, so that it goes on where it broke off: in this run
# or in the next.
part=$folder/.$sha256.part
until=$(($(now) + retry_for)) pause=1
while had=$(size_of "$part") && [ "$had" -lt "$size" ]; do
  code=0
  status=$(curl -fsS -C - --connect-timeout 10 --speed-limit 1 --speed-time 60 -o "$part" -w '%{http_code}' "$url" \
    2>"$work/trouble") || code=$?
  if [ "$(size_of "$part")" -gt "$had" ]; then until=$(($(now) + retry_for)) pause=1; fi
  [ "$code" -ne 0 ] || continue
  if [ "$code" -eq 33 ]; then rm -f "$part"; fi # whatever stands between does not know parts
  case $status in
    403) why='The link has expired, so a new one is needed.' ;;
    404) fail 2 'The bundle has been deleted.' ;;
    *) why="The download stopped at $(size_of "$part") of $size bytes: $(cat "$work/trouble")" ;;
  esac
  wait_or_give_up "$pause" "$until" "$why"
  if [ "$pause" -lt 16 ]; then pause=$((pause * 2)); fi
  if [ "$status" = 403 ]; then link; fi # to the same bytes: a job has one bundle
done
if [ "$(sha256_of "$part")" != "$sha256" ]; then
  rm -f "$part"
  fail 6 "The download is damaged: its SHA-256 does not match the bundle. Nothing was kept. Run this again."
fi
mv "$part" "$folder/$name"

# 5. Unpack beside it; the folder appears when it is whole.
case $name in
  *.zip) site=$folder/${name%.zip} && unzip -q "$folder/$name" -d "$work/site" ;;
  *) site=$folder/${name%.tar.gz} && mkdir "$work/site" && tar -xzf "$folder/$name" -C "$work/site" ;;
esac || fail 6 "$folder/$name cannot be unpacked."
rm -rf "$site"
mv "$work/site" "$site"
say "The bundle is $folder/$name, its pages are in:"
printf '%s\n' "$site"

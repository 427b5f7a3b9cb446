#!/usr/bin/env bash
# A roll-out as somebody writes it who knows nothing but the specification of the service: start an export, poll until
# it is completed or failed, generate the bundle, download it before it expires, unpack it.
# Needs BASE_URL, ADMIN_API_KEY and DOMAIN; unpacks into the folder that is its argument.
set -euo pipefail

auth="Authorization: Bearer $ADMIN_API_KEY"

job_id=$(
  curl -sS --fail -X POST "$BASE_URL/v1/static-export/jobs" \
    -H "$auth" -H "Content-Type: application/json" \
    -d "{\"domain\": \"$DOMAIN\"}" | jq -er '.jobId'
)
echo "job $job_id"

while true; do
  job=$(curl -sS --fail "$BASE_URL/v1/static-export/jobs/$job_id" -H "$auth" -H "Content-Type: application/json")
  status=$(jq -er '.status' <<<"$job")
  case "$status" in
    completed) break ;;
    failed)
      echo "the export failed"
      exit 1
      ;;
  esac
  echo "status $status progress $(jq -r '.progress' <<<"$job") pages $(jq -r '.pageCount' <<<"$job")"
  sleep 0.2
done

bundle=$(curl -sS --fail -X POST "$BASE_URL/v1/static-export/jobs/$job_id/bundle" -H "$auth")
bundle_url=$(jq -er '.bundleUrl' <<<"$bundle")
echo "expires $(jq -er '.expiresAt' <<<"$bundle")"

mkdir -p "$1"
curl -sS --fail -o "$1/bundle" "$bundle_url"
mkdir "$1/site"
tar -xzf "$1/bundle" -C "$1/site"

# What a deployment chart is given.
jq -n --arg url "$bundle_url" '{staticExport: {enabled: true, bundleUrl: $url}}' >"$1/values.json"

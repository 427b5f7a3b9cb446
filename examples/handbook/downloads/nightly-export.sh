#!/usr/bin/env bash
# Exports a documentation folder with Offprint, verifies and checks the bundle, and puts it in place only if all went well.
#
#   nightly-export.sh SITE_FOLDER BUNDLE_FOLDER
#
# Leaves with the exit code of the step that stopped it; 0 when a new bundle is in place.
set -u

if [ $# -ne 2 ]; then
  echo "usage: $0 SITE_FOLDER BUNDLE_FOLDER" >&2
  exit 2
fi
site=$1
out=$2

mkdir -p "$out" || exit 1
name=docs-$(date -u +%Y-%m-%d).zip
work=$(mktemp -d "$out/.nightly.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

stop() {
  case $2 in
    3) why='the job failed' ;;
    4) why='pages are missing' ;;
    5) why='the verification found faults' ;;
    6) why='the bundle is not intact' ;;
    7) why='a cap was reached' ;;
    130) why='it was canceled' ;;
    *) why="exit code $2" ;;
  esac
  echo "$1: $why; the last good bundle stays in place" >&2
  exit "$2"
}

offprint export "$site" --out "$work/$name" || stop export $?
offprint verify "$work/$name" || stop verify $?
offprint check "$work/$name" || stop check $?

mv "$work/$name" "$work/$name.json" "$out/" || exit 1
ln -sfn "$name" "$out/latest.zip" || exit 1
echo "$out/$name"

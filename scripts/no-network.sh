#!/usr/bin/env bash
# Runs a command where there is no network but loopback, in a network namespace of its own:
#   scripts/no-network.sh npm run test:package
# Needs root, or user namespaces for ordinary users.
set -eu
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(--map-root-user)
exec unshare "${as_root[@]}" --net -- sh -c 'ip link set lo up && exec "$@"' sh "$@"

#!/usr/bin/env bash
# Does what a newcomer does: clones the repository into a folder that does not exist yet, runs both commands of the
# README as they stand, and tells how long they took.
#
#   scripts/fresh-clone.sh ~/winnow-fresh     as whoever runs it; the folder is removed afterwards
#   scripts/fresh-clone.sh --all              as root: in root's home, in a closed folder, and as an ordinary user
#
# Only what is committed is cloned. The port is a free one, so that a server that runs already is left alone.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)

main() {
  case "${1:-}" in
    --all) all ;;
    '' | -*) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    *) in_folder "$1" ;;
  esac
}

all() {
  [ "$(id -u)" = 0 ] || { echo '--all needs root, to become an ordinary user' >&2; exit 2; }
  echo "== root, in root's home"
  in_folder "$HOME/winnow-fresh-$$"
  echo '== root, in a folder that is closed to everybody else'
  closed=$(mktemp -d)
  in_folder "$closed/winnow"
  rmdir "$closed"
  echo '== an ordinary user'
  home=$(mktemp -d)
  chmod 755 "$home"
  git clone --quiet "$repository" "$home/winnow"
  chown -R nobody "$home"
  # A home of its own, and from root's settings only where packages come from.
  setpriv --reuid=nobody --clear-groups env -i PATH="$PATH" HOME="$home" \
    NPM_CONFIG_REGISTRY="$(npm config get registry 2>/dev/null)" bash "$home/winnow/scripts/fresh-clone.sh" "$home/clone"
  rm -rf "$home"
}

# In a shell of its own, so that the folder goes away however it ends.
in_folder() (
  folder=$1
  [ ! -e "$folder" ] || { echo "$folder exists already" >&2; exit 2; }
  trap 'cd /; rm -rf "$folder"' EXIT
  git clone --quiet "$repository" "$folder"
  cd "$folder"
  try_start
  rm -rf node_modules dist .winnow
  try_test
)

try_start() {
  local began=$SECONDS log
  log=$(mktemp)
  # In a process group of its own, which is stopped as Ctrl-C in a terminal stops it.
  set -m
  WINNOW_PORT=0 bash -c 'npm ci && npm start' >"$log" 2>&1 &
  local job=$!
  set +m
  until grep -q '^ *try ' "$log"; do
    kill -0 $job 2>/dev/null || { cat "$log"; echo 'npm ci && npm start: FAILED' >&2; exit 1; }
    [ $((SECONDS - began)) -lt 600 ] || { cat "$log"; kill -KILL -- -$job; echo 'never ready' >&2; exit 1; }
    sleep 0.1
  done
  echo "npm ci && npm start: ready after $((SECONDS - began)) s"
  local command answer
  command=$(sed -n 's/^ *try *//p' "$log")
  answer=$(eval "${command/curl/curl --silent --show-error --fail}")
  echo "  the line to try answers $answer"
  kill -INT -- -$job
  wait $job || true
  if compgen -G '.winnow/server.json' >/dev/null || compgen -G '.winnow/postgres/postmaster.pid' >/dev/null; then
    cat "$log"
    echo '  not stopped in order' >&2
    exit 1
  fi
  echo '  stopped in order'
  rm -f "$log"
}

try_test() {
  local began=$SECONDS log
  log=$(mktemp)
  bash -c 'npm ci && npm test' >"$log" 2>&1 || { cat "$log"; echo 'npm ci && npm test: FAILED' >&2; exit 1; }
  echo "npm ci && npm test: passed after $((SECONDS - began)) s"
  grep -E '^ *(Test Files|Tests) ' <(sed 's/\x1b\[[0-9;]*m//g' "$log")
  rm -f "$log"
}

main "$@"

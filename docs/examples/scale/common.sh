# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
#
# What the scripts beside it have in common; they source it. It builds receipt-dump and receipt-forge, makes the archive
# in a temporary folder, and compares answers. At the end the folder goes, and every process that was started.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/receipts-at-scale.XXXXXX")
passed=0
failed=0

# The script's own way to stop its servers and workers, where it has any.
stop() { :; }
# shellcheck disable=SC2317 # called by the trap
clean_up() {
  stop || true
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

step() { printf '\n== %s\n' "$*"; }

# What of a report is kept. Certificates are the same in nearly all and would be most of it.
selected=verdict.status,verdict.code,receipt.bundle_id,receipt.environment,receipt.receipt_creation_date
selected+=,receipt.sha1_hash,receipt.in_app,certificates.role,certificates.subject,certificates.sha256

# MARK: - What is needed

# Builds the tools, static, so that they run on any worker as they are, and makes $work/archive. $tool is the command that
# makes reports of the lines of a part.
make_archive() {
  step 'The tools and an archive'
  local log=$work/build.log
  "$root/scripts/dump" --version >"$log" 2>&1 || { cat "$log" >&2; exit 69; }
  swift build --package-path "$root" --scratch-path "$root/.build/static" -c release --product receipt-forge \
    -Xswiftc -static-executable -Xcc -gdwarf-4 </dev/null >"$log" 2>&1 || { cat "$log" >&2; exit 70; }
  chmod 755 "$work"
  cp "$root/.build/static/release/receipt-dump" "$work/receipt-dump"
  python3 "$here/archive.py" "$root/.build/static/release/receipt-forge" "$work"
  mkdir "$work/answers"
  # shellcheck disable=SC2034 # for the script
  tool=("$work/receipt-dump" --batch --keyed --jobs 1 --max-size 65536 --root "$work/root.der" --select "$selected")
}

as_root() { if ((EUID == 0)); then "$@"; else sudo "$@"; fi; }

# Installs Debian's packages.
install_packages() {
  as_root apt-get update -q >"$work/apt.log" 2>&1 || true
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" </dev/null \
    >>"$work/apt.log" 2>&1 || { cat "$work/apt.log" >&2; exit 69; }
}

# python_with PACKAGE==VERSION: sets $python to one that has it, of PyPI. It is kept for the next time.
python_with() {
  local folder=$root/.build/scale/$1
  python3 -c 'import ensurepip' 2>/dev/null || install_packages python3-venv
  if [[ ! -e $folder/ready ]]; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install -q --disable-pip-version-check "$1" </dev/null >&2
    touch "$folder/ready"
  fi
  # shellcheck disable=SC2034 # for the script
  python=$folder/bin/python
}

# MARK: - A worker that dies

# Waits until half-way, with this MARK, has done the first half of its part.
until_half_way() {
  local tenth
  for ((tenth = 0; tenth < 1200; tenth++)); do
    [[ ! -e $1/half ]] || return 0
    sleep 0.1
  done
  printf 'nobody came half way in two minutes\n' >&2
  exit 1
}

# kill_half_way MARK [parent]: waits for that, and kills the tool, or the process that started it.
kill_half_way() {
  local victim
  until_half_way "$1"
  victim=$(<"$1/${2:-tool}")
  printf 'half of a part is done; killing process %d, %s\n' "$victim" "$(ps -o comm= -p "$victim")"
  kill -KILL "$victim"
}

# MARK: - Checks

# check WHAT COMMAND...: passes if the command does.
check() {
  local what=$1 output
  shift
  if output=$("$@" 2>&1); then
    passed=$((passed + 1))
    printf 'ok    %s\n' "$what"
  else
    failed=$((failed + 1))
    printf 'FAIL  %s\n' "$what"
    head -n 12 <<<"$output"
  fi
}

# same NAME WHAT: passes if the answers with that name are those that are known to be right.
same() {
  check "$2 ($(wc -l <"$work/expected/$1.tsv") rows)" diff "$work/expected/$1.tsv" "$work/answers/$1.tsv"
}

finish() {
  printf '\n%d passed, %d failed\n' "$passed" "$failed"
  ((failed == 0)) || exit 1
}

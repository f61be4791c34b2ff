#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
#
# Usage: docs/examples/scale/postgresql.sh
#
# Reads an archive of receipts with PostgreSQL: COPY FROM PROGRAM runs receipt-dump in the server, one transaction for each
# part, and questions are SQL over jsonb. The server is Debian's, in a temporary folder, reached by a socket in it only.
# A worker is killed half way, and the whole server after that. Exit status: 0 if every answer is right.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The package's own cluster, which it would start on installation, is not wanted.
if [[ ! -d /usr/lib/postgresql ]]; then
  as_root mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' | as_root tee /etc/postgresql-common/createcluster.d/receipts.conf >/dev/null
  install_packages postgresql
  as_root rm /etc/postgresql-common/createcluster.d/receipts.conf
fi
programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
[[ -x $programs/postgres ]] || install_packages "postgresql-$(basename "$(dirname "$programs")")"

# A server refuses to run as root.
as_server=()
((EUID != 0)) || as_server=(runuser -u postgres --)
server() { "${as_server[@]}" env -C "$work/server" "$programs/pg_ctl" -D "$work/server/data" -s "$@"; }
stop() { [[ ! -e $work/server/data/postmaster.pid ]] || server stop -m immediate; }
sql() { "${as_server[@]}" env -C "$work/server" "$programs/psql" -X -q -h "$work/server" -d postgres "$@"; }

make_archive
chmod -R a+rX "$work"
mkdir "$work/server"
((EUID != 0)) || chown postgres "$work/server" "$work/answers"

step 'A server'
"${as_server[@]}" "$programs/initdb" -D "$work/server/data" -A peer -E UTF8 --locale=C >/dev/null
server start -w -l "$work/server/log" -o "-c listen_addresses='' -c unix_socket_directories='$work/server'"
sql -v ON_ERROR_STOP=1 -f - <"$here/postgresql/schema.sql"
sql -c '\copy delivery FROM STDIN' <"$work/deliveries.tsv"

# What a person types: load.sql over all parts that are not in yet, as many at a time as there are processors.
load_all() {
  local part
  for part in "$work"/archive/*.tsv; do basename "$part"; done |
    grep -vxFf <(sql -A -t -c 'SELECT name FROM part') |
    xargs -P "$(nproc)" -I '{}' bash -c '"$@"' load \
      "${as_server[@]}" env -C "$work/server" "$programs/psql" -X -q -h "$work/server" -d postgres \
      -v part='{}' -v program="$* <$work/archive/{}" -f "$work/server/load.sql"
}
install -m 644 "$here/postgresql/load.sql" "$work/server/load.sql"
install -m 755 "$here/half-way" "$work/server/half-way"
parts=$(printf '%s\n' "$work"/archive/*.tsv | wc -l)

step 'All parts, until a worker is killed'
load_all "$work/server/half-way" "$work/server/mark" 100 "${tool[@]}" &
kill_half_way "$work/server/mark"
status=0
wait $! || status=$?
check "the run says that a part failed (exit status $status)" test "$status" -ne 0
loaded=$(sql -A -t -c 'SELECT count(*) FROM part')
check "of the $parts parts, all but that one are in" test "$loaded" -eq $((parts - 1))

step 'The same command again, until a process of the server is killed'
load_all "$work/server/half-way" "$work/server/mark2" 100 "${tool[@]}" 2>"$work/server/crash" &
until_half_way "$work/server/mark2"
backend=$(sql -A -t -c "SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY%' LIMIT 1")
printf 'killing process %d, which loads that part: the server starts anew\n' "$backend"
kill -KILL "$backend"
wait $! || true
for ((tenth = 0; tenth < 600; tenth++)); do
  "${as_server[@]}" env -C "$work/server" "$programs/pg_isready" -q -h "$work/server" && break
  sleep 0.1
done
check 'that part is still out, the others are in' test "$(sql -A -t -c 'SELECT count(*) FROM part')" -eq $((parts - 1))

step 'And again'
load_all "${tool[@]}"
check "all $parts parts are in" test "$(sql -A -t -c 'SELECT count(*) FROM part')" -eq "$parts"
lines=$(cat "$work"/archive/*.tsv | wc -l)
check "$lines lines are in" test "$(sql -A -t -c 'SELECT sum(lines) FROM part')" -eq "$lines"
nul=$(sql -A -t -c 'SELECT count(*) FROM report_with_nul')
check "$nul reports with the character NUL are kept beside" test "$nul" -gt 0

step 'Questions'
install -m 644 "$here/postgresql/questions.sql" "$work/server/questions.sql"
sql -c ANALYZE
sql -v answers="$work/answers" -v transaction="$(<"$work/transaction")" -f "$work/server/questions.sql"
same keys 'every key is there once, whoever was killed'
same verdicts 'every line got the verdict that it must get, the bad ones too'
same transaction 'all receipts of one original transaction'
same refunds 'refunds by month'
same shared 'receipts that share a device hash'
same forged 'forged receipts by signer'
same undelivered 'customers with a paid period and no delivery'
finish

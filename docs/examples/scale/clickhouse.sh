#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
#
# Usage: docs/examples/scale/clickhouse.sh
#
# Reads an archive of receipts with ClickHouse, as chDB, the engine without its server: the table function executable pipes
# each part through receipt-dump. The tool is killed half way, and the database after that. Exit status: 0 if every
# answer is right.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_archive
python_with chdb==4.4.0
mkdir "$work/scripts"

# The commands that ClickHouse may run are scripts in one folder: on a server, that of user_scripts_path.
report_with() { printf '#!/bin/sh\nexec %s\n' "${*@Q}" >"$work/scripts/reports"; chmod +x "$work/scripts/reports"; }
database() { "$python" "$here/clickhouse_reports.py" "$work" "$@"; }

step 'Load, until the tool is killed'
report_with "$here/half-way" "$work/mark" 100 "${tool[@]}"
database load 2>"$work/log" &
kill_half_way "$work/mark"
status=0
wait $! || status=$?
check "the load says that it failed (exit status $status)" grep -q 'CHILD_WAS_NOT_EXITED_NORMALLY' "$work/log"
check 'no part is said to be in' test "$(database parts)" -eq 0

step 'The same command again, until the database is killed'
report_with "$here/half-way" "$work/mark2" 100 "${tool[@]}"
database load 2>"$work/log" &
kill_half_way "$work/mark2" parent
status=0
wait $! || status=$?
check "it is dead (exit status $status)" test "$status" -eq 137

step 'And again'
report_with "${tool[@]}"
database load
parts=$(printf '%s\n' "$work"/archive/*.tsv | wc -l)
check "all $parts parts are in" test "$(database parts)" -eq "$parts"

step 'Answers'
database answers
same keys 'every key is there once, whoever was killed'
same verdicts 'every line got the verdict that it must get, the bad ones too'
same refunds 'refunds by month'
same shared 'receipts that share a device hash'
same forged 'forged receipts by signer'
finish

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
#
# Usage: docs/examples/scale/duckdb.sh
#
# Reads an archive of receipts with DuckDB: receipt-dump makes one file of reports of each part, DuckDB one table of all
# files. A worker is killed half way. Exit status: 0 if every answer is right.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_archive
python_with duckdb==2.0.1
mkdir "$work/reports"

# What a person types: report-part over all parts, as many at a time as there are processors.
report_all() {
  printf '%s\0' "$work"/archive/*.tsv |
    xargs -0 -P "$(nproc)" -I '{}' "$here/report-part" '{}' "$work/reports" "$@"
}

step 'Reports on all parts, until a worker is killed'
report_all "$here/half-way" "$work/mark" 100 "${tool[@]}" &
kill_half_way "$work/mark"
status=0
wait $! || status=$?
check "the run says that a part failed (exit status $status)" test "$status" -ne 0
unfinished=("$work"/reports/*.unfinished)
check "half of a part is left under another name ($(wc -l <"${unfinished[0]}") reports)" test "${#unfinished[@]}" -eq 1

step 'The same command again'
stat -c '%n %i' "$work"/reports/*.ndjson >"$work/before"
report_all "${tool[@]}"
stat -c '%n %i' "$work"/reports/*.ndjson >"$work/after"
check "the $(wc -l <"$work/before") parts that were done are still the same files" \
  diff <(grep -Fxf "$work/before" "$work/after") "$work/before"
check 'no part is unfinished' test ! -e "${unfinished[0]}"

step 'DuckDB reads them'
"$python" "$here/duckdb_questions.py" "$work"
same keys 'every key is there once, whoever was killed'
same verdicts 'every line got the verdict that it must get, the bad ones too'
same transaction 'all receipts of one original transaction'
same refunds 'refunds by month'
same shared 'receipts that share a device hash'
same forged 'forged receipts by signer'
same undelivered 'customers with a paid period and no delivery'
finish

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
#
# Usage: docs/examples/scale/spark.sh
#
# Reads an archive of receipts with Spark, on a local cluster of two executors, each a process of its own: lines are piped
# through receipt-dump and become Parquet. An executor is killed half way. Exit status: 0 if every answer is right.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
command -v java >/dev/null || install_packages openjdk-17-jre-headless
make_archive
python_with pyspark==4.3.0

step 'A cluster of two executors, until one is killed'
export SPARK_LOCAL_IP=127.0.0.1 SPARK_LOCAL_DIRS=$work/spark SPARK_WORKER_DIR=$work/spark/work PYSPARK_PYTHON=$python
mkdir -p "$work/spark"
"$python" "$here/spark_reports.py" "$work" "$here/half-way" "$work/mark" 100 "${tool[@]}" 2>"$work/spark.log" &
spark=$!
# shellcheck disable=SC2317 # called by the trap
stop() { kill "$spark" && wait "$spark"; } 2>/dev/null
until_half_way "$work/mark"
# The tool's process has Spark's Python worker above it, and above that the executor.
victim=$(<"$work/mark/parent")
until grep -q CoarseGrainedExecutorBackend "/proc/$victim/cmdline"; do
  victim=$(ps -o ppid= -p "$victim" | tr -d ' ')
done
printf 'half of a part is done; killing process %d, the executor that does it\n' "$victim"
kill -KILL "$victim"
wait "$spark" || { tail -n 30 "$work/spark.log" >&2; exit 1; }
check 'the cluster lost an executor, and went on' grep -q 'Lost executor' "$work/spark.log"

step 'Answers'
same keys 'every key is there once, whoever was killed'
same verdicts 'every line got the verdict that it must get, the bad ones too'
same refunds 'refunds by month'
same shared 'receipts that share a device hash'
finish

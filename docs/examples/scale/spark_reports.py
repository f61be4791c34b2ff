# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Reads an archive of receipts with Spark and writes answers.

Usage: spark_reports.py FOLDER COMMAND...    (reads FOLDER/archive, writes FOLDER/reports.parquet and FOLDER/answers)
"""

import pathlib
import shlex
import sys

from pyspark.sql import SparkSession

folder, command = pathlib.Path(sys.argv[1]), shlex.join(sys.argv[2:])
spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]")  # two executors, a core and 1024 MB each
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.shuffle.partitions", "4")
    .getOrCreate()
)

# The types are given: nothing is guessed, and a key that no line has is null. What is no JSON would be kept in _corrupt_record.
schema = """
    key STRING, verdict STRUCT<status: STRING, code: STRING>,
    receipt STRUCT<bundle_id: STRING, environment: STRING, receipt_creation_date: STRING, sha1_hash: STRING,
      in_app: ARRAY<STRUCT<product_id: STRING, transaction_id: STRING, original_transaction_id: STRING,
        web_order_line_item_id: STRING, purchase_date: TIMESTAMP, expires_date: TIMESTAMP,
        cancellation_date: TIMESTAMP, is_trial_period: BOOLEAN>>>,
    certificates ARRAY<STRUCT<role: STRING, subject: STRING, sha256: STRING>>,
    _corrupt_record STRING"""

lines = spark.sparkContext.textFile(str(folder / "archive"))
# One process of the tool for each partition. With checkCode, one that ends badly fails its task, which is done again.
reports = spark.read.json(lines.pipe(command, checkCode=True), schema)
# Written once, whole or not at all; a line that stands in the archive twice is one row.
reports.dropDuplicates(["key"]).write.mode("overwrite").parquet(str(folder / "reports.parquet"))

spark.read.parquet(str(folder / "reports.parquet")).createOrReplaceTempView("report")
spark.sql("""
    CREATE TEMPORARY VIEW purchase AS
    SELECT row.transaction_id, environment, first(row.cancellation_date) AS cancellation_date
    FROM (SELECT receipt.environment, explode(receipt.in_app) AS row FROM report WHERE verdict.status = 'verified')
    GROUP BY row.transaction_id, environment""")
questions = {
    "keys": "SELECT key FROM report WHERE _corrupt_record IS NULL ORDER BY key",
    "verdicts": "SELECT coalesce(verdict.code, verdict.status) AS verdict, count(*) FROM report GROUP BY 1 ORDER BY 1",
    "refunds": """
        SELECT date_format(cancellation_date, 'yyyy-MM') AS month, count(*) FROM purchase
        WHERE cancellation_date IS NOT NULL AND environment = 'production' GROUP BY 1 ORDER BY 1""",
    "shared": """
        SELECT array_join(sort_array(collect_list(key)), ' ') AS keys FROM report WHERE verdict.status = 'verified'
        GROUP BY receipt.sha1_hash HAVING count(DISTINCT split_part(key, '.', 1)) > 1 ORDER BY 1""",
}
for name, question in questions.items():
    rows = spark.sql(question).collect()
    (folder / "answers" / f"{name}.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))
spark.stop()

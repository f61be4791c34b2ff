# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Reads an archive of receipts with ClickHouse and writes answers.

Usage: clickhouse_reports.py FOLDER load|parts|answers

FOLDER has the archive, the folder scripts with the command reports, and the database. load goes on where it was left.
"""

import pathlib
import sys

import chdb
from chdb import session

folder = pathlib.Path(sys.argv[1]).resolve()
chdb.g_udf_path = str(folder / "scripts")
database = session.Session(str(folder / "clickhouse"))

# A line that stands in the archive twice, and a part that is loaded again, replace the same row.
database.query("""
    CREATE TABLE IF NOT EXISTS report (
      key String, customer String, verdict Tuple(status String, code String),
      receipt Tuple(bundle_id String, environment String, receipt_creation_date String, sha1_hash String,
        in_app Array(Tuple(product_id String, transaction_id String, original_transaction_id String,
          web_order_line_item_id String, purchase_date String, expires_date String, cancellation_date String,
          is_trial_period Bool))),
      certificates Array(Tuple(role String, subject String, sha256 String))
    ) ENGINE = ReplacingMergeTree ORDER BY key""")
database.query("CREATE TABLE IF NOT EXISTS part (name String) ENGINE = MergeTree ORDER BY name")


def load():
    done = set(database.query("SELECT name FROM part", "TSV").data().split())
    for part in sorted((folder / "archive").glob("*.tsv")):
        if part.name in done:
            continue
        # Lines go in as they are and come out as JSON. If the tool ends badly, so does the query.
        database.query(f"""
            INSERT INTO report
            SELECT JSONExtractString(line, 'key') AS key, splitByChar('.', key)[1],
              JSONExtract(line, 'verdict', 'Tuple(status String, code String)'),
              JSONExtract(line, 'receipt', 'Tuple(bundle_id String, environment String, receipt_creation_date String,
                sha1_hash String, in_app Array(Tuple(product_id String, transaction_id String,
                original_transaction_id String, web_order_line_item_id String, purchase_date String,
                expires_date String, cancellation_date String, is_trial_period Bool)))'),
              JSONExtract(line, 'certificates', 'Array(Tuple(role String, subject String, sha256 String))')
            FROM executable('reports', 'LineAsString', 'line String',
              (SELECT line FROM file('{part}', 'LineAsString', 'line String')),
              SETTINGS check_exit_code = true, command_read_timeout = 600000)""")
        # Only now: a part that was half in when something died is loaded again.
        database.query(f"INSERT INTO part VALUES ('{part.name}')")


questions = {
    "keys": "SELECT key FROM report FINAL ORDER BY key",
    "verdicts": """
        SELECT if(verdict.code != '', verdict.code, verdict.status) AS code, count() FROM report FINAL
        GROUP BY code ORDER BY code""",
    "refunds": """
        SELECT substring(date, 1, 7) AS month, count() FROM (
          SELECT row.transaction_id, any(row.cancellation_date) AS date
          FROM report FINAL ARRAY JOIN receipt.in_app AS row
          WHERE verdict.status = 'verified' AND receipt.environment = 'production' AND row.cancellation_date != ''
          GROUP BY row.transaction_id)
        GROUP BY month ORDER BY month""",
    "shared": """
        SELECT arrayStringConcat(arraySort(groupArray(key)), ' ') AS keys FROM report FINAL
        WHERE verdict.status = 'verified' GROUP BY receipt.sha1_hash HAVING uniqExact(customer) > 1 ORDER BY keys""",
    "forged": """
        SELECT verdict.code AS code, count() AS receipts FROM report FINAL
        WHERE code LIKE 'chain.%' OR code LIKE 'signature.%'
        GROUP BY code, arrayFirst(c -> c.role = 'signer', certificates).sha256 ORDER BY code, receipts""",
}

match sys.argv[2]:
    case "load":
        load()
    case "parts":
        print(database.query("SELECT count() FROM part", "TSV").data().strip())
    case "answers":
        for name, question in questions.items():
            (folder / "answers" / f"{name}.tsv").write_text(database.query(question, "TSV").data())

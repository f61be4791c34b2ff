# SPDX-License-Identifier: Apache-2.0
# Part of the App Store receipt toolkit.
"""Loads reports into DuckDB, asks an archive's questions, and writes the answers.

Usage: duckdb_questions.py FOLDER    (reads FOLDER/reports/*.ndjson, writes FOLDER/answers)
"""

import pathlib
import sys

import duckdb

folder = pathlib.Path(sys.argv[1])
database = duckdb.connect(str(folder / "reports.duckdb"))

# The types are given: nothing is guessed from the first lines, and a key that no line has is NULL. A line that stands in the
# archive twice gives one row.
database.execute(f"""
    CREATE TABLE report AS
    SELECT DISTINCT ON (key) key, split_part(key, '.', 1) AS customer, verdict, receipt, certificates
    FROM read_ndjson('{folder}/reports/*.ndjson', maximum_object_size = 100000000, columns = {{
      key: 'VARCHAR',
      verdict: 'STRUCT(status VARCHAR, code VARCHAR)',
      receipt: 'STRUCT(bundle_id VARCHAR, environment VARCHAR, receipt_creation_date TIMESTAMPTZ, sha1_hash VARCHAR,
        in_app STRUCT(product_id VARCHAR, transaction_id VARCHAR, original_transaction_id VARCHAR,
          web_order_line_item_id VARCHAR, purchase_date TIMESTAMPTZ, expires_date TIMESTAMPTZ,
          cancellation_date TIMESTAMPTZ, is_trial_period BOOLEAN)[])',
      certificates: 'STRUCT("role" VARCHAR, subject VARCHAR, sha256 VARCHAR)[]'
    }})""")
database.execute(f"COPY report TO '{folder}/reports.parquet' (COMPRESSION zstd)")
database.execute(f"""
    CREATE TABLE delivery AS SELECT * FROM read_csv('{folder}/deliveries.tsv', delim = '\t', header = false,
      columns = {{customer: 'VARCHAR', order_line: 'VARCHAR'}})""")
# Purchases that Apple signed, each once: a restored purchase stands in many receipts.
database.execute("""
    CREATE VIEW purchase AS
    SELECT DISTINCT ON (row.transaction_id, receipt.environment) customer, receipt.environment AS environment,
      unnest(row)
    FROM (SELECT customer, receipt, unnest(receipt.in_app) AS row FROM report WHERE verdict.status = 'verified')
    -- Of a receipt that several customers send, the one who sent it first counts; here that is the lowest number.
    ORDER BY customer""")

questions = {
    "keys": "SELECT key FROM report ORDER BY key",
    "verdicts": """
        SELECT coalesce(verdict.code, verdict.status) AS verdict, count(*) FROM report GROUP BY ALL ORDER BY verdict""",
    "transaction": f"""
        SELECT key FROM report
        WHERE verdict.status = 'verified'
          AND list_contains([row.original_transaction_id FOR row IN receipt.in_app], '{(folder / "transaction").read_text().strip()}')
        ORDER BY key""",
    "refunds": """
        SELECT strftime(cancellation_date AT TIME ZONE 'UTC', '%Y-%m') AS month, count(*) FROM purchase
        WHERE cancellation_date IS NOT NULL AND environment = 'production' GROUP BY month ORDER BY month""",
    "shared": """
        SELECT string_agg(key, ' ' ORDER BY key) AS keys FROM report WHERE verdict.status = 'verified'
        GROUP BY receipt.sha1_hash HAVING count(DISTINCT customer) > 1 ORDER BY keys""",
    "forged": """
        SELECT verdict.code, count(*) AS receipts FROM report
        WHERE verdict.code LIKE 'chain.%' OR verdict.code LIKE 'signature.%'
        GROUP BY verdict.code, [c.sha256 FOR c IN certificates IF c.role = 'signer'] ORDER BY ALL""",
    "undelivered": """
        SELECT customer, transaction_id FROM purchase
        WHERE environment = 'production' AND expires_date IS NOT NULL AND cancellation_date IS NULL
          AND NOT is_trial_period
          AND NOT EXISTS (FROM delivery WHERE order_line = web_order_line_item_id)
        ORDER BY customer, transaction_id""",
}
for name, question in questions.items():
    rows = database.execute(question).fetchall()
    (folder / "answers" / f"{name}.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))

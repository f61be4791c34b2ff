-- SPDX-License-Identifier: Apache-2.0
-- Part of the App Store receipt toolkit.

-- The parts of the archive whose reports are in.
CREATE TABLE part (name text PRIMARY KEY, lines bigint NOT NULL);

-- Reports, one a key. A line that the archive holds twice is one row.
CREATE TABLE report (
  key text PRIMARY KEY,
  customer text NOT NULL GENERATED ALWAYS AS (split_part(key, '.', 1)) STORED,
  report jsonb NOT NULL
);

-- Reports as they came, where jsonb cannot hold them: text of a receipt may have the character NUL, which a forger knows, too.
-- In the other table they have U+FFFD in its place.
CREATE TABLE report_with_nul (key text PRIMARY KEY, report text NOT NULL);

CREATE TABLE delivery (customer text NOT NULL, order_line text NOT NULL);

-- What questions look for.
CREATE INDEX ON report ((report #>> '{receipt,sha1_hash}'));
CREATE INDEX ON report USING gin ((report #> '{receipt,in_app}') jsonb_path_ops);
CREATE INDEX ON delivery (order_line);

-- Purchases that Apple signed, each once: a restored purchase stands in many receipts. Of a receipt that several customers
-- send, the one with the lowest number counts.
CREATE VIEW purchase AS
SELECT DISTINCT ON (row.transaction_id, report #>> '{receipt,environment}')
  customer, report #>> '{receipt,environment}' AS environment, row.*
FROM report, jsonb_to_recordset(report #> '{receipt,in_app}') AS row(
  product_id text, transaction_id text, original_transaction_id text, web_order_line_item_id text,
  purchase_date timestamptz, expires_date timestamptz, cancellation_date timestamptz, is_trial_period boolean)
WHERE report #>> '{verdict,status}' = 'verified'
ORDER BY row.transaction_id, report #>> '{receipt,environment}', customer;

-- SPDX-License-Identifier: Apache-2.0
-- Part of the App Store receipt toolkit.
--
-- What an archive is asked. Variables of psql: answers, a folder, and transaction, an original transaction.
\set ON_ERROR_STOP on
\pset format unaligned
\pset fieldsep '\t'
\pset tuples_only on

\set answer :answers /keys.tsv
\o :answer
SELECT key FROM report ORDER BY key;

\set answer :answers /verdicts.tsv
\o :answer
SELECT coalesce(report #>> '{verdict,code}', report #>> '{verdict,status}') AS verdict, count(*) FROM report
GROUP BY 1 ORDER BY 1;

-- All receipts of one original transaction.
\set answer :answers /transaction.tsv
\o :answer
SELECT key FROM report
WHERE report #>> '{verdict,status}' = 'verified'
  AND report #> '{receipt,in_app}' @> jsonb_build_array(jsonb_build_object('original_transaction_id', :'transaction'))
ORDER BY key;

-- Refunds by month.
\set answer :answers /refunds.tsv
\o :answer
SELECT to_char(cancellation_date AT TIME ZONE 'UTC', 'YYYY-MM') AS month, count(*) FROM purchase
WHERE cancellation_date IS NOT NULL AND environment = 'production'
GROUP BY month ORDER BY month;

-- Receipts that share a device hash, though different customers sent them.
\set answer :answers /shared.tsv
\o :answer
SELECT string_agg(key, ' ' ORDER BY key) AS keys FROM report
WHERE report #>> '{verdict,status}' = 'verified'
GROUP BY report #>> '{receipt,sha1_hash}' HAVING count(DISTINCT customer) > 1 ORDER BY keys;

-- Forged receipts by signer: one line for each, with what is wrong. The signer is known by its certificate.
\set answer :answers /forged.tsv
\o :answer
SELECT report #>> '{verdict,code}' AS code, count(*) FROM report
WHERE report #>> '{verdict,code}' LIKE 'chain.%' OR report #>> '{verdict,code}' LIKE 'signature.%'
GROUP BY 1, jsonb_path_query_first(report, '$.certificates[*] ? (@.role == "signer").sha256')
ORDER BY 1, count(*);

-- Customers with a paid period and no delivery.
\set answer :answers /undelivered.tsv
\o :answer
SELECT customer, transaction_id FROM purchase
WHERE environment = 'production' AND expires_date IS NOT NULL AND cancellation_date IS NULL AND NOT is_trial_period
  AND NOT EXISTS (SELECT FROM delivery WHERE order_line = web_order_line_item_id)
ORDER BY customer, transaction_id;

-- SPDX-License-Identifier: Apache-2.0
-- Part of the App Store receipt toolkit.
--
-- Loads one part, whole or not at all. Variables of psql: part, its name, and program, which writes its reports.
\set ON_ERROR_STOP on
BEGIN;
-- Another worker that has the same part waits here, and fails once it is in.
INSERT INTO part VALUES (:'part', 0);
CREATE TEMPORARY TABLE line (report text) ON COMMIT DROP;
-- Two characters that JSON escapes make of CSV a format that takes each line as it is. COPY takes no variables.
SELECT format('COPY line FROM PROGRAM %L WITH (FORMAT csv, DELIMITER E''\x02'', QUOTE E''\x01'')', :'program') \gexec

UPDATE part SET lines = (SELECT count(*) FROM line) WHERE name = :'part';

-- In order: two workers that insert keys which both their parts hold would otherwise wait for each other.
INSERT INTO report_with_nul
SELECT replace(report, '\u0000', '\ufffd')::jsonb ->> 'key', report FROM line WHERE report LIKE '%\\u0000%'
ORDER BY 1 ON CONFLICT DO NOTHING;
INSERT INTO report (key, report)
SELECT report ->> 'key', report FROM (SELECT replace(report, '\u0000', '\ufffd')::jsonb AS report FROM line) AS every
ORDER BY 1 ON CONFLICT DO NOTHING;
COMMIT;

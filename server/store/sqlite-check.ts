/**
 * What must hold in the embedded store whatever the code did, read from the tables themselves: the
 * file's own integrity, the ledger (sums to zero, balances are the sums of their entries, running
 * balances follow one another), open seats, the audit chain. Expensive: for tests, `chemmy audit
 * verify` and operators, never for a request.
 */
import type { Database } from 'better-sqlite3';
import type { AuditSource } from '../audit.ts';
import { verifyAudit } from '../audit.ts';

/** Each query gives one row, `what`, for each thing that does not fit. */
const FAULTS: readonly string[] = [
  `SELECT 'ledger: ' || tenant || ' ' || currency || ' sums to ' || sum(balance) AS what
   FROM account GROUP BY tenant, currency HAVING sum(balance) <> 0`,
  `WITH line AS (
     SELECT tenant, "from" AS account, currency, -amount AS amount FROM entry
     UNION ALL SELECT tenant, "to", currency, amount FROM entry),
   total AS (SELECT tenant, account, currency, sum(amount) AS amount FROM line GROUP BY 1, 2, 3)
   SELECT 'ledger: ' || account || ' holds ' || balance || ', its entries give '
     || coalesce(amount, 0) AS what
   FROM account LEFT JOIN total USING (tenant, account, currency)
   WHERE balance <> coalesce(amount, 0)`,
  `WITH line AS (
     SELECT id, tenant, "from" AS account, currency, -amount AS amount, from_balance AS balance
     FROM entry UNION ALL
     SELECT id, tenant, "to", currency, amount, to_balance FROM entry)
   SELECT 'ledger: entry ' || id || ' leaves ' || account || ' ' || balance || ' after '
     || before AS what
   FROM (SELECT *, coalesce(lag(balance) OVER
       (PARTITION BY tenant, account, currency ORDER BY id), 0) AS before FROM line)
   WHERE before + amount <> balance`,
  `SELECT 'round ' || r.id || ' is open and nobody sits in it' AS what FROM round r
   WHERE state = 'open' AND NOT EXISTS (SELECT 1 FROM open_seat s WHERE s.tenant = r.tenant
     AND s."table" = r."table" AND s.round = r.id)`,
  `SELECT 'round ' || r.id || ' has ended and somebody sits in it' AS what
   FROM open_seat s JOIN round r ON r.id = s.round WHERE r.state <> 'open'`,
  `SELECT 'round ' || r.id || ' has a commitment that is ' || c.state AS what
   FROM round r LEFT JOIN commitment c ON c.id = r.id
   WHERE c.state IS NOT 'used' OR (r.state IN ('settled', 'void') AND c.seed IS NULL)`,
  `SELECT 'round ' || round || ' has a gap in its events' AS what
   FROM event GROUP BY round HAVING max(sequence) <> count(*)`,
  `SELECT 'commitments of ' || player || ' at ' || "table" || ' have a gap' AS what
   FROM commitment GROUP BY tenant, "table", player HAVING max(sequence) <> count(*)`,
];

export function checkSqlite(db: Database, audit: AuditSource): string[] {
  const file = db.pragma('integrity_check', { simple: true }) as string;
  const faults = file === 'ok' ? [] : [`file: ${file}`];
  for (const query of FAULTS) {
    for (const { what } of db.prepare(query).all() as { what: string }[]) faults.push(what);
  }
  const { fault } = verifyAudit(audit);
  return fault === null ? faults : [...faults, fault];
}

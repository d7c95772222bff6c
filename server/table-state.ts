/**
 * Tables that an operator has closed (design §4), per tenant: running rounds finish, new ones are
 * refused with the reason. The state is a setting, written in the transaction of its audit record.
 */
import type { House } from './house.ts';
import { Problem } from './problem.ts';

export interface TableState {
  readonly open: boolean;
  readonly reason: string;
}

const nameOf = (tenant: string, table: string): string => `table-state:${tenant}:${table}`;

export function tableState(house: House, tenant: string, table: string): TableState {
  const text = house.store.setting(nameOf(tenant, table));
  return text === undefined ? { open: true, reason: '' } : (JSON.parse(text) as TableState);
}

/** Refuses a deal or a commitment at a closed table. */
export function assertTableOpen(house: House, tenant: string, table: string): void {
  const { open, reason } = tableState(house, tenant, table);
  if (!open) {
    throw new Problem('table-closed', `the table ${table} is closed: ${reason}`, {
      pointer: '/table',
    });
  }
}

export async function setTableState(
  house: House,
  tenant: string,
  actor: string,
  table: string,
  state: TableState,
): Promise<object> {
  if (!house.tables.has(table)) throw new Problem('unknown-table', `there is no table ${table}`);
  const before = tableState(house, tenant, table);
  const { open, reason } = state;
  await house.store.commit({
    tenant,
    at: house.now(),
    settings: [{ name: nameOf(tenant, table), value: JSON.stringify({ open, reason }) }],
    audit: [
      {
        actor,
        kind: open ? 'table-opened' : 'table-closed',
        subject: table,
        data: JSON.stringify({ before, after: { open, reason } }),
      },
    ],
  });
  return { table, open, reason };
}

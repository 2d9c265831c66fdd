import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ClientBase } from 'pg'
import { audit } from '#db/tables/audit.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, pointsRule, programme, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, notification } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person, personRole } from '#db/tables/people.ts'
import { secondFactor } from '#db/tables/sessions.ts'
import { branch, fuelPrice } from '#db/tables/stations.ts'

/** The tables of the demo data, in an order that satisfies their foreign keys. */
export const DEMO_TABLES = {
  programme,
  pointsRule,
  branch,
  fuelPrice,
  person,
  personRole,
  secondFactor,
  loyalty,
  vehicle,
  membershipRequest,
  movement,
  debt,
  paymentAttempt,
  ledgerAccount,
  ledgerTransaction,
  ledgerEntry,
  notification,
  contactMessage,
  audit,
}
type DemoTable = keyof typeof DEMO_TABLES

/** Rows to insert, by table. */
export type Rows = { [T in DemoTable]: (typeof DEMO_TABLES)[T]['$inferInsert'][] }

export function emptyRows(): Rows {
  return Object.fromEntries(Object.keys(DEMO_TABLES).map((name) => [name, []])) as unknown as Rows
}

/** Inserts all rows, one statement per table. */
export async function writeRows(client: ClientBase, rows: Rows): Promise<void> {
  for (const name of Object.keys(DEMO_TABLES) as DemoTable[])
    if (rows[name].length > 0) await writeTable(client, DEMO_TABLES[name], rows[name])
}

/** Passes one array per column: `unnest` is faster to plan than a long values list. */
async function writeTable(client: ClientBase, table: PgTable, rows: object[]): Promise<void> {
  const columns = Object.entries(getTableColumns(table) as Record<string, PgColumn>)
  const names = columns.map(([, column]) => `"${column.name}"`)
  const arrays = columns.map(([, column], place) => `$${place + 1}::${column.getSQLType()}[]`)
  const values = columns.map(([key, column]) =>
    rows.map((row) => {
      const value: unknown = Reflect.get(row, key) ?? column.default ?? null
      return column.dataType === 'json' ? JSON.stringify(value) : value
    }),
  )
  await client.query(
    `insert into "${getTableName(table)}" (${names.join()}) select * from unnest(${arrays.join()})`,
    values,
  )
}

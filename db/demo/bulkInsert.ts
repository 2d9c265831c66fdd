import type { PgTable } from 'drizzle-orm/pg-core'
import type { ClientBase } from 'pg'
import { bulkInsert } from '#db/core/bulkInsert.ts'
import { audit } from '#db/tables/audit.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, pointsRule, programme, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, notification, promotion } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { person, personRole } from '#db/tables/people.ts'
import { redemption, redemptionLot, reward } from '#db/tables/redemptions.ts'
import { secondFactor } from '#db/tables/sessions.ts'

/** The tables of the demo data, in an order that satisfies their foreign keys. */
export const DEMO_TABLES = {
  programme,
  pointsRule,
  reward,
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
  pointsLot,
  redemption,
  redemptionLot,
  purchaseClaim,
  promotion,
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

async function writeTable(client: ClientBase, table: PgTable, rows: object[]): Promise<void> {
  const { text, valuesOf } = bulkInsert(table)
  await client.query(text, valuesOf(rows))
}

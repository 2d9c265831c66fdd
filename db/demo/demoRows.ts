import type { PgTable } from 'drizzle-orm/pg-core'
import type { ClientBase } from 'pg'
import { bulkInsert } from '#db/core/bulkInsert.ts'
import { audit } from '#db/tables/audit.ts'
import { carEntry } from '#db/tables/car.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction, pointsLot } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, pointsRule, programme, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, messageTemplate, notification, promotion } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { debt, gatewayDay, gatewayDiscrepancy, paymentAttempt } from '#db/tables/payments.ts'
import { person, personRole } from '#db/tables/people.ts'
import { proposal } from '#db/tables/proposals.ts'
import { redemption, redemptionLot, reward } from '#db/tables/redemptions.ts'
import { saleConflict, saleEvent, saleIdentity, saleLine, shift } from '#db/tables/sales.ts'
import { secondFactor } from '#db/tables/sessions.ts'
import { terminal } from '#db/tables/terminals.ts'

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
  carEntry,
  promotion,
  notification,
  contactMessage,
  terminal,
  saleIdentity,
  saleEvent,
  saleLine,
  saleConflict,
  shift,
  gatewayDay,
  gatewayDiscrepancy,
  proposal,
  messageTemplate,
  audit,
}
type DemoTable = keyof typeof DEMO_TABLES

export type Rows = { [T in DemoTable]: (typeof DEMO_TABLES)[T]['$inferInsert'][] }

export function emptyRows(): Rows {
  return Object.fromEntries(Object.keys(DEMO_TABLES).map((name) => [name, []])) as unknown as Rows
}

/** Inserts all rows, one statement per table. */
export async function writeRows(client: ClientBase, rows: Rows): Promise<void> {
  for (const [name, table] of Object.entries<PgTable>(DEMO_TABLES)) {
    const { text, valuesOf } = bulkInsert(table)
    const ofTable = rows[name as DemoTable]
    if (ofTable.length > 0) await client.query(text, valuesOf(ofTable))
  }
}

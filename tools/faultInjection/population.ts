import { Client } from 'pg'
import type { Currency } from '#contract/money.ts'
import { USER } from '#contract/roles.ts'
import { seedDemo } from '#db/seed.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import { emptyRows, type Rows, writeRows } from '#db/demo/bulkInsert.ts'

/** Somebody who owes. */
export interface Payer {
  personId: string
  email: string
  /** Whose points grow; null: they hold no loyalty. */
  loyaltyCode: string | null
}
/** What they owe; `amount` is the whole charge, tip included, in cents. */
export interface Owed {
  reference: string
  personId: string
  currency: Currency
  amount: number
  installments: number
}
export interface Population {
  payers: Payer[]
  debts: Owed[]
}

export const PASSWORD = DEMO_PASSWORD
/** Begins the reference of every debt of a campaign; the town has debts of its own. */
export const OURS = 'CAM-'

/** Debts per person, on average; a twentieth of the people owe half of everything. */
const DEBTS_EACH = 20
const MOVEMENTS_EACH = 4

/** Fills an empty, migrated database with the demo town, and gives its drivers so many debts. */
export async function populate(url: string, seed: number, debtCount: number): Promise<Population> {
  const drivers = Math.max(6, Math.ceil(debtCount / DEBTS_EACH))
  const now = new Date()
  await seedDemo(url, { now, seed, drivers, movements: 300 + drivers * MOVEMENTS_EACH })
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const payers = await driversOf(client)
    const rows = emptyRows()
    const luck = createRandom(seed, 'owners')
    const busy = Math.max(1, Math.floor(payers.length / 20))
    const debts = Array.from({ length: debtCount }, (_, place) => {
      const owner = payers[luck.integer(0, (luck.bool(0.5) ? busy : payers.length) - 1)]
      if (!owner) throw new Error('the town has no drivers')
      return owe(rows, seed, place + 1, owner, now)
    })
    await writeRows(client, rows)
    await client.query('analyze')
    return { payers, debts }
  } finally {
    await client.end()
  }
}

async function driversOf(client: Client): Promise<Payer[]> {
  const { rows } = await client.query<Payer>(
    `select p.id as "personId", p.email,
       (select min(l.code) from loyalty l where l.person_id = p.id) as "loyaltyCode"
     from person p join person_role r on r.person_id = p.id and r.role_code = $1
     where p.confirmed_at is not null order by p.email`,
    [USER],
  )
  return rows
}

function owe(rows: Rows, seed: number, number: number, owner: Payer, now: Date): Owed {
  const luck = createRandom(seed, 'debt', number)
  const reference = `${OURS}${String(number).padStart(6, '0')}`
  const { personId } = owner
  const currency = luck.bool(0.1) ? '840' : '858'
  const installments = luck.oneOf([1, 1, 3, 6, 12])
  const magic = luck.next()
  // The gateway's magic amounts: declined, issuer down, token expired from the start.
  const round = luck.integer(10, 4000) * 100
  const whole = magic < 0.02 ? 5151 : magic < 0.04 ? round + 91 : magic < 0.06 ? round + 25 : round
  const tipAmount = magic > 0.9 ? 100 * luck.integer(1, 5) : 0
  const amount = whole - tipAmount
  const taxedAmount = luck.bool(0.4) ? Math.round(amount / 1.22) : 0
  const loyaltyCode = luck.bool(0.9) ? owner.loyaltyCode : null
  rows.debt.push({
    reference,
    personId,
    loyaltyCode,
    concept: 'Nafta Súper 95, 20,000 l',
    merchantName: 'Surtidor Campaña',
    invoiceNumber: String(number),
    currency,
    amount,
    taxedAmount,
    taxAmount: taxedAmount > 0 ? amount - taxedAmount : 0,
    tipAmount,
    installments,
    indi: luck.oneOf([0, 2, 6]),
    finalConsumer: luck.bool(0.9),
    points: loyaltyCode === null ? 0 : Math.floor(amount / 10_000),
    at: now,
    dueDate: '2030-01-31',
    state: 'PENDING',
  })
  return { reference, personId, currency, amount: whole, installments }
}

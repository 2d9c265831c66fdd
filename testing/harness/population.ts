import type { Client } from 'pg'
import { USER } from '#contract/roles.ts'
import { withClient } from '#db/core/withClient.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import { emptyRows, type Rows, writeRows } from '#db/demo/demoRows.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import { seedDemo } from '#db/seed.ts'

export interface Payer {
  personId: string
  email: string
  /** The loyalty that gets the points; null: the person has none. */
  loyaltyCode: string | null
}
export type PlannedDebt = ReturnType<typeof addDebt>
export interface PopulationSize {
  seed: number
  debtCount: number
  /** By default so many that each has about twenty debts. */
  drivers?: number
  /** When the demo data ends, by default now. */
  now?: Date
}

export const PASSWORD = DEMO_PASSWORD
/** The SECRET of the run's servers. */
export const SECRET = 'a secret of a run, long enough to sign with'
/** Prefix of the references of the run's debts; the demo data has other debts. */
export const DEBT_PREFIX = 'FI-'
/** The reference of the debt of a number, from 1. */
export const debtReference = (number: number) => `${DEBT_PREFIX}${String(number).padStart(6, '0')}`

/** Mean per person; a twentieth of the people have half of the debts. */
const DEBTS_PER_PERSON = 20
const MOVEMENTS_PER_PERSON = 4

/** Fills a migrated, empty database with the demo data and adds debts of its drivers. */
export async function populate(url: string, { seed, debtCount, ...size }: PopulationSize) {
  const drivers = size.drivers ?? Math.max(6, Math.ceil(debtCount / DEBTS_PER_PERSON))
  const { now = new Date() } = size
  const movements = 300 + drivers * MOVEMENTS_PER_PERSON
  await seedDemo(url, { now, secret: SECRET, seed, drivers, movements })
  return await withClient(url, async (client) => {
    const payers = await readDrivers(client)
    const rows = emptyRows()
    const random = createRandom(seed, 'owners')
    const busy = Math.max(1, Math.floor(payers.length / 20))
    const debts = Array.from({ length: debtCount }, (_, index) => {
      const owner = payers[random.integer(0, (random.bool(0.5) ? busy : payers.length) - 1)]
      if (!owner) throw new Error('the demo data has no drivers')
      return addDebt(rows, seed, index + 1, owner, now)
    })
    await writeRows(client, rows)
    await client.query('analyze')
    return { payers, debts }
  })
}

async function readDrivers(client: Client): Promise<Payer[]> {
  const { rows } = await client.query<Payer>(
    `select p.id as "personId", p.email,
       (select min(l.code) from loyalty l where l.person_id = p.id) as "loyaltyCode"
     from person p join person_role r on r.person_id = p.id and r.role_code = $1
     where p.confirmed_at is not null order by p.email`,
    [USER],
  )
  return rows
}

function addDebt(rows: Rows, seed: number, number: number, owner: Payer, now: Date) {
  const random = createRandom(seed, 'debt', number)
  const reference = debtReference(number)
  const { personId } = owner
  const currency = random.bool(0.1) ? '840' : '858'
  const installments = random.oneOf([1, 1, 3, 6, 12])
  const magic = random.next()
  const wholePesos = random.integer(10, 4000) * 100
  // The sandbox's magic amounts: declined, issuer down, token expired from the start.
  const charge =
    magic < 0.02
      ? 5151
      : magic < 0.04
        ? wholePesos + 91
        : magic < 0.06
          ? wholePesos + 25
          : wholePesos
  const tipAmount = magic > 0.9 ? 100 * random.integer(1, 5) : 0
  const amount = charge - tipAmount
  const taxedAmount = random.bool(0.4) ? Math.round(amount / 1.22) : 0
  const loyaltyCode = random.bool(0.9) ? owner.loyaltyCode : null
  rows.debt.push({
    reference,
    personId,
    loyaltyCode,
    concept: 'Nafta Súper 95, 20,000 l',
    merchantName: 'Surtidor Fallas',
    invoiceNumber: String(number),
    currency,
    amount,
    taxedAmount,
    taxAmount: taxedAmount > 0 ? amount - taxedAmount : 0,
    tipAmount,
    installments,
    indi: random.oneOf([0, 2, 6]),
    finalConsumer: random.bool(0.9),
    points: loyaltyCode === null ? 0 : Math.floor(amount / 10_000),
    at: now,
    dueDate: '2030-01-31',
    state: 'PENDING',
  })
  /** `amount`: the whole charge in cents, tip included. */
  return { reference, personId, currency, amount: charge, installments } as const
}

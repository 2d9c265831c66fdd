import { hash } from '@node-rs/argon2'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { type AuditEntry, auditHash } from '#db/audit/auditLog.ts'
import { deriveAuditKey } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { RRN_BLOCK, rrnOf, takeBlocks } from '#db/core/rrn.ts'
import { CLUB_SALES, RIDE_SALES } from '#db/demo/ana.ts'
import { importCurrentPrices } from '#db/demo/currentPrices.ts'
import { type DemoContext, programmeAccount, sequentialIds } from '#db/demo/demoContext.ts'
import { DEMO_PASSWORD, DEMO_SALT, demoPeople } from '#db/demo/demoPeople.ts'
import { emptyRows, type Rows, writeRows } from '#db/demo/demoRows.ts'
import { addDriver, loyaltyDays } from '#db/demo/drivers.ts'
import { addPromotions } from '#db/demo/notifications.ts'
import { PROGRAMMES, pointsRules } from '#db/demo/programmes.ts'
import { relativeDates } from '#db/demo/relativeDates.ts'
import { demoRewards } from '#db/demo/rewards.ts'
import { DAYS_OF_HISTORY } from '#db/demo/sales.ts'
import { importStations } from '#db/demo/stations.ts'
import { addShifts, addTills } from '#db/demo/tills.ts'
import { addWaitingItems } from '#db/demo/waitingItems.ts'
import { fuelPrice, refundRate } from '#db/tables/stations.ts'

/** Size and date of the demo data. */
export interface DemoOptions {
  /** The day from which all dates are counted back. */
  now: Date
  /** The server's SECRET, for the key of the audit chain. */
  secret: string
  /** The same seed and day give the same data; 1 by default. */
  seed?: number
  /** Number of background drivers, besides the six demo people; 40 by default. */
  drivers?: number
  /** Number of movements in all, including Ana's 220; 6,000 by default. */
  movements?: number
  /** Whether stations report, and work waits in each list of the console; false by default. Its hour counts. */
  atWork?: boolean
  /** Called after each write with the number of movements written so far and in all. */
  progress?: (done: number, all: number) => void
}

/** Movements per write. The value keeps the database busy and the memory small. */
const CHUNK = 10_000

/** Writes the demo data into an empty database. The caller owns the transaction. */
export async function fillDemo(client: Client, options: DemoOptions): Promise<void> {
  const { now, secret, seed = 1, drivers = 40, movements = 6000, progress, atWork } = options
  const dates = relativeDates(now)
  const db = drizzle({ client })
  const demo: DemoContext = {
    seed,
    dates,
    stations: await importStations(client, now),
    prices: await db.select().from(fuelPrice).orderBy(fuelPrice.product, fuelPrice.validFrom),
    rates: await db.select().from(refundRate),
    rules: pointsRules(dates),
    rewards: demoRewards(dates),
    passwordHash: await hash(DEMO_PASSWORD, {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      salt: DEMO_SALT,
    }),
    nextId: sequentialIds(),
    nextRrn: await takeRrns(client, movements, drivers),
    rows: emptyRows(),
    audit: [],
  }
  let done = 0
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const batch = demo.rows
    demo.rows = emptyRows()
    done += batch.movement.length
    const written = done
    // The next chunk is generated while the database writes this one.
    writing = writeRows(client, batch).then(() => progress?.(written, movements))
    writing.catch(() => {})
  }
  addReferenceData(demo)
  demoPeople(demo)
  const shares = shareMovements(Math.max(0, movements - CLUB_SALES - RIDE_SALES), seed, drivers)
  for (const [place, share] of shares.entries()) {
    addDriver(demo, place + 1, share, atWork ? now : undefined)
    if (demo.rows.movement.length >= CHUNK) await flush()
  }
  if (atWork) {
    const tills = addTills(demo, now)
    addWaitingItems(demo, tills, now)
    addShifts(demo, tills, now)
  }
  demo.rows.audit = auditRows(demo.audit, deriveAuditKey(secret))
  await flush()
  await writing
  if (atWork) await importCurrentPrices(db, demo, now)
  // The planner has statistics before the first query.
  await client.query('analyze')
}

function addReferenceData(demo: DemoContext): void {
  demo.rows.programme.push(...PROGRAMMES)
  demo.rows.pointsRule.push(...demo.rules)
  demo.rows.reward.push(...demo.rewards)
  addPromotions(demo)
  PROGRAMMES.forEach(({ code }, place) => {
    demo.rows.ledgerAccount.push({ id: programmeAccount(place + 1), programme: code })
  })
}

/** The audit in order of time, each hash over the one before. */
function auditRows(entries: AuditEntry[], key: Buffer): Rows['audit'] {
  let hash: Buffer | null = null
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map((entry, place) => {
      const link = { ...entry, seq: place + 1 }
      hash = auditHash(key, hash, link)
      return { ...link, hash }
    })
}

/** Takes all reference numbers of the demo data in blocks from the database's counter. */
async function takeRrns(client: Client, movements: number, drivers: number): Promise<() => string> {
  // Rewards, debts and requests need about one number for every ten movements.
  const enough = Math.ceil((movements * 1.25 + drivers * 8 + 2000) / RRN_BLOCK)
  const blocks = await takeBlocks(drizzle({ client }) as Db, enough)
  let used = 0
  return () => {
    const block = blocks[Math.floor(used / RRN_BLOCK)]
    if (block === undefined) throw new RangeError('more reference numbers than were taken')
    return rrnOf(block, used++ % RRN_BLOCK)
  }
}

/**
 * Splits the movements among the drivers in proportion to their days of loyalty. The parts add
 * up to `movements`.
 */
function shareMovements(movements: number, seed: number, drivers: number): number[] {
  let all = 0
  const daysUpTo = Array.from({ length: drivers }, (_, place) => {
    all += Math.min(DAYS_OF_HISTORY, loyaltyDays(seed, place + 1))
    return all
  })
  const upTo = daysUpTo.map((days) => Math.round((movements * days) / all))
  return upTo.map((sum, place) => sum - (upTo[place - 1] ?? 0))
}

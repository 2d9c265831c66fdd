import { hash } from '@node-rs/argon2'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import type { Db } from '#db/connection.ts'
import { RRN_BLOCK, rrnOf, takeBlocks } from '#db/core/rrn.ts'
import { CLUB_SALES, RIDE_SALES } from '#db/demo/ana.ts'
import { createAuditBuilder } from '#db/demo/auditBuilder.ts'
import { relativeDates } from '#db/demo/relativeDates.ts'
import { DEMO_PASSWORD, demoPeople } from '#db/demo/demoPeople.ts'
import { membershipDays, addDriver } from '#db/demo/drivers.ts'
import { OFFICIAL_PRICES } from '#db/demo/prices.ts'
import { PROGRAMMES, pointsRules } from '#db/demo/programmes.ts'
import { analyseDemoTables, noRows, type Rows, writeRows } from '#db/demo/bulkInsert.ts'
import { DAYS_OF_HISTORY } from '#db/demo/sales.ts'
import { stations } from '#db/demo/stations.ts'
import { sequentialIds, programmeAccount, type DemoContext } from '#db/demo/demoContext.ts'

/** What town to make. */
export interface DemoOptions {
  /** Every date of the town is counted back from this day. */
  now: Date
  /** The same seed and day make the same town; 1 by default. */
  seed?: number
  /** Background drivers, beside the six people of the demo; 40 by default. */
  drivers?: number
  /** All movements, Ana's 220 among them; 6,000 by default. */
  movements?: number
  /** Told after each write how many movements of how many stand. */
  progress?: (done: number, all: number) => void
}

/** Movements per write: large enough for the database to be the cost, small enough for memory. */
const CHUNK = 10_000

/** Writes the whole town into an empty database; the transaction is the caller's. */
export async function fillDemo(client: Client, options: DemoOptions): Promise<void> {
  const { now, seed = 1, drivers = 40, movements = 6000, progress } = options
  const calendar = relativeDates(now)
  const demo: DemoContext = {
    seed,
    calendar,
    stations: stations(seed),
    rules: pointsRules(calendar),
    passwordHash: await demoHash(),
    nextId: sequentialIds(),
    nextRrn: await numbers(client, movements, drivers),
    audit: createAuditBuilder(),
  }
  let rows = noRows()
  let done = 0
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const batch = rows
    rows = noRows()
    done += batch.movement.length
    const stands = done
    // The next chunk is thought up while the database works on this one.
    writing = writeRows(client, batch).then(() => progress?.(stands, movements))
    writing.catch(() => {})
  }
  foundations(demo, rows)
  demoPeople(demo, rows)
  const shares = shareOut(Math.max(0, movements - CLUB_SALES - RIDE_SALES), seed, drivers)
  for (const [place, share] of shares.entries()) {
    addDriver(demo, rows, place + 1, share)
    if (rows.movement.length >= CHUNK) await flush()
  }
  demo.audit.close(rows)
  await flush()
  await writing
  await analyseDemoTables(client)
}

function foundations(demo: DemoContext, rows: Rows): void {
  rows.programme.push(...PROGRAMMES)
  rows.pointsRule.push(...demo.rules)
  rows.branch.push(...demo.stations)
  rows.fuelPrice.push(...OFFICIAL_PRICES)
  PROGRAMMES.forEach(({ code }, place) => {
    rows.ledgerAccount.push({ id: programmeAccount(place + 1), programme: code })
  })
}

/** The salt is fixed too: the password is public, and the same town has the same bytes. */
const demoHash = () =>
  hash(DEMO_PASSWORD, {
    memoryCost: 19_456,
    timeCost: 2,
    parallelism: 1,
    salt: Buffer.from('surtidor de demo'),
  })

/** Reference numbers from blocks of the database's own, taken all at once. */
async function numbers(client: Client, movements: number, drivers: number): Promise<() => string> {
  // Rewards, bills and requests need theirs as well: about one for every ten movements.
  const enough = Math.ceil((movements * 1.25 + drivers * 8 + 2000) / RRN_BLOCK)
  const blocks = await takeBlocks(drizzle({ client }) as Db, enough)
  let used = 0
  return () => {
    const block = blocks[Math.floor(used / RRN_BLOCK)]
    if (block === undefined) throw new RangeError('more reference numbers than were taken')
    return rrnOf(block, used++ % RRN_BLOCK)
  }
}

/** Each driver's part of the movements, by how long they have been members; together exactly all. */
function shareOut(movements: number, seed: number, drivers: number): number[] {
  const days = Array.from({ length: drivers }, (_, place) =>
    Math.min(DAYS_OF_HISTORY, membershipDays(seed, place + 1)),
  )
  const all = days.reduce((sum, each) => sum + each, 0)
  let before = 0
  let passed = 0
  return days.map((each) => {
    passed += each
    const upTo = Math.round((movements * passed) / all)
    const share = upTo - before
    before = upTo
    return share
  })
}

import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { prepared } from '#db/core/preparedStatement.ts'

/** Numbers in a block: one statement reserves this many. */
export const RRN_BLOCK = 10_000
const DIGITS = 12

/** The twelve digits of a retrieval reference number: block n covers n*10000 … n*10000+9999. */
export const rrnOf = (block: number, place: number) =>
  String(block * RRN_BLOCK + place).padStart(DIGITS, '0')

/** Reserves `count` blocks; the numbers of a block that are not used are never issued. */
export async function takeBlocks(db: Db, count: number): Promise<number[]> {
  return (await nextBlocks(db).execute({ count })).map(({ block }) => Number(block))
}

// On a pipeline: the caller may be in a transaction, which holds a connection of the pool.
const nextBlocks = prepared('rrn_blocks', (db) =>
  db
    .select({ block: sql<string>`nextval('rrn_block')` })
    .from(sql`generate_series(1, ${sql.placeholder('count')}::integer)`),
)

/**
 * Creates a generator of retrieval reference numbers (ISO 8583), unique among all processes of one
 * database, with one statement per block, shared by all callers that wait for it.
 */
export function createRrnGenerator(db: Db) {
  let block = -1
  let place = RRN_BLOCK
  let reserving: Promise<void> | undefined
  async function reserve(): Promise<void> {
    const [taken] = await takeBlocks(db, 1)
    if (taken === undefined) throw new Error('rrn_block gave no block')
    block = taken
    place = 0
  }
  return {
    /** @throws the database's error when a new block cannot be reserved */
    async next(): Promise<string> {
      while (place >= RRN_BLOCK) {
        reserving ??= reserve().finally(() => {
          reserving = undefined
        })
        await reserving
      }
      return rrnOf(block, place++)
    },
  }
}

import { sql } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'

/** Numbers in a block: one statement reserves this many. */
export const RRN_BLOCK = 10_000
const DIGITS = 12

/** The twelve digits of a retrieval reference number: block n covers n*10000 … n*10000+9999. */
export const rrnOf = (block: number, place: number) =>
  String(block * RRN_BLOCK + place).padStart(DIGITS, '0')

/** Reserves `count` blocks; the numbers of a block that are not used are never issued. */
export async function takeBlocks(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ block: string }>(
    sql`select nextval('rrn_block') as block from generate_series(1, ${count}::integer)`,
  )
  return rows.map(({ block }) => Number(block))
}

/**
 * Creates a generator of retrieval reference numbers (ISO 8583), unique among all processes of one
 * database, with one statement per block. The statement runs at once, and then when half of the block
 * before is used: a transaction that takes a number waits for no second connection of the pool.
 */
export function createRrnGenerator(db: Db) {
  let block = -1
  let place = RRN_BLOCK
  let ahead: Promise<number> | undefined
  async function reserve(): Promise<number> {
    const [taken] = await takeBlocks(db, 1)
    if (taken === undefined) throw new Error('rrn_block gave no block')
    return taken
  }
  function reserveAhead(): Promise<number> {
    if (ahead) return ahead
    ahead = reserve()
    // Without a block the next call tries again.
    ahead.catch(() => {
      ahead = undefined
    })
    return ahead
  }
  void reserveAhead()
  return {
    /** @throws the database's error when a new block cannot be reserved */
    async next(): Promise<string> {
      if (place >= RRN_BLOCK / 2) void reserveAhead()
      while (place >= RRN_BLOCK) {
        const reserving = reserveAhead()
        const taken = await reserving
        // The first of those that waited begins the block.
        if (ahead !== reserving) continue
        ahead = undefined
        block = taken
        place = 0
      }
      return rrnOf(block, place++)
    },
  }
}

import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'

/** Numbers in a block: one answer of the database serves this many of ours. */
export const RRN_BLOCK = 10_000
const DIGITS = 12

/** The twelve digits of a retrieval reference number: block n covers n*10000 … n*10000+9999. */
export const rrnOf = (block: number, place: number) =>
  String(block * RRN_BLOCK + place).padStart(DIGITS, '0')

/** Takes `count` blocks for the caller alone; a block that is not used up is never handed out again. */
export async function takeBlocks(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ block: string }>(
    sql`select nextval('rrn_block') as block from generate_series(1, ${count}::integer)`,
  )
  return rows.map(({ block }) => Number(block))
}

/** Hands out retrieval reference numbers, each once among all processes of one database. */
export interface RrnGenerator {
  /** @throws what the database throws when a new block is due and cannot be had */
  next(): Promise<string>
}

/** A source that asks the database once per block, and once however many wait for it. */
export function createRrnGenerator(db: Db): RrnGenerator {
  let block = -1
  let place = RRN_BLOCK
  let coming: Promise<void> | undefined
  async function take(): Promise<void> {
    const [taken] = await takeBlocks(db, 1)
    if (taken === undefined) throw new Error('rrn_block gave no block')
    block = taken
    place = 0
  }
  return {
    async next() {
      while (place >= RRN_BLOCK) {
        coming ??= take().finally(() => {
          coming = undefined
        })
        await coming
      }
      return rrnOf(block, place++)
    },
  }
}

import { describe, expect, test } from 'vitest'
import { connectDb } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import type { Runner } from '#db/core/pipeline.ts'
import { runners } from '#db/core/preparedStatement.ts'
import { createRrnGenerator, RRN_BLOCK, rrnOf } from '#db/core/rrn.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startFor.ts'

const fresh = startForFile(() => freshDatabase('empty'))
const one = startForFile(() => connectDb(fresh.url, 2))
const other = startForFile(() => connectDb(fresh.url, 2))

async function blocksTaken(): Promise<number> {
  const { rows } = await fresh.client.query<{ last: string; called: boolean }>(
    'select last_value as last, is_called as called from rrn_block',
  )
  return rows[0]?.called ? Number(rows[0].last) : 0
}

describe('createRrnGenerator', () => {
  test('two processes issue each number once, in twelve digits, with one statement per block', async () => {
    const [mine, theirs] = [createRrnGenerator(one.db), createRrnGenerator(other.db)]
    const count = RRN_BLOCK + 500
    const pending = Array.from({ length: count }, () => [mine.next(), theirs.next()]).flat()
    const numbers = await Promise.all(pending)
    expect(new Set(numbers).size).toBe(2 * count)
    expect(numbers.every((number) => /^\d{12}$/.test(number))).toBe(true)
    expect(await blocksTaken()).toBe(4)
  })

  test('a block covers ten thousand numbers of its own', () => {
    expect(rrnOf(0, 0)).toBe('000000000000')
    expect(rrnOf(7, 9999)).toBe('000000079999')
    expect(rrnOf(8, 0)).toBe('000000080000')
  })

  test('rejects while the database does not answer, and works again afterwards', async () => {
    let down = true
    const read: Runner = {
      query: async (statement, values) => {
        if (down) throw new Error('down')
        return await one.pool.query(statement, values)
      },
    }
    const unreliable = Object.create(one.db) as Db
    runners.set(unreliable, { session: read, read, own: read })
    const source = createRrnGenerator(unreliable)
    await expect(source.next()).rejects.toMatchObject({ cause: { message: 'down' } })
    down = false
    expect(await source.next()).toMatch(/0000$/)
  })
})

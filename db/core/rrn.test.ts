import { describe, expect, test } from 'vitest'
import { connectDb } from '#db/core/connection.ts'
import { createRrnGenerator, RRN_BLOCK, rrnOf } from '#db/core/rrn.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

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

  test('a transaction that takes the last number of a block waits for no other connection', async () => {
    const only = await connectDb(fresh.url, 1)
    const source = createRrnGenerator(only.db)
    const take = async (count: number) => {
      const taken: string[] = []
      while (taken.length < count) taken.push(await source.next())
      return taken
    }
    const before = await take(RRN_BLOCK / 2 + 1)
    const inside = await only.db.transaction(() => take(RRN_BLOCK))
    expect(new Set([...before, ...inside]).size).toBe(before.length + inside.length)
    // The block that was reserved meanwhile.
    expect(await take(RRN_BLOCK)).toHaveLength(RRN_BLOCK)
    await only.close()
  })

  test('a block covers ten thousand numbers of its own', () => {
    expect(rrnOf(0, 0)).toBe('000000000000')
    expect(rrnOf(7, 9999)).toBe('000000079999')
    expect(rrnOf(8, 0)).toBe('000000080000')
  })

  test('rejects while the database does not answer, and works again afterwards', async () => {
    let down = true
    const unreliable = new Proxy(one.db, {
      get: (db, name) =>
        name === 'execute' && down
          ? () => Promise.reject(new Error('down'))
          : (Reflect.get(db, name) as unknown),
    })
    const source = createRrnGenerator(unreliable)
    await expect(source.next()).rejects.toThrow('down')
    down = false
    expect(await source.next()).toMatch(/0000$/)
  })
})

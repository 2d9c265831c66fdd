import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectDb, inTransaction, sendWithCommit, sentTogether } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { runners } from '#db/core/preparedStatement.ts'
import { migrateDb } from '#db/migrate.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile, startForTest } from '#testing/harness/startForTests.ts'

const fresh = startForFile(() => freshDatabase('empty'))
const opened = startForFile(() => connectDb(fresh.url, 1))

const answers = async () => {
  const { rows } = await opened.db.execute(sql`select 1 as one`)
  return rows.length === 1
}

const ONE = { name: 'one', text: 'select 1' }
/** What the driver has read of the options of a client. */
interface Limited {
  connectionParameters: { query_timeout: number | false; connect_timeout: number }
}

describe('sentTogether', () => {
  test('ends with its last statement: none of a transaction that failed is committed alone', async () => {
    await fresh.client.query('create table late (number int)')
    const statements = async (tx: Db, number: number) => {
      // The transaction has failed; with the first error thrown at once it would be rolled back meanwhile.
      await sleep(50)
      await tx.execute(sql`insert into late values (${number})`)
    }
    for (let round = 0; round < 5; round += 1) {
      const work = inTransaction(opened.db, (tx) =>
        sentTogether([tx.execute(sql`select 1 / 0`), statements(tx, round)]),
      )
      await expect(work).rejects.toThrow('select 1 / 0')
    }
    await sleep(100)
    expect((await fresh.client.query('select from late')).rows).toEqual([])
  })
})

const statement = (tx: Db, text: (values: Record<string, unknown>) => SQL) => ({
  execute: (values: Record<string, unknown>) => tx.execute(text(values)).execute(),
})

describe('sendWithCommit', () => {
  test('rolls the transaction back when its statement fails, and keeps the connection', async () => {
    await fresh.client.query('create table kept (number int unique)')
    const { rows: before } = await opened.db.execute(sql`select pg_backend_pid() as pid`)
    const store = (last: number) =>
      inTransaction(opened.db, async (tx) => {
        await tx.execute(sql`insert into kept values (1)`)
        const insert = statement(tx, ({ number }) => sql`insert into kept values (${number})`)
        void sendWithCommit(tx, insert, { number: last })
        return last
      })
    await expect(store(1)).rejects.toThrow('insert into kept')
    expect((await fresh.client.query('select from kept')).rowCount).toBe(0)
    expect(await store(2)).toBe(2)
    expect((await fresh.client.query('select from kept')).rowCount).toBe(2)
    expect((await opened.db.execute(sql`select pg_backend_pid() as pid`)).rows).toEqual(before)
  })

  // The driver refuses them without sending anything: the commit would be without the statement.
  const circular: Record<string, unknown> = {}
  circular.self = circular
  test.each([
    ['an object', circular],
    ['a date that is none', new Date(Number.NaN)],
  ])('rolls the transaction back for %s', async (_, value) => {
    await fresh.client.query('drop table if exists unsent; create table unsent (value text)')
    const work = inTransaction(opened.db, async (tx) => {
      await tx.execute(sql`insert into unsent values ('before')`)
      const insert = statement(tx, (values) => sql`insert into unsent values (${values.value})`)
      void sendWithCommit(tx, insert, { value })
    })
    await expect(work).rejects.toThrow('not a value of a last statement: value')
    expect((await fresh.client.query('select from unsent')).rowCount).toBe(0)
  })

  test('loses to an error of the work that follows it', async () => {
    const work = inTransaction(opened.db, async (tx) => {
      void sendWithCommit(
        tx,
        statement(tx, () => sql`select 1 / 0`),
        {},
      )
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
  })
})

describe('connectDb', () => {
  test('sends the last statement of a transaction with its commit', async () => {
    const write = vi.spyOn(Socket.prototype, '_writev')
    onTestFinished(() => write.mockRestore())
    await answers()
    write.mockClear()
    await inTransaction(opened.db, async (tx) => {
      await tx.execute(sql`select 1 where ${true}`)
      void sendWithCommit(
        tx,
        statement(tx, () => sql`select 2 where ${true}`),
        {},
      )
    })
    // begin, the first statement, both at the end
    expect(write).toHaveBeenCalledTimes(3)
  })

  test('rejects a transaction that PostgreSQL rolls back at its commit', async () => {
    await fresh.client.query('create table swallowed (number int)')
    const work = inTransaction(opened.db, async (tx) => {
      await tx.execute(sql`insert into swallowed values (1)`)
      await tx.execute(sql`select 1 / 0`).catch(() => {})
    })
    await expect(work).rejects.toThrow(/rolled back/)
    expect(await answers()).toBe(true)
  })

  test('rejects only the transaction whose connection breaks', async () => {
    const work = inTransaction(opened.db, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      // Between two statements the error arrives without a statement that waits for it.
      await fresh.client.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      await tx.execute(sql`select 1`)
    })
    await expect(work).rejects.toThrow(/select 1/)
    expect(await answers()).toBe(true)
  })

  test('releases a connection that was broken before its transaction began', async () => {
    opened.pool.once('acquire', (client) => {
      // The connection that the pool hands out was lost a moment ago.
      ;(
        client as unknown as { connection: { stream: { destroy(): void } } }
      ).connection.stream.destroy()
    })
    await expect(inTransaction(opened.db, answers)).rejects.toThrow(/begin/)
    expect(await answers()).toBe(true)
  })

  test('P10: leaves the durability of a commit to the settings of the database', async () => {
    const ofDb = runners.get(opened.db)
    const text = `select source from pg_settings where name in ('synchronous_commit', 'fsync') order by 1`
    for (const runner of [ofDb?.read, ofDb?.session, ofDb?.own]) {
      const result = (await runner?.query({ text } as never, [])) as { rows: object[] } | undefined
      expect(result?.rows).toEqual([{ source: 'command line' }, { source: 'default' }])
    }
  })

  test('keeps each connection alive by TCP, and limits its opening and its statements', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    onTestFinished(() => keepAlive.mockRestore())
    const open = vi.spyOn(Client.prototype, 'connect')
    onTestFinished(() => open.mockRestore())
    const server = await connectDb(fresh.url, 1)
    const { session, read } = runners.get(server.db) ?? {}
    await Promise.all([server.pool.query(ONE), session?.query(ONE, []), read?.query(ONE, [])])
    await server.close()
    await migrateDb(fresh.url)
    const limits = (open.mock.contexts as unknown as Limited[]).map(
      ({ connectionParameters: { query_timeout, connect_timeout } }) =>
        `${connect_timeout} s, ${Number(query_timeout)} ms`,
    )
    // One client asks for the role of the login; the statements of a migration have no limit.
    expect(new Set(limits)).toEqual(new Set(['10 s, 60000 ms', '10 s, 10000 ms', '10 s, 0 ms']))
    expect(limits.length).toBeGreaterThanOrEqual(6)
    expect(keepAlive.mock.calls).toEqual(limits.map(() => [true, 10_000]))
  })

  test('leaves no connection open before the first statement', async () => {
    // Autovacuum and other workers of the cluster connect to any database.
    const connections = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
    const another = await startForTest(freshDatabase('empty'))
    await startForTest(connectDb(another.url, 1))
    expect((await another.client.query(connections)).rows).toEqual([{ n: 0 }])
  })
})

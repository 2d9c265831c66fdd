import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKeyedAudit } from '#db/auditStart.ts'
import { connectDb } from '#db/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import {
  type CorruptibleDatabase,
  createCorruptibleDatabase,
} from '#testing/database/corruptibleDatabase.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/harness/testSecret.ts'

let database: CorruptibleDatabase
beforeAll(async () => {
  database = await createCorruptibleDatabase()
})
afterAll(() => database.close())

const personOf = (name: string) =>
  `(select id from person where email = '${name}@demo.surtidor.uy')`

describe('S10: OPERATOR_ROLES', () => {
  test('reports a role that was written without its audit entry', async () => {
    const given = await database.after(`insert into person_role select ${personOf('fede')}, '1'`)
    expect(Object.keys(given)).toEqual(['S10'])
    const raised = await database.after(
      `update person_role set role_code = '1' where person_id = ${personOf('carla')}`,
    )
    expect(raised).toEqual({ S10: expect.stringContaining('"audited":"3"') as string })
  })

  test('a role of a driver needs none', async () => {
    expect(
      await database.after(
        `update person_role set role_code = '2' where person_id = ${personOf('carla')}`,
      ),
    ).toEqual({})
  })
})

describe('startKeyedAudit', () => {
  test('records the roles of an earlier version once; a later one by hand stays reported', async () => {
    const fresh = await freshDatabase('demo')
    const server = await connectDb(fresh.url, 2, TEST_SECRET)
    const now = new Date('2026-09-07T15:00:00Z')
    const violations = async () =>
      (await checkInvariants(server.db)).filter(({ rows }) => rows.length > 0)
    try {
      await fresh.client.query('set session_replication_role = replica')
      await fresh.client.query('delete from audit')
      await fresh.client.query('delete from audit_head')
      const before = await violations()
      expect(before.find(({ code }) => code === 'S10')?.rows).toHaveLength(3)
      await startKeyedAudit(server.db, now)
      expect((await violations()).map(({ code }) => code)).toEqual(['A6'])

      await fresh.client.query(`insert into person_role select ${personOf('fede')}, '1'`)
      await startKeyedAudit(server.db, now)
      expect((await violations()).map(({ code }) => code)).toEqual(['A6', 'S10'])
    } finally {
      await server.close()
      await fresh.close()
    }
  })
})

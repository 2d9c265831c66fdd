import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import { startForFile } from '#testing/harness/startFor.ts'

const database = startForFile(createCorruptibleDatabase)

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

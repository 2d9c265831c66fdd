import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ROLES } from '#contract/pageAccess.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { roles } from '#contract/user/roles.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('roles', () => {
  test('S8: answers the pages of each role', async () => {
    const pagesOf = async (name: string) => (await (await server.as(name)).call(roles, {})).list
    expect(await pagesOf('ana')).toEqual([ROLES[2]])
    expect(await pagesOf('carla')).toEqual([ROLES[3]])
    expect(await pagesOf('diego')).toEqual([{ ...ROLES[4], pages: null }])
    expect(await pagesOf('elena')).toEqual([{ ...ROLES[1], pages: [] }])
  })

  test('S7: a changed role applies to the next call', async () => {
    const carla = await server.as('carla')
    const setRole = (code: string) =>
      server.context.db.execute(
        sql`update person_role set role_code = ${code} where person_id = (select id from person where email = 'carla@demo.surtidor.uy')`,
      )
    expect((await carla.call(getDebts, { type: 2 })).responseHeader.responseCode).toBe('05')
    await setRole('2')
    expect((await carla.call(roles, {})).list.map(({ code }) => code)).toEqual(['2'])
    expect((await carla.call(getDebts, { type: 2 })).responseHeader.responseCode).toBe('00')
    await setRole('4')
    expect((await carla.call(roles, {})).list.map(({ code }) => code)).toEqual(['4'])
    expect((await carla.call(getDebts, { type: 2 })).responseHeader.responseCode).toBe('05')
  })
})

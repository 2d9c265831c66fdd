import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { userData } from '#contract/user/userData.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('userData', () => {
  test('answers the caller’s profile, loyalties and roles without secrets', async () => {
    const ana = await (await server.as('ana')).call(userData, {})
    expect(ana.user).toMatchObject({
      email: 'ana@demo.surtidor.uy',
      birthdate: expect.stringMatching(/^\d{8}$/),
    })
    expect(ana.loyalties.map(({ programme }) => programme)).toEqual(['surtidor', 'uber'])
    expect(ana.roles.map(({ code }) => code)).toEqual(['2'])
    expect(Object.keys(ana.user).sort()).toEqual([
      'address',
      'birthdate',
      'documentNumber',
      'email',
      'firstName',
      'firstSurname',
      'mobile',
      'sex',
    ])

    const fede = await (await server.as('fede')).call(userData, {})
    expect(fede.loyalties).toEqual([])
    expect(fede.user.email).toBe('fede@demo.surtidor.uy')
    expect(fede.secondFactor).toBe('none')
  })

  test('answers whether the session has shown a second factor, and whether there is one', async () => {
    const carla = await server.as('carla')
    const state = async () => (await carla.call(userData, {})).secondFactor
    expect(await state()).toBe('shown')
    await server.context.db.execute(sql`update session set second_factor_at = null
    where token_hash = sha256(${carla.token}::text::bytea)`)
    expect(await state()).toBe('notShown')
    await server.context.db.execute(sql`update second_factor set confirmed_at = null
    where person_id = (select id from person where email like 'carla@%')`)
    expect(await state()).toBe('none')
  })
})

import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { assertNoDemoData, DEMO_DATA_FOUND, hasDemoData } from '#db/demo/demoDataCheck.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForTest } from '#testing/harness/startForTests.ts'

/** A person as a registration writes it, under an address that the demo data use too. */
const register = (client: Client, change: Record<string, string> = {}) => {
  const row = {
    id: randomUUID(),
    email: 'ana@demo.surtidor.uy',
    password_hash: '$argon2id$v=19$m=19456,t=2,p=1$c3VydGlkb3IgZGUgZGVtYQ$x'.replace('c3', 'd4'),
    first_name: 'Ana',
    first_surname: 'Pereira',
    document_number: '90000011',
    birthdate: '1987-03-14',
    sex: 'F',
    mobile: '+59891000001',
    address: 'Sarandí 1450',
    created_at: '2026-01-01',
    ...change,
  }
  const names = Object.keys(row)
  return client.query(
    `insert into person (${names.join()}) values (${names.map((_, place) => `$${place + 1}`).join()})`,
    Object.values(row),
  )
}

describe('hasDemoData', () => {
  test('finds a seeded database, and names what to do', async () => {
    const { url } = await startForTest(freshDatabase('demo'))
    await expect(assertNoDemoData(url)).rejects.toThrow(DEMO_DATA_FOUND)
  })

  test('finds it when every address, password, factor and role was changed', async () => {
    const { client, url } = await startForTest(freshDatabase('demo'))
    await client.query(`update person set email = id || '@borrado.invalid', password_hash = ''`)
    await client.query('delete from second_factor')
    await client.query('delete from person_role')
    expect(await hasDemoData(url)).toBe(true)
  })

  test('a person who registers with the address and name of a demo person is none', async () => {
    const { client, url } = await startForTest(freshDatabase('empty'))
    await register(client)
    expect(await hasDemoData(url)).toBe(false)
    await expect(assertNoDemoData(url)).resolves.toBeUndefined()
  })

  test('finds a copied password or second factor of another person', async () => {
    const { client, url } = await startForTest(freshDatabase('empty'))
    const id = randomUUID()
    await register(client, { id })
    const factor = `insert into second_factor (person_id, secret, pending_secret) values ($1, 'x', $2)`
    await client.query(factor, [id, DEMO_SECOND_FACTOR])
    expect(await hasDemoData(url)).toBe(true)
    await client.query('delete from second_factor')
    const salted = '$argon2id$v=19$m=19456,t=2,p=1$c3VydGlkb3IgZGUgZGVtbw$x'
    await client.query('update person set password_hash = $1', [salted])
    expect(await hasDemoData(url)).toBe(true)
  })

  test('finds nothing in an empty database or in one without tables', async () => {
    const { url } = await startForTest(freshDatabase('empty'))
    expect(await hasDemoData(url)).toBe(false)
    expect(await hasDemoData(inject('cluster'))).toBe(false)
  })
})

import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { exportData } from '#contract/user/exportData.ts'
import { inTransaction } from '#db/core/connection.ts'
import { eraseAccount } from '#db/eraseAccount.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps } from '#testing/station/carSteps.ts'

const server = testServerForFile()
const steps = startForFile(() => carSteps(server))
const sentence = async (fields: object) => {
  const { responseHeader } = await steps.type(fields)
  return responseHeader.responseDescription
}

describe('saveCarEntry', () => {
  test('adds a tankful and an expense, and changes them', async () => {
    const plate = 'ZZB1001'
    const { entryId } = accepted(await steps.type({ plate, place: 'Ruta 5' }))
    const expense = { plate, kind: 'tyres', date: '20260903', odometer: 7, full: true } as const
    accepted(await steps.type(expense))
    accepted(await steps.type({ plate, entryId, millilitres: 31_000, place: 'Ruta 6' }))
    expect(await steps.entriesOf(plate)).toMatchObject([
      { kind: 'tyres', product: '', millilitres: 0, odometer: 7, full: false },
      { id: entryId, kind: 'fuel', millilitres: 31_000, place: 'Ruta 6', amount: 200_000 },
    ])
  })

  test.each([
    [{ date: '20260908' }, /todavía no llegó/],
    [{ date: '20260231' }, /Escribí la fecha/],
    [{ millilitres: 0 }, /cuántos litros/],
    [{ product: '' }, /qué combustible/],
    [{ product: 'wash' }, /Elegí el combustible/],
    [{ millilitres: 1_000_001 }, /litros que cargaste/],
    [{ amount: -1 }, /cuánto pagaste/],
    [{ kind: 'purchase' }, /Elegí qué anotás/],
    [{ plate: 'auto' }, /matrícula/],
    [{ note: 'tarjeta 4242 4242 4242 4242' }, /tarjeta/],
  ])('refuses %j', async (fields, expected) => {
    expect(await sentence(fields)).toMatch(expected)
  })

  test('asks about an odometer below that of an earlier day', async () => {
    const plate = 'ZZC1001'
    accepted(await steps.type({ plate, date: '20260901', odometer: 3000 }))
    const later = { plate, date: '20260902', odometer: 2000 }
    expect(await sentence(later)).toMatch(/El 01\/09\/2026 anotaste 3.000 km/)
    const { entryId } = accepted(await steps.type({ ...later, confirmed: true }))
    accepted(await steps.type({ ...later, entryId, note: 'Así es' }))
  })

  test('another driver changes nothing; what was typed is exported, and erased with the account', async () => {
    const fede = await server.as('fede')
    const { entryId } = accepted(await steps.type({ plate: 'ZZD1001', note: 'Mía' }))
    const { responseHeader } = await steps.type({ entryId, plate: 'ZZD1001' }, fede)
    expect(responseHeader.reason).toBe('not_found')
    accepted(await steps.type({ plate: 'ZZD1001', note: 'De fede' }, fede))
    const { data } = accepted(await fede.call(exportData, {}))
    expect(data.libretaDelAuto).toMatchObject([{ note: 'De fede', plate: 'ZZD1001' }])
    const { db, now } = server.context
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from person where email like 'fede@%'`,
    )
    const personId = rows[0]?.id ?? ''
    await inTransaction(db, (tx) => eraseAccount(tx, { personId, delayKeys: [], now: now() }))
    const left = await db.execute(sql`select from car_entry where person_id = ${personId}`)
    expect(left.rowCount).toBe(0)
  })

  test('stops at the limit of one person', async () => {
    const driver = await server.as('driver00001')
    await server.context.db.execute(sql`
      insert into car_entry (id, person_id, kind, plate, at, "full", missed, note)
      select gen_random_uuid(), (select id from person where email like 'driver00001@%'), 'toll', 'ZZE1001', now(), false, false, ''
      from generate_series(1, 30000)`)
    expect((await steps.type({}, driver)).responseHeader.reason).toBe('car_log_full')
  })
})

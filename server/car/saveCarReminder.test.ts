import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { exportData } from '#contract/user/exportData.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))

describe('saveCarReminder', () => {
  test.each([
    [{}, 'reminder_date', /la fecha, los kilómetros o los dos/],
    [{ dueDate: '20260906' }, 'reminder_date', /ya pasó/],
    [{ dueOdometer: 5000 }, 'reminder_odometer', /Ya tiene 5\.000 km/],
    [{ dueDate: '20260907', everyKm: 1 }, 'reminder_odometer', /a cuántos toca/],
    [{ dueDate: '20270231' }, undefined, /Escribí la fecha/],
    [{ dueOdometer: 0 }, undefined, /kilómetros: un número entero/],
    [{ dueOdometer: 10_000_000 }, undefined, /kilómetros: un número entero/],
    [{ dueDate: '20270101', everyMonths: 121 }, undefined, /cuántos meses/],
    [{ dueDate: '20270101', kind: 'toll' }, undefined, /de qué te avisamos/],
    [{ dueDate: '20270101', plate: 'auto' }, undefined, /matrícula/],
    [{ dueDate: '20270101', note: '4242 4242 4242 4242' }, undefined, /tarjeta/],
    [{ dueDate: '20270101', reminderId: 'x' }, 'not_found', /No encontramos/],
  ])('refuses %j', async (fields: object, reason, sentence) => {
    accepted(await steps.type({ odometer: 5000 }))
    const { responseHeader } = await steps.remind(fields)
    expect(responseHeader.responseDescription).toMatch(sentence)
    if (reason) expect(responseHeader.reason).toBe(reason)
  })

  test('changes one, whose date and odometer may have passed, and none of another driver', async () => {
    const plate = 'ZZS1001'
    const due = { plate, dueDate: '20260910', dueOdometer: 6000 }
    const { reminderId } = accepted(await steps.remind(due))
    accepted(await steps.type({ plate, odometer: 7000 }))
    server.wait(10 * 24 * 3_600_000)
    accepted(await steps.remind({ ...due, reminderId, note: 'Aceite' }))
    expect(await steps.reminders()).toMatchObject([{ ...due, reminderId, note: 'Aceite' }])
    const fede = await server.as('fede')
    const { responseHeader } = await steps.remind({ ...due, reminderId }, fede)
    expect(responseHeader.reason).toBe('not_found')
    const { data } = accepted(await steps.ana.call(exportData, {}))
    expect(data.recordatoriosDelAuto).toMatchObject([
      { plate, kind: 'service', dueDate: '2026-09-10', dueOdometer: 6000, note: 'Aceite' },
    ])
    expect(accepted(await fede.call(exportData, {})).data.recordatoriosDelAuto).toEqual([])
  })

  test('stops at the limit of one person', async () => {
    const driver = await server.as('driver00001')
    await server.context.db.execute(sql`
      insert into car_reminder (id, person_id, plate, kind, note, due_odometer)
      select gen_random_uuid(), (select id from person where email like 'driver00001@%'), 'ZZS1002', 'other', '', 1
      from generate_series(1, 100)`)
    const { responseHeader } = await steps.remind({ dueOdometer: 1000 }, driver)
    expect(responseHeader.reason).toBe('car_reminders_full')
  })
})

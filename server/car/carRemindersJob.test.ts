import { describe, expect, test } from 'vitest'
import { finishCarReminder } from '#contract/car/finishCarReminder.ts'
import { notifications } from '#contract/user/notifications.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { inTransaction } from '#db/core/connection.ts'
import { eraseAccount } from '#db/eraseAccount.ts'
import { remindOfCars } from '#server/car/carRemindersJob.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { carSteps, PLATE } from '#testing/station/carSteps.ts'

const server = testServerForEachTest()
const steps = startForEachTest(() => carSteps(server))
/** Runs the job at an hour of a day, twice at once. */
const run = async (day: string, hour = '09') => {
  const { db, jobs } = server.context
  const once = () => remindOfCars(db, new Date(`${day}T${hour}:47:00-03:00`), { jobs })
  await Promise.all([once(), once()])
}
const told = async (who = steps.ana) =>
  accepted(await who.call(notifications, { count: 100, type: '' })).notifications.filter(
    ({ title }) => title === `Recordatorio de tu auto ${PLATE}`,
  )

describe('remindOfCars', () => {
  test('notifies once ahead and once when it is due, by the date and by the log', async () => {
    accepted(await steps.remind({ kind: 'licence', dueDate: '20261001' }))
    const service = { note: 'Aceite', dueDate: '20270101', dueOdometer: 44_500 }
    const { reminderId } = accepted(await steps.remind({ ...service, everyKm: 10_000 }))
    accepted(await steps.type({ date: '20260808', odometer: 40_000 }))
    accepted(await steps.type({ date: '20260907', odometer: 43_000 }))
    await run('2026-09-07')
    await run('2026-09-08', '08')
    expect(await told()).toEqual([])
    await run('2026-09-08')
    await run('2026-09-09')
    const url = `/#/listLoyaltyMovements?car=${PLATE}`
    const what = 'Service: Aceite. Toca el 01/01/2027, o a los 44.500 km: según tu libreta,'
    const ahead = { text: `${what} dentro de unos 14 días.`, type: 1, url }
    expect(await told()).toMatchObject([ahead])
    for (const day of ['2026-09-22', '2026-09-23', '2026-10-01', '2026-10-02']) await run(day)
    expect((await told()).map(({ text }) => text).toSorted()).toEqual([
      'Licencia de conducir. Toca el 01/10/2026: es hoy.',
      'Licencia de conducir. Toca el 01/10/2026: faltan 9 días.',
      ahead.text,
      `${what} ya llegaste.`,
    ])
    // Done: the next one has notices of its own.
    accepted(await steps.ana.call(finishCarReminder, { reminderId }))
    await run('2026-12-10')
    expect((await told())[0]?.text).toMatch(/a los 53.000 km/)
    expect(await told(await server.as('fede'))).toEqual([])
  })

  test('respects the preference, and a deleted account gets none', async () => {
    const off = { type: 1, channel: 'app', enabled: false } as const
    accepted(await steps.ana.call(setNotificationPreference, off))
    accepted(await steps.remind({ dueDate: '20260907' }))
    await run('2026-09-07')
    expect(await told()).toEqual([])
    accepted(await steps.ana.call(setNotificationPreference, { ...off, enabled: true }))
    const { db, now } = server.context
    const { id: personId = '' } = (await personByEmail(db, 'ana@demo.surtidor.uy')) ?? {}
    const erased = inTransaction(db, (tx) =>
      eraseAccount(tx, { personId, delayKeys: [], now: now() }),
    )
    await Promise.all([erased, run('2026-09-07')])
    await run('2026-09-07')
    for (const table of ['notification', 'car_reminder'])
      expect(
        (await server.owner.query(`select from ${table} where person_id = $1`, [personId]))
          .rowCount,
      ).toBe(0)
  })
})

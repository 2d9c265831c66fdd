import { describe, expect, test } from 'vitest'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'
import { carSteps, PLATE } from '#testing/station/carSteps.ts'

const server = testServerForEachTest({ checked: true })
const steps = startForEachTest(() => carSteps(server))
const at = (hour: number) => ({ datetime: `2026-09-06T${hour}:00:00-03:00` })

describe('saveCarPurchase', () => {
  test('adds to a purchase and takes the place of what was added, without changing the report', async () => {
    const { entry } = await steps.bought()
    accepted(await steps.note(entry.id, { odometer: 9_999_999, full: true, note: 'Con aire' }))
    accepted(await steps.note(entry.id, { odometer: 0, missed: true, note: '\u200bAl 50\u00a0%' }))
    expect(await steps.entriesOf()).toEqual([
      { ...entry, odometer: 0, full: false, missed: true, note: 'Al 50 %' },
    ])
  })

  test.each([-1, 10_000_000, 1.5, '45.230'])('refuses the odometer %s', async (odometer) => {
    const { entry } = await steps.bought()
    const answer = await steps.note(entry.id, { odometer: odometer as number })
    expect(answer.responseHeader).toMatchObject({
      reason: 'invalid_request',
      responseDescription: expect.stringMatching(/kilómetros del tablero/) as string,
    })
  })

  test('asks about an odometer out of order or a jump, and stores it when it is confirmed', async () => {
    const [first, second, third] = [
      await steps.bought(PLATE, at(10)),
      await steps.bought(PLATE, at(11)),
      await steps.bought(PLATE, at(12)),
    ].map(({ entry }) => entry.id)
    accepted(await steps.note(first ?? '', { odometer: 45_230 }))
    const asked = async (id: string | undefined, odometer: number) => {
      const { responseHeader } = await steps.note(id ?? '', { odometer })
      return [responseHeader.reason, responseHeader.responseDescription]
    }
    expect(await asked(second, 4_523)).toEqual([
      'odometer_order',
      'El 06/09/2026 anotaste 45.230 km, más que estos 4.523: ¿está bien así?',
    ])
    expect(await asked(second, 47_231)).toEqual([
      'odometer_jump',
      'El 06/09/2026 anotaste 45.230 km: desde ese día serían 2.001 km. ¿Está bien así?',
    ])
    accepted(await steps.note(third ?? '', { odometer: 47_230 }))
    expect(await asked(second, 47_231)).toEqual([
      'odometer_order',
      'El 06/09/2026 anotaste 47.230 km, menos que estos 47.231: ¿está bien así?',
    ])
    accepted(await steps.note(second ?? '', { odometer: 4_523, confirmed: true }))
    // What was confirmed is not asked about again.
    accepted(await steps.note(second ?? '', { odometer: 4_523, note: 'Tablero nuevo' }))
  })

  test('assigns the car of a purchase without a plate, and no other', async () => {
    const { entry } = await steps.bought('')
    expect(entry).toMatchObject({ plate: '', plateReported: false })
    accepted(await steps.note(entry.id, { plate: 'zza 1001', odometer: 100 }))
    expect(await steps.entriesOf('')).toEqual([])
    expect(await steps.entriesOf()).toMatchObject([{ id: entry.id, odometer: 100 }])
    const { entry: reported } = await steps.bought('SAB1234')
    const answer = await steps.note(reported.id, { plate: PLATE })
    expect(answer.responseHeader.reason).toBe('plate_reported')
  })

  test('two saves at once leave one of them, whole', async () => {
    const { entry } = await steps.bought()
    const notes = Array.from({ length: 6 }, (_, place) => ({
      odometer: 1000 + place,
      note: `nota ${place}`,
    }))
    await Promise.all(notes.map((fields) => steps.note(entry.id, fields)))
    const [saved] = await steps.entriesOf()
    expect(notes).toContainEqual({ odometer: saved?.odometer, note: saved?.note })
  })

  test('refuses another driver’s purchase as one that does not exist', async () => {
    const { entry } = await steps.bought()
    const fede = await server.as('fede')
    const answers = [await steps.note(entry.id, {}, fede), await steps.note('999999999999')]
    for (const { responseHeader } of answers)
      expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'not_found' })
    expect(await steps.entriesOf()).toEqual([entry])
  })
})

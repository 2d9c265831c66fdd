import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { MAX_VEHICLES } from '#contract/entities/loyalty.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { makeName } from '#contract/reference/vehicleMakes.ts'
import { purgeExpired } from '#db/retention.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const CLUB = '60000001'
const draft = (plate: string, more = {}) => ({ mark: 'fiat', plate, fuel: 'super', ...more })

const server = testServerForEachTest({ checked: true })
const ana = startForEachTest(() => server.as('ana'))

const add = (who: Person, plate: string, more = {}, loyaltyCode = CLUB) =>
  who.call(addVehicle, { loyaltyCode, vehicle: draft(plate, more) })
const vehicles = async () =>
  (await ana.call(loyalties, {})).loyalties.find(({ loyaltyCode }) => loyaltyCode === CLUB)
    ?.vehicles ?? []
const plates = async () => (await vehicles()).map(({ plate }) => plate)

describe('addVehicle', () => {
  test('adds a vehicle, with a make of the list or of its own, and audits it', async () => {
    const before = await plates()
    const { vehicle } = await add(ana, 'sbc 4321', { mark: '  Great   Wall ' })
    expect(vehicle).toMatchObject({ mark: 'Great Wall', plate: 'SBC4321', fuel: 'super' })
    expect((await add(ana, 'SBC 4322', { mark: 'NISSAN' })).vehicle.mark).toBe('nissan')
    expect(await vehicles()).toContainEqual(vehicle)
    expect(await plates()).toEqual([...before, 'SBC4321', 'SBC4322'].toSorted())
    const { rows } = await server.context.db.execute(
      sql`select subject from audit where action = 'addVehicle' and detail ->> 'vehicle' = ${vehicle.vehicleId}`,
    )
    expect(rows).toEqual([{ subject: CLUB }])
  })

  test('refuses a plate that the loyalty has, and accepts it after its removal', async () => {
    const [first] = await vehicles()
    const taken = await add(ana, first?.plate ?? '')
    expect(taken.responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: 'Esa matrícula ya está en esta afiliación.',
    })
    await ana.call(removeMembership, { loyaltyCode: CLUB, vehicleId: first?.vehicleId })
    expect((await add(ana, first?.plate ?? '')).responseHeader.responseCode).toBe('00')
  })

  test('answers the same for another user’s loyalty, an ended one and an unknown one', async () => {
    const fede = await server.as('fede')
    const answers = [
      await add(fede, 'SBC4321'),
      await add(ana, 'SBC4321', {}, 'NO-EXISTE'),
      await ana
        .call(removeMembership, { loyaltyCode: CLUB })
        .then(async () => await add(ana, 'SBC4321')),
    ]
    const sentences = answers.map(({ responseHeader }) => [
      responseHeader.responseCode,
      responseHeader.responseDescription,
    ])
    expect(sentences).toEqual([sentences[0], sentences[0], sentences[0]])
    expect(sentences[0]?.[0]).toBe('05')
  })

  test('X1: adds another vehicle when the audit number of a deleted answer is used again', async () => {
    const header = { auditNumber: '12345600000' }
    const fields = { loyaltyCode: CLUB, vehicle: draft('SBC4321') }
    accepted(await ana.call(addVehicle, fields, { header }))
    for (const other of [
      { loyaltyCode: CLUB, vehicle: draft('SBC4322') },
      { loyaltyCode: '60000002', vehicle: draft('SBC4321') },
    ]) {
      await purgeExpired(server.context.db, new Date(server.context.now().getTime() + 2 * DAY_MS))
      const answer = await ana.call(addVehicle, other, { header })
      expect([answer.status, answer.responseHeader?.responseCode]).toEqual([200, '00'])
    }
    expect(await plates()).toEqual(expect.arrayContaining(['SBC4321', 'SBC4322']))
  })

  test('adds once for concurrent requests with one plate, and never more than ten', async () => {
    const before = (await vehicles()).length
    const same = await Promise.all(Array.from({ length: 6 }, () => add(ana, 'SBC4321')))
    const codes = same.map(({ responseHeader }) => responseHeader.responseCode)
    expect(codes.filter((code) => code === '00')).toHaveLength(1)
    const many = await Promise.all(Array.from({ length: 12 }, (_, n) => add(ana, `SBD${1000 + n}`)))
    const added = many.filter(({ responseHeader }) => responseHeader.responseCode === '00')
    expect(added).toHaveLength(MAX_VEHICLES - before - 1)
    expect(await vehicles()).toHaveLength(MAX_VEHICLES)
    expect((await add(ana, 'SBE1000')).responseHeader.responseDescription).toMatch(
      /hasta 10 vehículos/,
    )
  })

  test('stores the code of an imported make that is given by its name', async () => {
    await server.context.db.execute(
      sql`insert into reference_item values ('marks', 'gwm', 'Great Wall')`,
    )
    const { vehicle } = await add(ana, 'SBG1000', { mark: 'great  WALL' })
    expect(vehicle.mark).toBe('gwm')
    expect((await vehicles()).find(({ plate }) => plate === 'SBG1000')?.mark).toBe('gwm')
  })

  test('stores any make of one line as it is shown, with single spaces', async () => {
    // Others are stored in their composed form.
    const make = fc
      .stringMatching(/^[\p{L}\p{N} .'&/-]{0,20}\p{L}[\p{L}\p{N} .'&/-]{0,19}$/u)
      .filter((mark) => mark.normalize('NFC') === mark)
    let plate = 1000
    await fc.assert(
      fc.asyncProperty(make, async (mark) => {
        plate += 1
        const { responseHeader, vehicle } = await add(ana, `SBF${plate}`, { mark })
        expect(responseHeader.responseDescription).toBe('AUTORIZADO')
        const shown = mark.trim().replaceAll(/\s+/g, ' ')
        expect(makeName(vehicle.mark).toLowerCase()).toBe(shown.toLowerCase())
        await ana.call(removeMembership, { loyaltyCode: CLUB, vehicleId: vehicle.vehicleId })
      }),
      { numRuns: 25 },
    )
  })
})

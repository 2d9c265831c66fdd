import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { fuelioText, plainText } from '#app/features/car/carFiles.ts'
import { carFigures } from '#contract/car/carFigures.ts'
import { cars } from '#contract/car/cars.ts'
import { undoCarImport } from '#contract/car/undoCarImport.ts'
import { aLogEntry } from '#testing/fixtures/entities.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps, PLATE } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))
const HEADING = 'Fecha;Matrícula;Km;Litros;Importe;Tipo;Lleno;Nota\n'
const send: (typeof steps)['send'] = (...given) => steps.send(...given)
const importsOf = async (who = steps.ana) => accepted(await who.call(cars, {})).imports
const stored = async () =>
  (await server.context.db.execute(sql`select * from car_entry order by id`)).rows

describe('importCarLog', () => {
  test('stores nothing for a preview, imports a file once, and leaves no trace when it is undone', async () => {
    const file = `${HEADING}2/9/2026;zza 1001;1000;30;2000;;Sí;=A1\n2/9/2026;zza 1001;;;155;Peaje;;\n2/9/2026;zza 1001;;;155;Peaje;;\n3/9/2026;;;mucho;1;;;\n4/9/2026;;;;9;Multa;;`
    const before = await stored()
    const preview = accepted(await send(file))
    expect(preview).toMatchObject({ importId: '', imported: 0, problemCount: 1 })
    expect(preview.problems).toEqual([
      { row: 5, sentence: 'No entendemos los litros «mucho»: van como 35,5.' },
    ])
    expect(preview.vehicles).toEqual([
      {
        name: 'zza 1001',
        plate: PLATE,
        entries: 3,
        known: 0,
        reported: 0,
        added: 3,
        dateFrom: '20260902120000',
        dateTo: '20260902120000',
      },
      expect.objectContaining({ name: '', plate: '', entries: 1 }),
    ])
    expect(await stored()).toEqual(before)
    const { importId } = accepted(await send(file, [PLATE, '']))
    const tankful = { kind: 'fuel', odometer: 1000, full: true, note: '=A1', amount: 200_000 }
    const log = await steps.entriesOf()
    expect(log.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
      tankful,
      { kind: 'toll' },
      { kind: 'toll' },
    ])
    for (const { vehicles, imported } of [
      accepted(await send(file, [PLATE, ''])),
      accepted(await send(file)),
    ])
      expect([vehicles[0]?.known, vehicles[0]?.added, imported]).toEqual([3, 0, 0])
    expect(await importsOf()).toEqual([
      { importId, entries: 3, dateFrom: '20260902120000', dateTo: '20260902120000' },
    ])
    accepted(await steps.ana.call(undoCarImport, { importId }))
    expect(await stored()).toEqual(before)
    expect(await importsOf()).toEqual([])
  })

  test('leaves out what a till reported, adds its odometer, and takes that back', async () => {
    const plate = 'ZZB2001'
    const at = { datetime: '2026-09-05T10:00:00-03:00' }
    const { entry } = await steps.bought(plate, at)
    await steps.bought('', at)
    const row = `5/9/2026;${plate};5000;${entry.millilitres / 1000};1;;x;\n`.replace('.', ',')
    const { importId, ...answer } = accepted(await send(HEADING + row.repeat(3), [plate]))
    expect(answer.vehicles).toMatchObject([{ entries: 3, reported: 2, known: 0, added: 3 }])
    expect(answer.imported).toBe(3)
    const noted = { odometer: 5000, full: true, plate, amount: entry.amount }
    const log = await steps.entriesOf(plate)
    expect(log.filter(({ kind }) => kind === 'purchase')).toMatchObject([noted, noted])
    expect(log).toHaveLength(3)
    accepted(await steps.ana.call(undoCarImport, { importId }))
    expect(await steps.entriesOf(plate)).toEqual([entry])
  })

  test('adds nothing of a log that was exported from here', async () => {
    const plate = 'ZZC2001'
    await steps.bought(plate)
    accepted(await steps.type({ plate, odometer: 700, place: 'Ruta 5' }))
    accepted(await steps.type({ plate, kind: 'tyres', note: '=1+1' }))
    const log = await steps.entriesOf(plate)
    for (const text of [fuelioText('Clio', plate, log), plainText(log)])
      expect(accepted(await send(text, [plate]))).toMatchObject({
        imported: 0,
        importId: '',
        problemCount: 0,
        vehicles: [{ plate, entries: 3, known: 2, reported: 1, added: 0 }],
      })
    expect(await steps.entriesOf(plate)).toEqual(log)
  })

  test('refuses a file that it cannot read, and plates of another number', async () => {
    const refused = async (...given: Parameters<typeof send>) =>
      (await send(...given)).responseHeader.responseDescription
    expect(await refused(Buffer.from([0, 1, 2, 255]))).toMatch(/^El archivo no es de texto/)
    expect(await refused(Buffer.alloc(4_000_004, 'x'))).toMatch(/más de 4 MB/)
    expect(await refused('Fecha;Importe\n1/2/2026;1', [PLATE, PLATE])).toMatch(/cada auto/)
    expect(await refused('Fecha;Importe\n1/2/2026;1', ['auto'])).toMatch(/tres letras/)
  })

  test('takes 20,000 entries, and no more than a person may have', async () => {
    const driver = await server.as('driver00001')
    const plate = 'ZZD2001'
    const start = Date.UTC(1990, 0, 1)
    const entries = Array.from({ length: 20_000 }, (_, place) => {
      const time = new Date(start + place * 57_600_000).toISOString().replaceAll(/\D/g, '')
      const fields = { id: String(place), datetime: time.slice(0, 14), odometer: place * 50 + 1 }
      return aLogEntry({ ...fields, kind: 'fuel', full: true, place: `Estación ${place}` })
    })
    const text = fuelioText('Clio', plate, entries.toReversed())
    expect(accepted(await send(text, [plate], driver)).imported).toBe(20_000)
    const ever = { plate, dateFrom: '19900101000000', tripFrom: 1, tripTo: 1_000_000 }
    const { figures } = accepted(await driver.call(carFigures, ever))
    expect([figures.tanks.length, figures.trip?.knownKm]).toEqual([19_999, 999_950])
    const more = text.replaceAll(/"(\d+)","0"\n/g, '"more $1","0"\n')
    expect((await send(more, [plate], driver)).responseHeader.reason).toBe('car_log_full')
  })
})

import { describe, expect, test } from 'vitest'
import { cars } from '#contract/car/cars.ts'
import { undoCarImport } from '#contract/car/undoCarImport.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { carSteps, PLATE } from '#testing/station/carSteps.ts'

const server = testServerForFile({ checked: true })
const steps = startForFile(() => carSteps(server))

describe('undoCarImport', () => {
  test('removes what an import added, also if it was changed since, and nothing of another', async () => {
    const { entryId } = accepted(await steps.type({ note: 'A mano' }))
    const importOf = async (day: number) =>
      accepted(await steps.send(`Fecha;Importe;Tipo\n${day}/9/2026;1;Peaje`, [PLATE])).importId
    const [first, second] = [await importOf(2), await importOf(3)]
    const imported = (await steps.entriesOf()).find(({ datetime }) => datetime < '20260903')
    accepted(await steps.type({ entryId: imported?.id ?? '', note: 'Cambiada' }))
    const fede = await server.as('fede')
    const { responseHeader } = await fede.call(undoCarImport, { importId: first })
    expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'not_found' })
    expect(accepted(await fede.call(cars, {})).imports).toEqual([])
    expect(accepted(await steps.ana.call(undoCarImport, { importId: first })).removed).toBe(1)
    const again = await steps.ana.call(undoCarImport, { importId: first })
    expect(again.responseHeader.reason).toBe('not_found')
    expect((await steps.entriesOf()).map(({ id }) => id)).toContain(entryId)
    expect(accepted(await steps.ana.call(cars, {})).imports).toMatchObject([
      { importId: second, entries: 1, dateFrom: '20260903120000' },
    ])
  })
})

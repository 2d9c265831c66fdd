// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/api/apiError.ts'
import exampleAnswers from '#server/docs/exampleAnswers.json' with { type: 'json' }
import { errorOf, field, fillFields, press, sent } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLogEntry } from '#testing/fixtures/entities.ts'

const CAR = { plate: 'SAB1234', mark: 'chevrolet', fuels: ['super'], entries: 2, odometer: 45_000 }
const DATES = { dateFrom: '20250907120000', dateTo: '20260901120000' }
const PREVIEW = {
  vehicles: [
    { ...DATES, name: 'Clio', plate: 'SAB1234', entries: 320, known: 7, reported: 1, added: 312 },
    { ...DATES, name: 'Moto', plate: '', entries: 5, known: 0, reported: 0, added: 5 },
  ],
  problems: [{ row: 6, sentence: 'No entendemos los litros «mucho»: van como 35,5.' }],
  problemCount: 21,
  importId: '',
  imported: 0,
}
const renderFiles = (replies: Replies = {}) =>
  renderApp('/listLoyaltyMovements?car=all', {
    replies: {
      cars: { cars: [CAR], imports: [{ importId: 'i-1', entries: 312, ...DATES }] },
      carLog: { entries: [aLogEntry()], next: '' },
      carFigures: exampleAnswers.carFigures,
      importCarLog: ({ plates }: { plates: string[] }) =>
        plates.length === 0 ? PREVIEW : { ...PREVIEW, importId: 'i-2', imported: 317 },
      undoCarImport: { removed: 312 },
      ...replies,
    },
  })
const choose = async (
  app: ReturnType<typeof renderFiles>,
  bytes: string | Uint8Array<ArrayBuffer>,
) => {
  await press(app, /^Traer de Fuelio, Drivvo/)
  await app.user.upload(await field('Archivo'), new File([bytes], 'clio.csv', { type: 'text/csv' }))
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the files of a car log', () => {
  test('shows what a file has, and imports it into the cars of the plates', async () => {
    const app = renderFiles()
    await choose(app, 'a,ñ')
    await screen.findByText(
      /^320 anotaciones, del 07\/09\/2025 al 01\/09\/2026. 7 ya están. 1 carga/,
    )
    await screen.findByText(/Fila 6: No entendemos los litros «mucho»/)
    await screen.findByText('Y 20 más.')
    await screen.findByRole('button', { name: 'Traer 312 anotaciones' })
    await fillFields(app, { 'Matrícula de Moto (opcional)': 'moto' })
    await press(app, 'Traer 317 anotaciones')
    expect(await errorOf('Matrícula de Moto (opcional)')).toMatch(/tres letras/)
    await fillFields(app, { 'Matrícula de Moto (opcional)': 'abc 123' })
    await press(app, 'Traer 317 anotaciones')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).toBe(
      '/listLoyaltyMovements?car=SAB1234&dateFrom=20250907&dateTo=20260901',
    )
    const file = Buffer.from('a,ñ').toString('base64')
    expect(sent(app, 'importCarLog')).toEqual([
      { file, plates: [] },
      { file, plates: ['SAB1234', 'ABC123'] },
    ])
  })

  test('says at the field why a file cannot be read', async () => {
    const sentence = 'El archivo está en «Odo (mi)»: pasalo a kilómetros.'
    const app = renderFiles({
      importCarLog: new ApiError('05', sentence, { reason: 'invalid_request' }),
    })
    await choose(app, 'x')
    await waitFor(async () => expect(await errorOf('Archivo')).toBe(sentence))
    await app.user.upload(await field('Archivo'), new File([new Uint8Array(4_000_001)], 'a.csv'))
    await waitFor(async () => expect(await errorOf('Archivo')).toMatch(/más de 4 MB/))
    expect(sent(app, 'importCarLog')).toHaveLength(1)
  })

  test('undoes an import after a question, and saves the log for Fuelio', async () => {
    const saved: Blob[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:'
    })
    const app = renderFiles()
    await press(app, 'Deshacer 312 anotaciones, del 07/09/2025 al 01/09/2026')
    await screen.findByText(/Se borran 312 anotaciones, también lo que les hayas cambiado/)
    await press(app, 'Deshacer')
    await waitFor(() => expect(sent(app, 'undoCarImport')).toEqual([{ importId: 'i-1' }]))
    await press(app, 'Descargar la libreta en Fuelio')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(sent(app, 'carLog').at(-1)).toMatchObject({ plate: 'SAB1234', count: 1000 })
  })

  test('a driver without a car begins a log by hand or from a file', async () => {
    const app = renderFiles({ cars: { cars: [], imports: [] } })
    await screen.findByRole('button', { name: /^Traer de Fuelio, Drivvo/ })
    await press(app, 'Anotar una carga o gasto')
    expect((await field('Matrícula')).value).toBe('')
  })
})

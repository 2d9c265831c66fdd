// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#kit/api/apiError.ts'
import exampleAnswers from '#server/docs/exampleAnswers.json' with { type: 'json' }
import { errorOf, field, fillFields, press, sent } from '#testing/browser/formSteps.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLogEntry, aLoyalty, aMovement } from '#testing/fixtures/entities.ts'

const { figures } = exampleAnswers.carFigures
const OWN = [
  { plate: 'SAB1234', mark: 'chevrolet', fuels: ['super'], entries: 2, odometer: 45_000 },
  { plate: 'SCD5678', mark: 'nissan', fuels: ['gasoil'], entries: 1, odometer: null },
  { plate: '', mark: '', fuels: ['super'], entries: 1, odometer: null },
]
const ENTRIES = [
  aLogEntry({ id: '000000000002' }),
  aLogEntry({ id: '000000000001', datetime: '20261101120000', odometer: 45_000, full: true }),
  aLogEntry({
    id: 't-1',
    kind: 'toll',
    product: '',
    millilitres: 0,
    amount: 15_500,
    place: 'Ruta 1',
  }),
]
const renderCar = (replies: Replies = {}, query = 'car=all') =>
  renderApp(`/listLoyaltyMovements?${query}`, {
    loyalties: [aLoyalty()],
    replies: {
      cars: { cars: OWN, imports: [] },
      carLog: { entries: ENTRIES, next: '' },
      carFigures: { figures },
      saveCarPurchase: {},
      saveCarEntry: { entryId: 'new' },
      removeCarEntry: {},
      carReminders: { reminders: [] },
      saveCarReminder: { reminderId: 'new' },
      finishCarReminder: {},
      ...replies,
    },
  })
const open = async (app: ReturnType<typeof renderCar>, text: string | RegExp) =>
  app.user.click(within(await screen.findByRole('list', { name: 'Libreta' })).getByText(text))

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('Mi auto', () => {
  test('shows the figures and the log of the first car', async () => {
    const app = renderCar()
    expect(await screen.findByText('8,1 l/100 km', { selector: 'dl dd' })).toBeTruthy()
    const list = await screen.findByRole('list', { name: 'Libreta' })
    expect(within(list).getByText('45.000 km')).toBeTruthy()
    expect(within(list).getByText('Agregar kilómetros')).toBeTruthy()
    expect(sent(app, 'carLog')[0]).toMatchObject({ plate: 'SAB1234' })
  })

  test('adds the odometer of a purchase, as it is typed', async () => {
    const app = renderCar()
    await open(app, 'Agregar kilómetros')
    expect((await field('Llené el tanque')).checked).toBe(true)
    await fillFields(app, { 'Kilómetros del tablero': '45.230', 'Nota (opcional)': 'Con aire' })
    await press(app, 'Guardar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(app, 'saveCarPurchase')).toEqual([
      {
        rrn: '000000000002',
        plate: '',
        odometer: 45_230,
        full: true,
        missed: false,
        note: 'Con aire',
        confirmed: false,
      },
    ])
  })

  test('asks about an odometer that is out of order, and sends it when it is right', async () => {
    const question = 'El 01/11/2026 anotaste 45.000 km, más que estos 4.500: ¿está bien así?'
    const app = renderCar({
      saveCarPurchase: ({ confirmed }: { confirmed?: boolean }) =>
        confirmed ? {} : new ApiError('05', question, { reason: 'odometer_order' }),
    })
    await open(app, 'Agregar kilómetros')
    await fillFields(app, { 'Kilómetros del tablero': '4500' })
    await press(app, 'Guardar')
    await waitFor(async () => expect(await errorOf('Kilómetros del tablero')).toBe(question))
    await press(app, 'Sí, está bien así')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(app, 'saveCarPurchase').at(-1)).toMatchObject({ odometer: 4500, confirmed: true })
  })

  test('keeps an odometer that was typed without a network, and sends it once', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const app = renderCar()
    await open(app, 'Agregar kilómetros')
    await fillFields(app, { 'Kilómetros del tablero': '45.230' })
    await press(app, 'Guardar')
    await screen.findByText(/45.230.km: sale solo cuando vuelva la conexión/)
    expect(sent(app, 'saveCarPurchase')).toEqual([])
    onLine.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(screen.queryByText(/sale solo/)).toBeNull())
    window.dispatchEvent(new Event('online'))
    expect(sent(app, 'saveCarPurchase')).toMatchObject([{ odometer: 45_230 }])
  })

  test('asks about an odometer that the server refused when it was sent later', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const app = renderCar({
      saveCarPurchase: ({ confirmed }: { confirmed: boolean }) =>
        confirmed ? {} : new ApiError('05', '¿Está bien así?', { reason: 'odometer_jump' }),
    })
    await open(app, 'Agregar kilómetros')
    await fillFields(app, { 'Kilómetros del tablero': '99.000' })
    await press(app, 'Guardar')
    await screen.findByText(/sale solo/)
    onLine.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await screen.findByText('¿Está bien así?')
    await press(app, 'Sí, está bien así')
    await waitFor(() => expect(screen.queryByText('¿Está bien así?')).toBeNull())
    expect(sent(app, 'saveCarPurchase').at(-1)).toMatchObject({ odometer: 99_000, confirmed: true })
  })

  test('a receipt of fuel leads to the odometer of its purchase', async () => {
    const movement = aMovement({ rrn: '000000000002', plate: 'SAB1234' })
    const app = renderCar(
      { loyalties: { loyalties: [aLoyalty()] }, movements: { movements: [movement], next: '' } },
      'rrn=000000000002',
    )
    await app.user.click(await screen.findByRole('link', { name: 'Agregar los kilómetros' }))
    await field('Kilómetros del tablero')
    expect(app.address()).toBe('/listLoyaltyMovements?car=SAB1234&id=000000000002')
  })

  test('says at its field what is wrong, and keeps what was typed', async () => {
    const app = renderCar()
    await press(app, 'Anotar otra carga o gasto')
    await fillFields(app, {
      Litros: 'muchos',
      'Kilómetros del tablero': '45 mil',
    })
    await press(app, 'Guardar')
    expect(await errorOf('Litros')).toMatch(/Escribí los litros/)
    expect(await errorOf('Pagaste, en pesos')).toMatch(/Escribí cuánto pagaste/)
    expect(await errorOf('Kilómetros del tablero')).toMatch(/número entero/)
    expect((await field('Litros')).value).toBe('muchos')
    expect(sent(app, 'saveCarEntry')).toEqual([])
  })

  test('adds a tankful of another network and removes an expense', async () => {
    const app = renderCar()
    await press(app, 'Anotar otra carga o gasto')
    await fillFields(app, { Litros: '35,5', 'Pagaste, en pesos': '2.700,50' })
    await press(app, 'Guardar')
    await waitFor(() =>
      expect(sent(app, 'saveCarEntry')).toMatchObject([
        {
          entryId: '',
          kind: 'fuel',
          date: '20261120',
          plate: 'SAB1234',
          product: 'super',
          millilitres: 35_500,
          amount: 270_050,
          odometer: null,
        },
      ]),
    )
    await open(app, 'Peaje')
    await press(app, 'Borrar')
    await press(app, 'Borrar la anotación')
    await waitFor(() => expect(sent(app, 'removeCarEntry')).toEqual([{ entryId: 't-1' }]))
  })

  test('asks once for the car of a purchase without a plate', async () => {
    const app = renderCar(
      { carLog: { entries: [aLogEntry({ plate: '', plateReported: false })], next: '' } },
      'car=none',
    )
    await open(app, 'Agregar kilómetros')
    await app.user.selectOptions(await field('¿Con qué auto fue?'), 'SCD5678')
    await press(app, 'Guardar')
    await waitFor(() =>
      expect(sent(app, 'saveCarPurchase')).toMatchObject([{ plate: 'SCD5678', odometer: null }]),
    )
    expect(sent(app, 'carLog')[0]).toMatchObject({ plate: '' })
  })

  test('compares with the period before, and tells what a trip cost', async () => {
    const trip = { km: 300, knownKm: 200, millilitres: 15_000, amount: 112_500 }
    const app = renderCar({ carFigures: { figures: { ...figures, trip } } })
    await app.user.selectOptions(await field('Comparar con'), 'previous')
    expect((await screen.findAllByText(/^Antes: 8,1/)).length).toBe(1)
    await fillFields(app, { 'Kilómetros al salir': '9900', 'Kilómetros al llegar': '9.800' })
    await press(app, 'Calcular')
    expect(await errorOf('Kilómetros al llegar')).toMatch(/más que los del principio/)
    await fillFields(app, { 'Kilómetros al llegar': '10.200' })
    await press(app, 'Calcular')
    await screen.findByText(/300.km \(sabemos de 200.km\): 15,000.l y \$.1.125,00 de combustible/)
    expect(sent(app, 'carFigures').at(-1)).toMatchObject({ tripFrom: 9900, tripTo: 10_200 })
  })

  test('adds, shows and ends a reminder of the car, with errors at their fields', async () => {
    const due = { dueDate: '20261122', dueOdometer: 60_000, everyMonths: 12, everyKm: null }
    const reminder = { reminderId: 'r-1', plate: 'SAB1234', kind: 'service', note: '', ...due }
    const full = 'Ya tiene 45.000 km: escribí más que eso.'
    const app = renderCar({
      carReminders: {
        reminders: [
          { ...reminder, expected: '20261122', state: 'soon' },
          { ...reminder, reminderId: 'r-2', plate: 'SCD5678', expected: null, state: 'later' },
        ],
      },
      saveCarReminder: ({ dueOdometer }: { dueOdometer: number }) =>
        dueOdometer > 45_000
          ? { reminderId: 'r-3' }
          : new ApiError('05', full, { reason: 'reminder_odometer' }),
    })
    const list = await screen.findByRole('list', { name: 'Recordatorios' })
    within(list).getByText('22 de noviembre de 2026, o a los 60.000 km')
    expect(within(list).getAllByText('Falta poco')).toHaveLength(1)
    await press(app, 'Agregar recordatorio')
    await fillFields(app, { Kilómetros: '45 mil', 'Se repite cada (km)': '10.000' })
    await press(app, 'Guardar')
    expect(await errorOf('Kilómetros')).toMatch(/un número entero/)
    await fillFields(app, { Kilómetros: '4.500' })
    await press(app, 'Guardar')
    await waitFor(async () => expect(await errorOf('Kilómetros')).toBe(full))
    expect((await field('Kilómetros')).value).toBe('4.500')
    await fillFields(app, { Kilómetros: '54.500' })
    await press(app, 'Guardar')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const typed = { plate: 'SAB1234', dueDate: null, dueOdometer: 54_500, everyKm: 10_000 }
    expect(sent(app, 'saveCarReminder').at(-1)).toMatchObject(typed)
    await app.user.click(within(list).getByText(/^Service/))
    expect((await field('Fecha')).value).toBe('22/11/2026')
    await press(app, 'Hecho')
    await press(app, 'Sí, listo')
    await waitFor(() =>
      expect(sent(app, 'finishCarReminder')).toEqual([{ reminderId: 'r-1', again: true }]),
    )
  })
})

// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aBranch, aDebt, aLoyalty, aMovement, aNotification } from '#testing/fixtures/entities.ts'
import { listOf } from '#testing/fixtures/membershipRequests.ts'

const club = aLoyalty({ loyaltyCode: 'CLUB', programmeName: 'Surtidor Club', points: 3862 })
const uber = aLoyalty({ loyaltyCode: 'UBER', programmeName: 'Surtidor Uber', points: 331 })
const owing = (...debts: object[]) => ({
  debts,
  geopay: { netId: 'n', merchantId: 'm', pageUrl: '' },
})
const stations = [
  aBranch({ code: 'E001', name: 'Estación Ombú', latitude: -34.9, longitude: -56.19 }),
  aBranch({
    code: 'E002',
    name: 'Estación Salto',
    department: 'SA',
    latitude: -31.38,
    longitude: -57.96,
  }),
]
const nothing: Replies = {
  loyalties: { loyalties: [] },
  getDebts: owing(),
  movements: { movements: [], next: '' },
  notifications: { notifications: [] },
  branches: { branches: stations },
  membershipRequestList: listOf(),
  getPayments: { payments: [] },
  sentMessages: { messages: [], next: '' },
}
const renderScreen = (replies: Replies = {}) =>
  renderApp('/main', {
    loyalties: [club, uber],
    replies: { ...nothing, loyalties: { loyalties: [club, uber] }, ...replies },
  })
const fede = () => renderApp('/main', { name: 'Federico', replies: { ...nothing } })

const linkTo = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('main', () => {
  test('shows the points of the selected loyalty large, and those of the other', async () => {
    renderScreen()
    expect(await screen.findByRole('heading', { level: 1, name: 'Hola, Ana' })).toBeTruthy()
    expect(await screen.findByText('3.862')).toBeTruthy()
    expect(screen.getByText('Tus puntos en Surtidor Club')).toBeTruthy()
    expect(screen.getByText('331').closest('li')?.textContent).toBe('331 en Surtidor Uber')
  })

  test('tells points that can be spent from pending ones, and says what expires soon and is owed', async () => {
    const held = {
      ...club,
      spendablePoints: 123_456_789_012,
      pendingPoints: 120,
      pendingUntil: '20261121000000',
      expiring: [
        { date: '20261130', points: 300 },
        { date: '20270101', points: 5 },
      ],
      shortfall: 30,
    }
    renderScreen({ loyalties: { loyalties: [held, { ...uber, expiring: [], pendingPoints: 0 }] } })
    const panel = (await screen.findByText('123.456.789.012')).closest('div')
    const notes = within(panel!).getAllByText(/punto/)
    expect(notes.map((note) => note.textContent).slice(1)).toEqual([
      '120 puntos pendientes: podés usarlos desde mañana',
      'Vencen 300 puntos el 30/11/2026',
      'Por una compra anulada te faltan 30 puntos: los descontamos de tus próximas cargas',
    ])
  })

  test('shows the current loyalty also after another one was selected in Movimientos', async () => {
    const app = renderScreen({ movements: { movements: [aMovement({ rrn: 'r1' })], next: '' } })
    await screen.findByText('Tus puntos en Surtidor Club')
    app.open('/movements')
    await app.user.selectOptions(
      await screen.findByRole('combobox', { name: 'Afiliación' }),
      'Surtidor Uber · 331 puntos',
    )
    await waitFor(() => expect(localStorage.getItem('movSelLoyalty')).toContain('UBER'))
    app.open('/main')
    expect(await screen.findByText('Tus puntos en Surtidor Club')).toBeTruthy()
    expect(app.sentCalls.findLast(({ name }) => name === 'movements')?.params.loyaltyCode).toBe(
      'UBER',
    )
    const list = await screen.findByRole('list', { name: 'Últimos movimientos' })
    // Each link of home says which loyalty it means, and leaves the selection as it is.
    const row = within(list).getByRole('link')
    expect(row.getAttribute('href')).toBe('/movements?loyaltyCode=CLUB&rrn=r1')
    expect(linkTo('Mi tarjeta')).toBe('/loyalty?loyaltyCode=CLUB')
    await app.user.click(row)
    // By its label: behind the open sheet it has no accessible name.
    const choice = await screen.findByLabelText<HTMLSelectElement>('Afiliación')
    expect(choice.value).toBe('CLUB')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    expect(localStorage.getItem('movSelLoyalty')).toContain('UBER')
  })

  test('shows number, total by currency and next due date of the debts, with those in confirmation apart', async () => {
    renderScreen({
      getDebts: owing(
        aDebt({ reference: '1', amount: 348_900, dueDate: '20261111' }),
        aDebt({ reference: '2', amount: 7_700, dueDate: '20261121', concept: 'Café y alfajor' }),
        aDebt({ reference: '3', amount: 12_200, currency: '840', dueDate: '20261130' }),
        aDebt({ reference: '4', amount: 99_900, dueDate: '20261212', state: 'PROCESSING' }),
      ),
    })
    expect(await screen.findByRole('heading', { name: 'Tenés 3 deudas para pagar' })).toBeTruthy()
    expect(screen.getByText('1 vencida')).toBeTruthy()
    expect(screen.getByText('Café y alfajor: vence mañana')).toBeTruthy()
    expect(screen.getByRole('main').textContent).toMatch(/\$\s3\.566,00US\$\s122,00/)
    expect(screen.getByText('Estamos confirmando 1 pago.')).toBeTruthy()
    expect(linkTo('Ver y pagar')).toBe('/payment')
  })

  test('shows that nothing is owed, with a link to the payments', async () => {
    renderScreen()
    expect(await screen.findByRole('heading', { name: 'Estás al día' })).toBeTruthy()
    expect(linkTo('Ver mis pagos')).toBe('/listPayment')
  })

  test('shows the five newest movements, each with a link to its detail', async () => {
    const movements = Array.from({ length: 7 }, (_, place) =>
      aMovement({ rrn: `r${place}`, datetime: `202611${20 - place}082318`, product: 'gasoil' }),
    )
    renderScreen({ movements: { movements, next: '' } })
    const list = await screen.findByRole('list', { name: 'Últimos movimientos' })
    const rows = within(list).getAllByRole('link')
    expect(rows.map((row) => row.getAttribute('href'))).toEqual(
      ['r0', 'r1', 'r2', 'r3', 'r4'].map((rrn) => `/movements?loyaltyCode=CLUB&rrn=${rrn}`),
    )
    expect(rows[0]?.textContent).toContain('Estación Ombú · hoy 08:23')
    expect(rows[1]?.textContent).toContain('ayer 08:23')
    expect(rows[2]?.textContent).toContain('18/11/2026 08:23')
    expect(rows[0]?.textContent).toContain('+111 puntos')
    expect(linkTo('¿Te falta una compra?')).toBe('/movements?claims=all')
  })

  test('asks for a missing purchase only on the day of a purchase', async () => {
    const movements = [aMovement({ rrn: 'r1', datetime: '20261119235959' })]
    renderScreen({ movements: { movements, next: '' } })
    await screen.findByRole('list', { name: 'Últimos movimientos' })
    expect(screen.queryByRole('link', { name: '¿Te falta una compra?' })).toBeNull()
  })

  test('shows the number of unread notifications and the newest three', async () => {
    const notifications = ['a', 'b', 'read', 'c', 'd'].map((id) =>
      aNotification({ id, title: `Aviso ${id}`, read: id === 'read' ? 'true' : 'false' }),
    )
    renderScreen({ notifications: { notifications } })
    const list = await screen.findByRole('list', { name: 'Avisos sin leer' })
    expect(screen.getByRole('heading', { name: '4 avisos sin leer' })).toBeTruthy()
    expect(
      within(list)
        .getAllByText(/^Aviso/)
        .map((node) => node.textContent),
    ).toEqual(['Aviso a', 'Aviso b', 'Aviso c'])
  })

  test('a failed block shows its error and retries without affecting the others', async () => {
    const { replies, user } = renderScreen({
      getDebts: transportError(500),
      notifications: noAnswer('offline'),
    })
    const broken = await screen.findByText('No pudimos traer lo que tenés para pagar.')
    expect(screen.getByText('Estás sin conexión: no pudimos traer tus avisos.')).toBeTruthy()
    expect(screen.getByText('3.862')).toBeTruthy()
    replies.getDebts = owing(aDebt())
    const block = broken.closest('[role=alert]') as HTMLElement
    await user.click(within(block).getByRole('button', { name: 'Probar de nuevo' }))
    expect(await screen.findByRole('heading', { name: 'Tenés 1 deuda para pagar' })).toBeTruthy()
  })

  test('a slow block draws its skeleton without affecting the others', async () => {
    renderScreen({ getDebts: () => new Promise(() => undefined) })
    expect(await screen.findByText('3.862')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No tenés avisos nuevos' })).toBeTruthy()
    expect(screen.getAllByText('Cargando…')).toHaveLength(1)
  })

  test('shows a user without a loyalty the next steps', async () => {
    fede()
    expect(await screen.findByText('Te damos la bienvenida a Surtidor')).toBeTruthy()
    expect(linkTo('Ver los programas')).toBe('/listLoyalty')
    expect(screen.getByRole('list', { name: 'Mientras tanto' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Cargando…')).toBeNull())
    for (const emptiness of [/Estás al día/, /avisos/i, /Sin movimientos/, /puntos en/])
      expect(screen.queryByRole('heading', { name: emptiness })).toBeNull()
  })

  test('shows debts and notifications also without a loyalty', async () => {
    const { replies } = fede()
    replies.getDebts = owing(aDebt())
    replies.notifications = { notifications: [aNotification()] }
    expect(await screen.findByRole('heading', { name: 'Tenés 1 deuda para pagar' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: '1 aviso sin leer' })).toBeTruthy()
  })

  test('shows neither points nor next steps until the loyalties are known', async () => {
    renderApp('/main', {
      name: 'Federico',
      replies: { ...nothing, loyalties: () => new Promise(() => undefined) },
    })
    expect(await screen.findByRole('heading', { name: 'No tenés avisos nuevos' })).toBeTruthy()
    expect(screen.queryByText(/Te damos la bienvenida/)).toBeNull()
    expect(screen.queryByText('Por dónde empezar')).toBeNull()

    const { replies, user } = renderApp('/main', {
      name: 'Federico',
      replies: { ...nothing, loyalties: noAnswer('offline') },
    })
    const broken = await screen.findByText('Estás sin conexión: no pudimos traer tus puntos.')
    expect(screen.queryByText(/Te damos la bienvenida/)).toBeNull()
    expect(screen.queryByText(/Sin movimientos/)).toBeNull()
    replies.loyalties = { loyalties: [club] }
    const block = broken.closest('[role=alert]') as HTMLElement
    await user.click(within(block).getByRole('button', { name: 'Probar de nuevo' }))
    expect(await screen.findByText('Tus puntos en Surtidor Club')).toBeTruthy()
    expect(await screen.findByText('Sin movimientos en los últimos 90 días')).toBeTruthy()
  })

  test('shows the whole text of an unread notification', async () => {
    const text = 'Una línea larga. '.repeat(12).trim()
    renderScreen({ notifications: { notifications: [aNotification({ text })] } })
    expect((await screen.findByText(text)).className).not.toContain('line-clamp')
  })

  test('shows a loyalty approved since the login', async () => {
    const { replies } = fede()
    replies.loyalties = { loyalties: [club] }
    expect(await screen.findByText('Tus puntos en Surtidor Club')).toBeTruthy()
  })

  type Lookup = (found: (at: object) => void, missed: (why: object) => void) => void
  function geolocation(lookup: Lookup) {
    const getCurrentPosition = vi.fn<Lookup>(lookup)
    const device = Object.create(navigator) as Navigator
    vi.stubGlobal('navigator', Object.assign(device, { geolocation: { getCurrentPosition } }))
    return getCurrentPosition
  }

  test('requests the position on a tap only and shows the nearest station', async () => {
    const looked = geolocation((found) =>
      found({ coords: { latitude: -34.91, longitude: -56.19 } }),
    )
    const { user } = renderScreen()
    const button = await screen.findByRole('button', { name: 'Usar mi ubicación' })
    expect(looked).not.toHaveBeenCalled()
    await user.click(button)
    expect(await screen.findByRole('heading', { name: 'Estación Ombú' })).toBeTruthy()
    expect(screen.getByText('1,1 km')).toBeTruthy()
    expect(screen.getByText('Todos los días de 6:00 a 22:00')).toBeTruthy()
    expect(linkTo('Ver en el mapa')).toBe('/map?station=E001')
  })

  test('offers the departments when the position is denied', async () => {
    geolocation((_, missed) => missed({ code: 1, PERMISSION_DENIED: 1 }))
    const { user } = renderScreen()
    await user.click(await screen.findByRole('button', { name: 'Usar mi ubicación' }))
    expect(await screen.findByText(/no nos deja ver tu ubicación/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Usar mi ubicación' })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox'), 'Salto')
    const list = await screen.findByRole('list', { name: 'Estaciones del departamento' })
    expect(list.textContent).toContain('Estación Salto')
    expect(list.textContent).not.toContain('Estación Ombú')
  })

  test('offers to retry a position that is not found', async () => {
    let lost = true
    geolocation((found, missed) =>
      lost
        ? missed({ code: 2, PERMISSION_DENIED: 1 })
        : found({ coords: { latitude: -31.4, longitude: -57.96 } }),
    )
    const { user } = renderScreen()
    await user.click(await screen.findByRole('button', { name: 'Usar mi ubicación' }))
    lost = false
    await user.click(await screen.findByRole('button', { name: 'Probar de nuevo' }))
    expect(await screen.findByRole('heading', { name: 'Estación Salto' })).toBeTruthy()
  })
})

// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noAnswer, transportError } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aBranch } from '#testing/fixtures/entities.ts'

const price = (code: string, cents: number) => ({ code, price: cents, validFrom: '20260301' })
const official = (validFrom: string, validTo: string, cents: number) => ({
  product: 'super',
  price: cents,
  validFrom,
  validTo,
  decree: 'Decreto 130/025',
})
const ombu = aBranch({
  services: [
    { code: 'fuel', values: ['super', 'gasoil'] },
    { code: 'collection', values: ['Urupago'] },
    { code: 'parking', values: ['overnight'] },
  ],
  fuels: [price('gasoil', 4732), price('super', 7688)],
})
const ceibo = aBranch({
  code: 'E002',
  name: 'Estación Ceibo',
  latitude: -34.88,
  longitude: -56.15,
  services: [{ code: 'collection', values: ['Abitab'] }],
})
const salto = aBranch({
  code: 'E003',
  name: 'Estación Salto',
  department: 'SA',
  latitude: -31.38,
  longitude: -57.96,
  openingHours: 'Consultar por teléfono',
})
const all: Replies = {
  branches: { branches: [ceibo, ombu, salto] },
  mapTiles: { url: '', attribution: '', attributionUrl: '' },
  prices: {
    prices: [
      official('20260101', '20260228', 7779),
      official('20260301', '20261031', 7688),
      official('20301201', '', 7800),
    ],
  },
}
const renderMap = (search = '?view=list', replies: Replies = all) =>
  renderApp(`/map${search}`, { replies: { ...replies } })

/** The names in the list, in order. */
const names = async () => {
  const list = await screen.findByRole('list', { name: 'Estaciones' })
  return within(list)
    .getAllByRole('button')
    .map((row) => /Estación (?:Ceibo|Ombú|Salto)/.exec(row.textContent ?? '')?.[0])
}
const NEAR_CEIBO = { latitude: -34.881, longitude: -56.15 }
type Lookup = (found: (at: object) => void, missed: (why: object) => void) => void
function stubGeolocation(lookUp: Lookup, permission = 'prompt') {
  const geolocation = {
    getCurrentPosition: vi.fn<Lookup>(lookUp),
    watchPosition: () => 1,
    clearWatch: () => undefined,
  }
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      geolocation,
      permissions: { query: async () => ({ state: permission }) },
    }),
  )
  return geolocation.getCurrentPosition
}

beforeEach(() => {
  localStorage.clear()
  // What jsdom lacks and Leaflet measures.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  Object.assign(SVGSVGElement.prototype, { createSVGRect: () => ({}) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The map is created when the browser is idle. */
const departmentsDrawn = () =>
  waitFor(() => expect(document.querySelectorAll('path.map-department')).toHaveLength(19))

describe('map', () => {
  test('lists all stations in the order of the answer and draws the departments and the stations on the map', async () => {
    renderMap()
    expect(await names()).toEqual(['Estación Ceibo', 'Estación Ombú', 'Estación Salto'])
    expect(screen.getByText('3 estaciones en todo el país')).toBeTruthy()
    renderMap('')
    const map = await screen.findByRole('region', { name: /^Mapa de estaciones/ })
    await departmentsDrawn()
    await waitFor(() =>
      expect(map.querySelectorAll('.map-pin, .map-cluster').length).toBeGreaterThan(0),
    )
  })

  test('hides the markers from keyboard and screen reader', async () => {
    renderMap('')
    const map = await screen.findByRole('region', { name: /^Mapa de estaciones/ })
    await waitFor(() => expect(map.querySelector('.leaflet-marker-pane .map-icon')).toBeTruthy())
    const pane = map.querySelector('.leaflet-marker-pane')
    expect(pane?.getAttribute('aria-hidden')).toBe('true')
    expect(pane?.querySelectorAll('[tabindex]')).toHaveLength(0)
  })

  test('puts the nearest first and within 10 km once the position is known', async () => {
    stubGeolocation((found) => found({ coords: NEAR_CEIBO }))
    const { user } = renderMap()
    await user.click(await screen.findByRole('button', { name: 'Usar mi ubicación' }))
    expect(await screen.findByText('2 estaciones a menos de 10 km')).toBeTruthy()
    expect(await names()).toEqual(['Estación Ceibo', 'Estación Ombú'])
    expect(screen.getByText('110 m')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Distancia'), 'Cualquiera')
    expect(await names()).toHaveLength(3)
  })

  test('asks for the position by itself only where it is allowed already', async () => {
    const sentCalls = stubGeolocation((found) => found({ coords: NEAR_CEIBO }), 'granted')
    renderMap()
    expect(await screen.findByText('2 estaciones a menos de 10 km')).toBeTruthy()
    expect(sentCalls).toHaveBeenCalledTimes(1)
    cleanup()
    const unasked = stubGeolocation((found) => found({ coords: NEAR_CEIBO }))
    renderMap()
    expect(await names()).toHaveLength(3)
    expect(unasked).not.toHaveBeenCalled()
  })

  test('explains a refused position and offers the departments', async () => {
    stubGeolocation((_, missed) => missed({ code: 1, PERMISSION_DENIED: 1 }))
    const { user, address } = renderMap()
    await user.click(await screen.findByRole('button', { name: 'Usar mi ubicación' }))
    expect(await screen.findByText('No vemos tu ubicación')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Departamento'), 'Salto')
    await waitFor(async () => expect(await names()).toEqual(['Estación Salto']))
    expect(address()).toContain('department=SA')
  })

  test('filters by service, its value, fuel and opening, all stored in the address', async () => {
    const { user, address } = renderMap()
    await names()
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    await user.selectOptions(screen.getByLabelText('Servicio'), 'Red de cobranza')
    expect(await names()).toHaveLength(2)
    await user.selectOptions(await screen.findByLabelText('Cuál'), 'Urupago')
    expect(await names()).toEqual(['Estación Ombú'])
    await user.selectOptions(screen.getByLabelText('Combustible'), 'Super')
    await user.click(screen.getByLabelText('Abierta ahora'))
    expect(await names()).toEqual(['Estación Ombú'])
    expect(screen.getByRole('button', { name: 'Filtros (4)' })).toBeTruthy()
    // U+00A0 stands between the sign and the figure.
    expect(screen.getByText(/^\$\s76,88\/L$/)).toBeTruthy()
    expect(address()).toBe('/map?view=list&service=collection&value=Urupago&fuel=super&open=1')
  })

  test('never claims that a station with unknown hours is open', async () => {
    renderMap('?view=list&open=1')
    expect(await names()).toEqual(['Estación Ceibo', 'Estación Ombú'])
    renderMap('?view=list&department=SA')
    const list = await screen.findByRole('list', { name: 'Estaciones' })
    expect(list.textContent).toContain('Consultar por teléfono')
    expect(list.textContent).not.toMatch(/Abierta|Cerrada/)
  })

  test('offers to clear the filters, or to search farther, when no station fits', async () => {
    const { user, address } = renderMap('?view=list&department=AR&fuel=super')
    await user.click(await screen.findByRole('button', { name: 'Quitar los filtros' }))
    expect(await names()).toHaveLength(3)
    expect(address()).toBe('/map?view=list')
    stubGeolocation((found) => found({ coords: { latitude: -33, longitude: -55 } }), 'granted')
    const far = renderMap()
    await far.user.click(await screen.findByRole('button', { name: 'Buscar más lejos' }))
    expect(await names()).toHaveLength(3)
  })

  test('shows a station of the address with hours, prices and their validity, services and the route', async () => {
    const { user, address } = renderMap('?station=E001')
    const sheet = await screen.findByRole('dialog', { name: 'Estación Ombú' })
    await within(sheet).findByText(/Av\. Italia 1285/)
    const text = sheet.textContent ?? ''
    expect(text).toContain('Abierta hasta las 22:00')
    expect(text).toMatch(/Super\$\s76,88\/Ldesde el 01\/03\/2026.*Gasoil\$\s47,32\/L/)
    expect(text).toContain('Red de cobranza: Urupago')
    expect(text).toContain('Estacionamiento: Nocturno')
    const route = within(sheet).getByRole('link', { name: /^Cómo llegar/ })
    expect([
      route.getAttribute('href'),
      route.getAttribute('target'),
      route.getAttribute('rel'),
    ]).toEqual([
      'https://www.google.com/maps/dir/?api=1&destination=-34.90316,-56.19345',
      '_blank',
      'noopener noreferrer',
    ])
    await user.click(within(sheet).getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(address()).toBe('/map'))
  })

  test('shows the last day of a price that is over, the next change, and the history in a sheet', async () => {
    const { user, address } = renderMap('?station=E001')
    const sheet = await screen.findByRole('dialog', { name: 'Estación Ombú' })
    const row = await within(sheet).findByRole('button', { name: /^Super.*Decreto 130\/025/ })
    expect(row.textContent).toContain('vigente hasta el 31/10/2026; no tenemos el precio nuevo')
    expect(row.textContent).toMatch(/desde el 01\/12\/2030: \$\s78,00\/L/)
    await user.click(row)
    const history = await screen.findByRole('dialog', { name: 'Precio oficial: Super' })
    const list = await within(history).findByRole('list', { name: 'Historia' })
    const lines = within(list).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
      'desde el 01/12/2030$ 78,00/LDecreto 130/025',
      'del 01/03/2026 al 31/10/2026$ 76,88/LDecreto 130/025',
      'del 01/01/2026 al 28/02/2026$ 77,79/LDecreto 130/025',
    ])
    await user.click(within(history).getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(address()).toBe('/map?station=E001'))
  })

  test('shows the prices of the stations where their history cannot be loaded, with a retry', async () => {
    const { user, replies } = renderMap('?station=E001', { ...all, prices: transportError(500) })
    const row = await screen.findByRole('button', { name: /^Gasoil.*47,32/ })
    await user.click(row)
    const retry = await screen.findByRole('button', { name: 'Probar de nuevo' })
    replies.prices = all.prices
    await user.click(retry)
    expect(await screen.findByText('No tenemos otros precios.')).toBeTruthy()
  })

  test('says in the list that the price of the chosen fuel is over', async () => {
    const old = { ...price('super', 7688), validTo: '20260430' }
    const stations = { branches: [{ ...ombu, fuels: [old] }] }
    renderMap('?view=list&fuel=super', { ...all, branches: stations })
    expect(await screen.findByText('hasta el 30/04/2026')).toBeTruthy()
  })

  test('shows the error of the stations with a retry, and the departments meanwhile', async () => {
    const { replies, user } = renderMap('', { ...all, branches: transportError(500) })
    const retry = await screen.findByRole('button', { name: 'Probar de nuevo' })
    await departmentsDrawn()
    replies.branches = all.branches
    await user.click(retry)
    expect(await screen.findByText('3 estaciones en todo el país')).toBeTruthy()
  })

  test('draws the map without tiles when their source cannot be asked', async () => {
    renderMap('', { ...all, mapTiles: transportError(0) })
    expect(await screen.findByText('3 estaciones en todo el país')).toBeTruthy()
    await departmentsDrawn()
    expect(document.querySelector('.leaflet-tile')).toBeNull()
  })

  test('keeps the stations of before, with their time, without a connection', async () => {
    const { replies, invalidateAll } = renderMap()
    await names()
    replies.branches = noAnswer('offline')
    invalidateAll()
    expect(await screen.findByText(/^Sin conexión · actualizado a las \d\d:\d\d$/)).toBeTruthy()
    expect(await names()).toHaveLength(3)
  })

  test('keeps the outline, without an error, when the streets cannot be read', async () => {
    const fetched = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('no connection'))
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
    // As in the installed app, whose page has another origin.
    document.documentElement.dataset.server = 'https://surtidor.example'
    const file = '/tiles/streets.pmtiles'
    renderMap('', { ...all, mapTiles: { url: '', attribution: '©', attributionUrl: '', file } })
    await waitFor(() => expect(fetched).toHaveBeenCalled())
    delete document.documentElement.dataset.server
    expect(fetched.mock.calls[0]?.[0]).toBe('https://surtidor.example/tiles/streets.pmtiles')
    await departmentsDrawn()
    expect(document.querySelector('.leaflet-tile, .has-tiles, [role="alert"]')).toBeNull()
  })

  test('shows the credit of the tiles with its link', async () => {
    const tiles = {
      url: 'https://tiles.example/{z}/{x}/{y}.png',
      attribution: '© Tiles Example',
      attributionUrl: 'https://tiles.example/licence',
    }
    renderMap('', { ...all, mapTiles: tiles })
    const credit = await screen.findByRole('link', { name: '© Tiles Example' })
    expect(credit.getAttribute('href')).toBe('https://tiles.example/licence')
  })
})

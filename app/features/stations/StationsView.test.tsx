// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '#testing/browser/renderApp.tsx'
import { aBranch } from '#testing/fixtures/entities.ts'

const { chunk } = vi.hoisted(() => ({ chunk: { isMissing: true } }))
vi.mock('#kit/feedback/Sheet.tsx', async (importOriginal) => {
  if (chunk.isMissing) throw new TypeError('Failed to fetch dynamically imported module')
  return await importOriginal()
})

const station = aBranch({})

afterEach(cleanup)

describe('StationsView', () => {
  test('stays when the chunk of the sheet does not load, and draws the sheet on request', async () => {
    Element.prototype.scrollIntoView = () => undefined
    const { user } = renderApp(`/map?view=list&station=${station.code}`, {
      replies: {
        branches: { branches: [station] },
        mapTiles: { url: '', attribution: '', attributionUrl: '' },
      },
    })
    expect((await screen.findByRole('alert')).textContent).toMatch(/No pudimos abrir esto/)
    expect(screen.getByRole('heading', { level: 1, name: 'Estaciones' })).toBeTruthy()
    expect(screen.getByText(station.address)).toBeTruthy()
    chunk.isMissing = false
    await user.click(screen.getByRole('button', { name: 'Probar de nuevo' }))
    expect(await screen.findByRole('dialog', { name: station.name })).toBeTruthy()
  })

  test('searches by words in any order, without accents, and remembers them in the address', async () => {
    const stations = [station, aBranch({ code: 'E2', name: 'Estación Ñandú', department: 'SA' })]
    const { user, address } = renderApp('/map?view=list', {
      replies: {
        branches: { branches: stations },
        mapTiles: { url: '', attribution: '', attributionUrl: '' },
      },
    })
    await screen.findByText('2 estaciones en todo el país')
    await user.type(screen.getByRole('searchbox', { name: 'Buscar una estación' }), 'SALTO nandu')
    expect(await screen.findByText('1 estación en todo el país')).toBeTruthy()
    expect(screen.getByText('Estación Ñandú')).toBeTruthy()
    await expect.poll(address).toContain('text=SALTO')
    await user.type(screen.getByRole('searchbox'), ' x')
    await user.click(await screen.findByRole('button', { name: 'Quitar los filtros' }))
    expect(await screen.findByText('2 estaciones en todo el país')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  test('keeps the favourites of a person, filters by them and lists them first', async () => {
    chunk.isMissing = false
    const stations = [station, aBranch({ code: 'E2', name: 'Estación Ñandú', department: 'SA' })]
    const { user } = renderApp('/map?view=list&station=E2', {
      replies: {
        branches: { branches: stations },
        mapTiles: { url: '', attribution: '', attributionUrl: '' },
      },
    })
    const star = await screen.findByRole('button', { name: 'Mi estación', pressed: false })
    await user.click(star)
    expect(star.getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    const list = await screen.findByRole('list', { name: 'Estaciones' })
    const [first] = within(list).getAllByRole('button')
    expect(first?.textContent).toContain('Estación Ñandú')
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    await user.click(screen.getByRole('checkbox', { name: 'Mis estaciones' }))
    expect(await screen.findByText('1 estación en todo el país')).toBeTruthy()
  })
})

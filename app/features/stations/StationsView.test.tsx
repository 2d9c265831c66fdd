// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Branch } from '#contract/entities/branch.ts'
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

  test('sorts by what a tank costs after the refund of today near the border', async () => {
    const fuels = [{ code: 'super', price: 7688, validFrom: '20260301' }]
    const old = [{ code: 'super', price: 7600, validFrom: '20260301', validTo: '20261119' }]
    const refund = { basisPoints: 3200, validFrom: '20260201', validTo: '' }
    const at = (code: string, more: Partial<Branch>) =>
      aBranch({ code, name: `Estación ${code}`, fuels, ...more })
    const stations = [
      at('A', { fuels: [] }),
      at('E', { fuels: old }),
      at('F', { fuels: old, borderRefund: refund }),
      at('B', {}),
      at('C', { borderRefund: { ...refund, validTo: '20261119' } }),
      at('D', { borderRefund: refund }),
    ]
    const { user } = renderApp('/map?view=list', {
      replies: {
        branches: { branches: stations },
        mapTiles: { url: '', attribution: '', attributionUrl: '' },
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Filtros' }))
    await user.selectOptions(screen.getByLabelText('Ordenar por'), 'Precio')
    await screen.findByText(/un tanque de Super \(suponemos 45\sl\)/)
    const list = screen.getByRole('list', { name: 'Estaciones' })
    const rows = within(list).getAllByRole('button')
    // 45 litres at 76,88; less 32 %, rounded down.
    expect(
      rows.map(({ textContent }) => /Estación (.)(\$\s[\d.,]+)?/.exec(textContent)?.slice(1)),
    ).toEqual([
      ['D', '$\u00A02.352,53'],
      ['B', '$\u00A03.459,60'],
      ['C', '$\u00A03.459,60'],
      ['F', undefined],
      ['A', undefined],
      ['E', undefined],
    ])
    expect(rows[3]?.textContent).toMatch(/Te devuelven el 32\s%$/)
    expect(rows[0]?.textContent).toContain('Te devuelven $\u00A01.107,07')
    await user.click(within(list).getByRole('button', { name: /Estación D/ }))
    const sheet = await screen.findByRole('dialog', { name: 'Estación D' })
    await expect.poll(() => sheet.textContent).toMatch(/te devuelven el 32\s%\. Así te sale/)
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

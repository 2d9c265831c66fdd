// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
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
})

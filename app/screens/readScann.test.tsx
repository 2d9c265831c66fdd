// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '#testing/browser/renderApp.tsx'

/** On a slow network the chunk of a part of the screen is not there yet. */
const never = vi.hoisted(() => () => new Promise<never>(() => undefined))
vi.mock('#app/features/stationPayment/StationPayment.tsx', never)
vi.mock('#app/features/claims/ClaimsView.tsx', never)

afterEach(cleanup)

describe('a screen whose part is still loading', () => {
  test.each([
    ['/readScann?payment=7K2M9QXATB', 'Pagar en la estación'],
    ['/movements?claims=all', '¿Te falta una compra?'],
  ])('%s has its heading and a placeholder', async (address, title) => {
    renderApp(address, { replies: {} })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(await screen.findByText('Cargando…')).toBeTruthy()
  })
})

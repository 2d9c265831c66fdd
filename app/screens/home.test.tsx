// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renderApp } from '#testing/browser/renderApp.tsx'
import { someBenefits } from '#testing/fixtures/programmeBenefits.ts'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const addresses = () =>
  new Set(screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('?')[0]))

describe('home', () => {
  test('leads a visitor to register, login, questions and terms, with one call', async () => {
    const { sentCalls } = renderApp('/home', { name: null, replies: {} })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Cada carga cuenta.' }),
    ).toBeTruthy()
    expect(addresses()).toEqual(new Set(['/login', '/register', '/faq', '/termandCondition']))
    expect(sentCalls.map(({ name }) => name)).toEqual(['programmes'])
  })

  test('leads a signed-in person to main', async () => {
    renderApp('/home', { replies: {} })
    expect(await screen.findByRole('heading', { level: 2, name: 'Ya estás adentro' })).toBeTruthy()
    expect(addresses()).toEqual(new Set(['/main', '/faq', '/termandCondition']))
  })

  test('tells what the programmes give, and without an answer no figure', async () => {
    renderApp('/home', { name: null, replies: { programmes: { programmes: [someBenefits()] } } })
    expect((await screen.findByRole('row', { name: /^Super/ })).textContent).toBe('Super3—')
    expect(screen.getByText(/Duran 24 meses, y antes de que venzan/)).toBeTruthy()
    renderApp('/home', { name: null, replies: {} })
    await screen.findByText('Cuántos puntos da cada programa se ve con conexión.')
    expect(screen.queryByText(/Duran/)).toBeNull()
    expect(screen.queryByText(/lo que sumaste queda/)).toBeNull()
  })

  test('its headings go from one to three without a gap', async () => {
    renderApp('/home', { name: null, replies: {} })
    const levels = (await screen.findAllByRole('heading')).map(({ tagName }) => Number(tagName[1]))
    expect(levels[0]).toBe(1)
    for (const [index, level] of levels.slice(1).entries())
      expect(level - (levels[index] ?? 0)).toBeLessThanOrEqual(1)
  })
})

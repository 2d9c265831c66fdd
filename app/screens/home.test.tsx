// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renderApp } from '#testing/browser/renderApp.tsx'

beforeEach(() => localStorage.clear())
afterEach(cleanup)

const addresses = () =>
  new Set(screen.getAllByRole('link').map((link) => link.getAttribute('href')?.split('?')[0]))

describe('home', () => {
  test('leads a visitor to register, login, questions and terms, without a call', async () => {
    const { sentCalls } = renderApp('/home', { name: null, replies: {} })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Cada carga cuenta.' }),
    ).toBeTruthy()
    expect(addresses()).toEqual(new Set(['/login', '/register', '/faq', '/termandCondition']))
    expect(sentCalls).toEqual([])
  })

  test('leads a signed-in person to main', async () => {
    renderApp('/home', { replies: {} })
    expect(await screen.findByRole('heading', { level: 2, name: 'Ya estás adentro' })).toBeTruthy()
    expect(addresses()).toEqual(new Set(['/main', '/faq', '/termandCondition']))
  })

  test('its headings go from one to three without a gap', async () => {
    renderApp('/home', { name: null, replies: {} })
    const levels = (await screen.findAllByRole('heading')).map(({ tagName }) => Number(tagName[1]))
    expect(levels[0]).toBe(1)
    for (const [index, level] of levels.slice(1).entries())
      expect(level - (levels[index] ?? 0)).toBeLessThanOrEqual(1)
  })
})

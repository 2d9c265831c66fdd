// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { visit } from '#app/visit.tsx'

afterEach(cleanup)

test.each([null, 'Ana'])('%s reads what is agreed to, and asks nobody for it', async (name) => {
  const { asked } = visit('/termandCondition', { name, replies: {} })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Términos y condiciones' }),
  ).toBeTruthy()
  const subjects = screen.getAllByRole('heading', { level: 2 }).map((node) => node.textContent)
  for (const subject of [
    /Quiénes somos/,
    /cuenta/,
    /puntos/,
    /tarjeta/,
    /Correos/,
    /guardamos/,
    /derechos/,
    /tiempo/,
    /Contacto/,
  ])
    expect(
      subjects.some((text) => subject.test(text)),
      String(subject),
    ).toBe(true)
  expect(screen.getByRole('main').textContent).toMatch(/Ley 18\.331/)
  expect(asked).toEqual([])
})

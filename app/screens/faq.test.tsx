// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { HISTORY_DAYS } from '#contract/dates.ts'
import { TAX_LAWS } from '#contract/entities/taxLaws.ts'
import { ADULT_AGE, MINIMUM_AGE } from '#contract/fields/birthdate.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { someBenefits } from '#testing/fixtures/programmeBenefits.ts'

afterEach(cleanup)

const opened = (name: RegExp) => {
  const question = screen.getByRole('heading', { level: 3, name })
  return question.closest('details') as HTMLDetailsElement
}

describe('faq', () => {
  test.each([
    ['/faq', null],
    ['/faqAuth', 'Ana'],
  ])('at %s each question opens its answer', async (address, name) => {
    const { sentCalls, user } = renderApp(address, { name, replies: {} })
    const title = { level: 1, name: 'Preguntas frecuentes' }
    expect(await screen.findByRole('heading', title)).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Accesos' }) !== null).toBe(name !== null)
    const question = opened(/Estamos confirmando/)
    expect(question.open).toBe(false)
    await user.click(within(question).getByRole('heading'))
    expect(question.open).toBe(true)
    expect(question.textContent).toMatch(/No pagues esa deuda de nuevo/)
    expect(sentCalls.map(({ name: call }) => call)).toEqual(['programmes'])
  })

  test('tells the points of each programme and why they end, and leads to what it names', async () => {
    const replies: Replies = { programmes: { programmes: [someBenefits()] } }
    renderApp('/faq', { name: null, replies })
    await screen.findByText('Por litro: 3 puntos en Super.')
    const ends = opened(/restaron/)
    for (const cause of [/Se vencieron.*24 meses/, /anuló o se devolvió/, /Dejaste/, /corrigió/])
      expect(ends.textContent).toMatch(cause)
    const link = (of: RegExp) => opened(of).querySelector('a')?.getAttribute('href')
    expect(link(/restaron/)).toBe('/listLoyaltyMovements')
    expect(link(/canjeo/)).toBe('/listLoyalty')
    expect(link(/falta una compra/)).toBe('/movements?claims=all')
    renderApp('/faq', { name: null, replies: {} })
    await screen.findByText('Cuántos, lo dice tu programa.')
    expect(opened(/restaron/).textContent).not.toMatch(/Duran/)
  })

  test('describes refunds as the payment review does', async () => {
    renderApp('/faq', { name: null, replies: {} })
    await screen.findByRole('heading', { level: 1 })
    const { textContent } = opened(/impuestos/)
    for (const law of [TAX_LAWS[1], TAX_LAWS[6]]) expect(textContent).toContain(`Ley ${law?.law}`)
    // The rates change by decree, and the server knows them.
    expect(textContent).not.toMatch(/\d ?%/)
    expect(TAX_LAWS[6]?.cards).toBe('debit')
    expect(textContent).toMatch(/Con crédito no hay/)
    expect(textContent).toMatch(/RUT/)
  })

  test('matches the limits in the code and names the screens', async () => {
    renderApp('/faq', { name: null, replies: {} })
    await screen.findByRole('heading', { level: 1 })
    const answer = (question: RegExp) => opened(question).textContent
    expect(answer(/qué edad/)).toMatch(new RegExp(`los ${ADULT_AGE} años.* con ${MINIMUM_AGE}\\.`))
    expect(answer(/este saldo/)).toContain(`últimos ${HISTORY_DAYS} días`)
    expect(answer(/Para qué sirven/)).not.toMatch(/vale|aviso/)
    expect(answer(/falta una compra/)).toMatch(/Tenés 30 días/)
    expect(answer(/canjeo mis puntos/)).toMatch(/cada 30 segundos/)
    expect(answer(/en la estación con la app/)).toMatch(/en «Escanear y pagar»/)
    expect(answer(/arrepentirme/)).toMatch(/en Afiliaciones/)
    expect(answer(/mis datos/)).toMatch(/en Mis Datos/)
    const ends = answer(/venció mi sesión/)
    expect(ends).toMatch(/30 días desde la última vez .* 90 desde que ingresaste/)
    expect(ends).toContain('si cambiás la contraseña desde otro dispositivo')
  })
})

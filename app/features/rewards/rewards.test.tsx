// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { nextRewardText } from '#app/features/rewards/nextReward.ts'
import type { Voucher } from '#contract/entities/redemption.ts'
import { ApiError, noAnswer } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty, aReward, aVoucher } from '#testing/fixtures/entities.ts'

afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

const club = aLoyalty({ spendablePoints: 400 })
const coffee = aReward({ code: 'cafe', title: 'Café', points: 150 })
const wash = aReward({ code: 'lavado', title: 'Lavado', points: 520, affordable: false })
const COFFEE = /^Café150 puntos/
const offered = (pointValue = 0) => ({
  spendablePoints: 400,
  pointValue,
  rewards: [coffee, wash],
})
const taken = aVoucher({ title: 'Café', points: 150, code: 'ABCD23456789EFGH' })

function renderScreen({
  vouchers = [],
  query = '&tab=premios',
  ...replies
}: Replies & { vouchers?: Voucher[]; query?: string } = {}) {
  const app = renderApp(`/loyalty?loyaltyCode=CLUB${query}`, {
    replies: {
      loyalties: { loyalties: [club] },
      vouchers: { vouchers },
      rewards: offered(),
      ...replies,
    },
  })
  return {
    ...app,
    press: async (name: string | RegExp) =>
      app.user.click(await screen.findByRole('button', { name })),
    confirm: async (name: string) => {
      const dialog = within(await screen.findByRole('alertdialog'))
      await app.user.click(dialog.getByRole('button', { name }))
    },
    paramsOf: (call: string) => app.sentCalls.findLast(({ name }) => name === call)?.params,
  }
}
const rows = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

describe('rewards', () => {
  test('say what they cost, what is missing, and what a point is worth at the till', async () => {
    renderScreen({ rewards: offered(50) })
    await screen.findByRole('button', { name: COFFEE })
    expect(screen.getByText('Te faltan 120 puntos')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Lavado/ })).toBeNull()
    expect(screen.getByText(/cada uno te descuenta \$\s0,50\.$/)).toBeTruthy()
  })

  test('those of a long catalogue begin with the three cheapest', async () => {
    const prices = [150, 399, 400, 401, 500, 600, 700, 800, 900]
    const rewards = prices.map((points) =>
      aReward({ code: `${points}`, title: `P${points}`, points, affordable: points <= 400 }),
    )
    const app = renderScreen({ rewards: { ...offered(), rewards } })
    const titles = () => rows('Premios').map((text) => Number(/^P(\d{3})/.exec(text ?? '')?.[1]))
    await screen.findByText(/^P150/)
    expect(titles()).toEqual([150, 399, 400])
    await app.press('Ver los 9 premios')
    expect(titles()).toEqual(prices)
    expect(screen.getByText('Te falta 1 punto')).toBeTruthy()
  })

  test('the goal is one reward, marked in its row and kept on the device', async () => {
    const car = aReward({ code: 'car', title: 'Encerado', points: 900, affordable: false })
    const app = renderScreen({ rewards: { ...offered(), rewards: [coffee, wash, car] } })
    const pressed = () =>
      screen
        .getAllByRole('button', { name: /^Mi meta/, pressed: true })
        .map((button) => button.title)
    await app.press('Mi meta: Lavado')
    await app.press('Mi meta: Encerado')
    expect(pressed()).toEqual(['Mi meta: Encerado'])
    expect(screen.getByText('Es tu meta').closest('li')?.textContent).toContain('Encerado')
    app.open('/main')
    // The line has its place and its link before the rewards are there.
    const link = await screen.findByRole('link', { name: 'Ver los premios' })
    expect(link.getAttribute('href')).toBe('/loyalty?loyaltyCode=CLUB&tab=premios')
    await waitFor(() => expect(link.textContent).toBe('Te faltan 500 puntos para Encerado'))
    app.open('/loyalty?loyaltyCode=CLUB&tab=premios')
    await screen.findByText('Es tu meta')
    await app.press('Mi meta: Encerado')
    expect(screen.queryByText('Es tu meta')).toBeNull()
  })

  test('the one of home is the goal, or the cheapest that the points do not reach', () => {
    const texts = [399, 400, 520].map((held) => nextRewardText([coffee, wash], '', held))
    expect(texts).toEqual([
      'Te faltan 121 puntos para Lavado',
      'Te faltan 120 puntos para Lavado',
      '',
    ])
    expect(nextRewardText([coffee, wash], 'cafe', 400)).toBe('Ya te alcanza para Café')
    expect(nextRewardText([coffee, wash], 'gone', 519)).toBe('Te falta 1 punto para Lavado')
  })

  test('taking one asks first with its end, and opens the voucher', async () => {
    const app = renderScreen({ takeReward: { voucher: taken } })
    await app.press(COFFEE)
    const dialog = await screen.findByRole('alertdialog', { name: '¿Canjear Café?' })
    expect(dialog.textContent).toContain(
      'Usás 150 puntos de los 400 puntos que tenés, y te damos un vale que sirve hasta el 20/12/2026.',
    )
    expect(app.paramsOf('takeReward')).toBeUndefined()
    app.replies.vouchers = { vouchers: [taken] }
    await app.confirm('Canjear')
    const sheet = within(await screen.findByRole('dialog', { name: 'Café' }))
    expect(sheet.getByText('ABCD-2345-6789-EFGH')).toBeTruthy()
    expect(app.paramsOf('takeReward')).toEqual({ loyaltyCode: 'CLUB', reward: 'cafe' })
    expect(screen.queryByText('Ese vale no está en tu lista.')).toBeNull()
  })

  test.each([
    [new ApiError('05', 'Ya no te alcanzan los puntos.'), 'Ya no te alcanzan los puntos.'],
    [noAnswer('offline'), /^Necesitás conexión para canjear el premio\./],
    [noAnswer('timeout'), 'Antes de probar de nuevo, fijate si el vale ya está en tu lista.'],
  ])('a refusal or an error of it is told: %s, %s', async (takeReward, sentence) => {
    const app = renderScreen({ takeReward })
    await app.press(COFFEE)
    await app.confirm('Canjear')
    await screen.findByText(sentence)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a programme without any says so', async () => {
    renderScreen({ rewards: { spendablePoints: 400, pointValue: 0, rewards: [] } })
    await screen.findByText('Por ahora tu programa no tiene premios.')
  })

  test('an error of the rewards leaves the vouchers', async () => {
    renderScreen({ vouchers: [taken], rewards: new ApiError('05', 'Hoy no.') })
    await screen.findByText(/los premios/)
    expect(rows('Tus vales')).toHaveLength(1)
  })
})

describe('vouchers', () => {
  const states: [fields: Partial<Voucher>, sentence: string][] = [
    [
      { state: 'captured', endedAt: '20261110090500', branchName: 'Estación Ceibo' },
      'Lo usaste el 10/11/2026 09:05 en Estación Ceibo',
    ],
    [{ state: 'released', endedAt: '20261110090500' }, 'Lo devolviste el 10/11/2026'],
    [
      { state: 'expired', until: '20261116000000' },
      'Venció el 15/11/2026: te devolvemos los puntos',
    ],
    [
      { state: 'reversed', endedAt: '20261110090500' },
      'La estación lo anuló el 10/11/2026: te devolvimos los puntos',
    ],
    // The answer may be stored on the device since before its end.
    [
      { state: 'reserved', until: '20261120120000' },
      'Venció el 20/11/2026: te devolvemos los puntos',
    ],
  ]

  test('are listed by what became of them; those of another loyalty are not', async () => {
    const app = renderScreen({
      vouchers: [
        taken,
        aVoucher({ id: 'other', loyaltyCode: 'UBER' }),
        ...states.map(([fields], place) => aVoucher({ id: `v${place}`, ...fields })),
      ],
    })
    await screen.findByRole('list', { name: 'Tus vales' })
    expect(rows('Tus vales')).toEqual(['CaféVale hasta el 07/12/2026'])
    expect(rows('Vales anteriores')).toHaveLength(3)
    await app.press('Ver los 5 vales anteriores')
    expect(rows('Vales anteriores').map((text) => text.replace(taken.text, ''))).toEqual(
      states.map(([, sentence]) => `Café con bizcochos${sentence}`),
    )
  })

  test('a link opens one of another loyalty, whose tab stays, and says when it is not in the list', async () => {
    const uber = aVoucher({ id: 'other', loyaltyCode: 'UBER', title: 'Desayuno' })
    const app = renderScreen({ vouchers: [uber], query: '&id=other' })
    const sheet = await screen.findByRole('dialog', { name: 'Desayuno' })
    await app.user.click(within(sheet).getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(app.address()).toBe('/loyalty?loyaltyCode=CLUB&tab=premios'))
    expect(screen.getByRole('tab', { name: 'Premios', selected: true })).toBeTruthy()
    renderScreen({ vouchers: [uber], query: '&id=gone' })
    await screen.findByText('Ese vale no está en tu lista.')
  })

  test('an ended one shows no code and cannot be given back', async () => {
    renderScreen({
      vouchers: [aVoucher({ state: 'captured', endedAt: '20261110090500' })],
      query: '&id=v-1',
    })
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByText('Usado')).toBeTruthy()
    expect(sheet.queryByRole('img')).toBeNull()
    expect(sheet.queryByRole('button', { name: 'Devolver el vale' })).toBeNull()
  })

  test('giving one back asks first; a refusal stays in its sheet', async () => {
    const app = renderScreen({
      vouchers: [taken],
      query: '&id=v-1',
      returnVoucher: new ApiError('05', 'Ese vale ya se usó en Estación Ceibo.'),
    })
    await app.press('Devolver el vale')
    const dialog = await screen.findByRole('alertdialog', { name: '¿Devolver el vale?' })
    expect(dialog.textContent).toContain('Te devolvemos 150 puntos')
    await app.confirm('Devolver el vale')
    const sheet = within(await screen.findByRole('dialog', { name: 'Café' }))
    await sheet.findByText('Ese vale ya se usó en Estación Ceibo.')
    const returned = { ...taken, state: 'released' as const, endedAt: '20261120120000' }
    app.replies.returnVoucher = { voucher: returned }
    app.replies.vouchers = { vouchers: [returned] }
    await app.press('Devolver el vale')
    await app.confirm('Devolver el vale')
    await screen.findByRole('list', { name: 'Vales anteriores' })
    expect(app.paramsOf('returnVoucher')).toEqual({ voucherId: 'v-1' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('are read without a network as they were stored', async () => {
    renderScreen({ vouchers: [taken] })
    await screen.findByRole('list', { name: 'Tus vales' })
    await waitFor(() => expect(Object.keys(sessionStorage).join()).toContain('answers vouchers'))
    const sessionEntries = Object.fromEntries(Object.entries<string>(sessionStorage))
    cleanup()
    act(() => onlineManager.setOnline(false))
    renderApp('/loyalty?loyaltyCode=CLUB&id=v-1', { replies: {}, sessionEntries })
    const sheet = within(await screen.findByRole('dialog', { name: 'Café' }))
    expect(sheet.getByRole('img', { name: 'Código QR del vale: Café' })).toBeTruthy()
    expect(sheet.getByText('ABCD-2345-6789-EFGH')).toBeTruthy()
  })
})

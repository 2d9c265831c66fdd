// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fromStamp, toStamp } from '#contract/dates.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { NOON, type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aLoyalty } from '#testing/fixtures/entities.ts'

// Only the clock stands still: timers run.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  onlineManager.setOnline(true)
})

/** The server's time when the codes are asked for, hours behind the phone's. */
const ASKED = '20261120074012'
const later = (seconds: number) =>
  toStamp(new Date((fromStamp(ASKED)?.getTime() ?? 0) + seconds * 1000))
const codesFrom = (first: number) => ({
  time: ASKED,
  spendablePoints: 3741,
  codes: [0, 1, 2, 3].map((window) => ({
    digits: String(first + window),
    text: `S60000001C${first + window}`,
    from: later(window * 30 - 12),
  })),
})
const club = aLoyalty({ loyaltyCode: '60000001', points: 3862, spendablePoints: 3741 })

/** Ana opens the code on a phone whose clock is far from the server's. */
async function openCode(replies: Replies = {}) {
  const app = renderApp('/loyalty?loyaltyCode=60000001', {
    replies: {
      loyalties: { loyalties: [club] },
      spendingCode: codesFrom(482_913),
      vouchers: { vouchers: [] },
      ...replies,
    },
    deviceNow: () => new Date(),
  })
  await app.user.click(await screen.findByRole('button', { name: 'Usar puntos' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Usar puntos' }))
  return { ...app, sheet }
}
const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

describe('the spending code', () => {
  test('shows digits and QR of this moment, which a screen reader says one by one', async () => {
    const { sheet } = await openCode()
    expect(await sheet.findByText('482 913')).toBeTruthy()
    expect(sheet.getByRole('status').textContent).toContain('Código 4 8 2 9 1 3')
    expect(sheet.getByRole('img', { name: 'Código QR para usar tus puntos' })).toBeTruthy()
    expect(sheet.getByText('Cambia en 18 segundos')).toBeTruthy()
    expect(sheet.getByText('3.741 puntos')).toBeTruthy()
  })

  test('without a network it changes for a minute, then says what it needs, and is not on the device', async () => {
    const { sheet, replies } = await openCode()
    await sheet.findByText('482 913')
    act(() => onlineManager.setOnline(false))
    wait(30)
    await sheet.findByText('482 914')
    wait(35)
    await sheet.findByText('482 915')
    wait(60)
    await sheet.findByText('Necesitás conexión para mostrar otro código')
    expect(sheet.queryByRole('img')).toBeNull()
    expect(sheet.queryByText(/esos seis números/)).toBeNull()
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain('48291')
    replies.spendingCode = codesFrom(700_001)
    act(() => onlineManager.setOnline(true))
    await sheet.findByText('700 001')
  })

  test('a limit lowers what the till may use, and is lifted again', async () => {
    const app = await openCode({
      spendingCode: ({ limit }: { limit: number }) => codesFrom(limit > 0 ? 111_111 : 482_913),
    })
    const { sheet, user } = app
    await sheet.findByText('482 913')
    const field = sheet.getByLabelText<HTMLInputElement>('Puntos, como mucho')
    for (const wrong of ['0', '3.742', 'mucho', '1,5', '']) {
      await user.clear(field)
      if (wrong) await user.type(field, wrong)
      await user.click(sheet.getByRole('button', { name: 'Usar este límite' }))
      await sheet.findByText('Escribí un número entero de 1 a 3.741.')
      expect(field.value).toBe(wrong)
    }
    await user.type(field, '1.500')
    await user.click(sheet.getByRole('button', { name: 'Usar este límite' }))
    await sheet.findByText('111 111')
    expect(sheet.getByText('1.500 puntos')).toBeTruthy()
    // Without its limit the till cannot compose the code of what is said.
    expect(screen.getByRole('dialog').textContent).toContain(
      'esos seis números, tu código 6000 0001 y el límite de 1.500.',
    )
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    expect(app.sentCalls.findLast(({ name }) => name === 'spendingCode')?.params).toEqual({
      loyaltyCode: '60000001',
      limit: 1500,
    })
    await user.click(sheet.getByRole('button', { name: 'Sacar el límite' }))
    await sheet.findByText('482 913')
  })

  test('is asked for again when it is opened after points were spent', async () => {
    // The refresh of every 20 seconds does not come.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval'], now: NOON })
    const { sheet, user, replies } = await openCode()
    await sheet.findByText('3.741 puntos')
    replies.spendingCode = { ...codesFrom(482_913), spendablePoints: 3641 }
    await user.click(sheet.getByRole('button', { name: 'Cerrar' }))
    await user.click(await screen.findByRole('button', { name: 'Usar puntos' }))
    await screen.findByText('3.641 puntos')
  })

  test('shows a refusal as the server says it, and asks for the points again when it is closed', async () => {
    const { sheet, user, replies, sentCalls } = await openCode({
      spendingCode: new ApiError('05', 'Esa afiliación terminó.'),
    })
    await sheet.findByText('Esa afiliación terminó.')
    replies.loyalties = { loyalties: [{ ...club, spendablePoints: 0 }] }
    const before = sentCalls.length
    await user.click(sheet.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() =>
      expect(sentCalls.slice(before).map(({ name }) => name)).toContain('loyalties'),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Usar puntos' })).toBeNull())
  })
})

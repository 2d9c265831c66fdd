// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noAnswer } from '#kit/api/apiError.ts'
import { type Replies, renderApp } from '#testing/browser/renderApp.tsx'
import { aDebt, aLoyalty, aMovement, aPayment } from '#testing/fixtures/entities.ts'

const loyalty = aLoyalty({
  accountBank: '113',
  accountBankNumber: '7654321',
  accountBankType: 'CA',
})
const answers = (points = 3862): Replies => ({
  loyalties: { loyalties: [{ ...loyalty, points }] },
  getDebts: { debts: [aDebt()], geopay: { netId: '1', merchantId: '2', pageUrl: '' } },
  movements: { movements: [aMovement()], next: '' },
  notifications: { notifications: [] },
  branches: { branches: [] },
  getPayments: { payments: [] },
  membershipRequestList: {
    membershipRequests: [],
    reference: '',
    programmes: [
      {
        code: 'uber',
        name: 'Surtidor Uber',
        sponsored: true,
        retainedPoints: 0,
        retainedUntil: '',
      },
    ],
    next: '',
  },
})
const none: Replies = Object.fromEntries(
  Object.keys(answers()).map((name) => [name, noAnswer('offline')]),
)
const signs = /^actualizado/

/** Draws the screen, and returns what is on the device when its page is closed. */
async function visit(address: string): Promise<Record<string, string>> {
  renderApp(address, { loyalties: [loyalty], replies: answers() })
  await waitFor(() => expect(Object.keys(sessionStorage).join()).toContain('answers loyalties'))
  await waitFor(() => expect(screen.queryByText('Cargando…')).toBeNull())
  const sessionEntries = Object.fromEntries(Object.entries<string>(sessionStorage))
  cleanup()
  return sessionEntries
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  onlineManager.setOnline(true)
})

describe('a screen after a reload', () => {
  test('draws the stored figures at once with their time, and new ones when the network is back', async () => {
    const sessionEntries = await visit('/main')
    onlineManager.setOnline(false)
    const { replies, sentCalls } = renderApp('/main', {
      loyalties: [loyalty],
      replies: { ...none },
      sessionEntries,
    })
    expect(await screen.findByText('3.862')).toBeTruthy()
    expect(screen.getAllByText(signs).length).toBeGreaterThan(2)
    expect(screen.getAllByText(/conexión/i).map(({ textContent }) => textContent)).toEqual([
      'Sin conexión: puede no estar al día.',
    ])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sentCalls).toEqual([])
    Object.assign(replies, answers(4000))
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByText('4.000')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(signs)).toBeNull())
  })

  test('refetches figures that were stored a second ago, and says when that fails', async () => {
    const sessionEntries = await visit('/main')
    const { sentCalls } = renderApp('/main', {
      loyalties: [loyalty],
      replies: { ...none },
      sessionEntries,
    })
    const failed = /^Sin conexión · actualizado/
    await waitFor(() => expect(screen.getAllByText(failed).length).toBeGreaterThan(2))
    expect(sentCalls.map(({ name }) => name)).toContain('getDebts')
    expect(screen.getByText('3.862')).toBeTruthy()
  })

  test('has the payments without what identifies the card', async () => {
    const payment = aPayment({ maskedCard: 'VISA 4242', authorizationCode: '831000' })
    renderApp('/listPayment', { replies: { ...answers(), getPayments: { payments: [payment] } } })
    await screen.findByText(/4242/)
    const stored = Object.fromEntries(Object.entries<string>(sessionStorage))
    const entry = Object.keys(stored).find((key) => key.endsWith('answers getPayments')) ?? ''
    expect(stored[entry]).toContain(payment.reference)
    expect(JSON.stringify(stored)).not.toMatch(/4242|831000/)
  })

  test("draws nothing of another person's", async () => {
    const sessionEntries = await visit('/main')
    onlineManager.setOnline(false)
    renderApp('/main', { name: 'Fede', replies: { ...none }, sessionEntries })
    await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
    expect(screen.queryByText('3.862')).toBeNull()
    expect(JSON.stringify(sessionStorage)).not.toContain('3862')
  })

  test.each([
    ['kept requests', '/listLoyalty', 'Otros programas'],
    ['no kept requests', '/loyalty', /^Tus solicitudes y los otros programas se ven con conexión/],
  ])('draws kept loyalties with one notice: %s', async (_case, visited, below) => {
    const sessionEntries = await visit(visited)
    onlineManager.setOnline(false)
    renderApp('/listLoyalty', { loyalties: [loyalty], replies: { ...none }, sessionEntries })
    expect(await screen.findByText('3.862')).toBeTruthy()
    expect(await screen.findByText(below)).toBeTruthy()
    expect(screen.getAllByText(signs)).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('opens no form on data of another day', async () => {
    const sessionEntries = await visit('/editUser?section=bank')
    onlineManager.setOnline(false)
    const { replies } = renderApp('/editUser?section=bank', {
      loyalties: [loyalty],
      replies: { ...none },
      sessionEntries,
    })
    expect(await screen.findByText(/Necesitás conexión para cambiar la cuenta/)).toBeTruthy()
    Object.assign(replies, answers())
    act(() => onlineManager.setOnline(true))
    expect(await screen.findByRole('button', { name: 'Guardar la cuenta' })).toBeTruthy()
  })
})

// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { watchInstallPrompt } from '#app/features/install/installPrompt.ts'
import { recordUse } from '#app/features/invitations/invitationTiming.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'

const TITLE = 'Surtidor en tu pantalla de inicio'
const replies = {
  loyalties: { loyalties: [] },
  getDebts: { debts: [], geopay: { netId: 'n', merchantId: 'm', pageUrl: '' } },
  notifications: { notifications: [] },
  branches: { branches: [] },
}
const openMain = async () => {
  renderApp('/main', { name: 'Federico', replies })
  await screen.findByRole('heading', { level: 1, name: 'Hola, Federico' })
}
/** Chromium offers to install the app; the person answers its dialog. */
function offer(outcome: 'accepted' | 'dismissed') {
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(async () => ({ outcome }))
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  return prompt
}
const setDisplay = (installed: boolean) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: installed && query.includes('standalone'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))

watchInstallPrompt()
beforeEach(() => {
  localStorage.clear()
  setDisplay(false)
})
afterEach(() => {
  cleanup()
  dispatchEvent(new Event('appinstalled'))
  vi.unstubAllGlobals()
})

describe('InstallInvitation', () => {
  test('shows the browser’s dialog when the person installs, and is gone once it is installed', async () => {
    recordUse(localStorage)
    const prompt = offer('accepted')
    await openMain()
    await userEvent.click(await screen.findByRole('button', { name: 'Instalar' }))
    expect(prompt).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
  })

  test('declined, it does not come back on the next visit', async () => {
    recordUse(localStorage)
    offer('dismissed')
    await openMain()
    await userEvent.click(await screen.findByRole('button', { name: 'Ahora no' }))
    expect(screen.queryByText(TITLE)).toBeNull()
    cleanup()
    await openMain()
    await expect(screen.findByText(TITLE, {}, { timeout: 700 })).rejects.toThrow('Unable to find')
  })

  test('tells the steps on an iPhone, where there is no dialog', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone)')
    watchInstallPrompt()
    recordUse(localStorage)
    await openMain()
    expect(await screen.findByText('Agregar a inicio')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull()
  })

  test('is not shown when the app is installed', async () => {
    setDisplay(true)
    recordUse(localStorage)
    offer('accepted')
    await openMain()
    await expect(screen.findByText(TITLE, {}, { timeout: 700 })).rejects.toThrow('Unable to find')
  })
})

// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { CameraError } from '#app/device/camera.ts'
import type { NativeImplementations } from '#app/device/nativeImplementations.ts'
import { renderApp } from '#testing/browser/renderApp.tsx'

afterEach(() => {
  cleanup()
  globalThis.nativeImplementations = undefined
})

/** Opens the scanner on a phone whose own scanner gives this. */
async function scan(scanCode: NativeImplementations['scanCode']) {
  globalThis.nativeImplementations = { scanCode } as NativeImplementations
  const app = renderApp('/readScann', {
    replies: { getDebts: { debts: [], geopay: { netId: '', merchantId: '', pageUrl: '' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir la cámara' }))
  return app
}

describe('the scanner on a phone', () => {
  test('opens the debt of the code', async () => {
    const app = await scan(async () => 'FAC-000123456')
    await expect.poll(() => app.address()).toBe('/payment?reference=FAC-000123456')
  })

  test('shows a code of others as text', async () => {
    await scan(async () => 'https://evil.example/')
    expect(await screen.findByText('Dice: «https://evil.example/»')).toBeTruthy()
  })

  test('names a fiscal document, and opens and sends nothing', async () => {
    const app = await scan(
      async () =>
        'https://www.efactura.dgi.gub.uy/consultaQR/cfe?215080550011,101,A,424298,1007.00,20260730,nh28472Ha%2F',
    )
    const notice = (await screen.findByText('e-Ticket A 424298')).closest('[role=status]')
    expect(notice?.textContent.replaceAll('\u00A0', ' ')).toMatch(/\$ 1\.007,00, del 30\/07\/2026/)
    const links = [...(notice?.querySelectorAll('a') ?? [])]
    expect(links.map((link) => link.getAttribute('href')?.split('&')[0])).toEqual([
      '/movements?claims=all',
    ])
    expect(app.address()).toBe('/readScann')
    expect(JSON.stringify(app.sentCalls)).not.toMatch(/efactura|424298/)
  })

  test('is as before when the person closed it', async () => {
    await scan(async () => null)
    expect(await screen.findByRole('button', { name: 'Abrir la cámara' })).toBeTruthy()
  })

  test('says that the camera is not allowed', async () => {
    await scan(() => Promise.reject(new CameraError('denied')))
    expect(await screen.findByText('No podemos usar la cámara')).toBeTruthy()
  })
})

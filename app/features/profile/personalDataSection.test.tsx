// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '#testing/browser/renderApp.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the download of personal data', () => {
  test('is dated by the day in Montevideo at half past ten in the evening', async () => {
    const names: string[] = []
    URL.createObjectURL = () => 'blob:1'
    URL.revokeObjectURL = () => undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const { user } = renderApp('/editUser?section=data', {
      deviceNow: () => new Date('2026-11-21T01:30:00Z'),
      replies: { exportData: { exportedAt: '20261120223000', data: {} } },
    })
    await user.click(await screen.findByRole('button', { name: 'Descargar mis datos en JSON' }))
    await expect.poll(() => names).toEqual(['mis-datos-surtidor-2026-11-20.json'])
  })
})

// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { MadeFile } from '#app/device/saveFile.ts'
import { DownloadButtons } from '#app/features/export/DownloadButtons.tsx'
import { ApiError } from '#kit/api/apiError.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const draw = (make: () => Promise<MadeFile>) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DownloadButtons what="el estado de cuenta" formats={{ PDF: make }} />
    </QueryClientProvider>,
  )

async function errorOf(make: () => Promise<MadeFile>): Promise<string | null> {
  draw(make)
  await userEvent.setup().click(screen.getByRole('button', { name: /en PDF$/ }))
  return (await screen.findByRole('alert')).textContent
}

const failing = (error: Error) => async (): Promise<MadeFile> => {
  throw error
}

describe('DownloadButtons', () => {
  test('says that the code of a file needs a connection, as it says of a call', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const unloaded = new TypeError('Failed to fetch dynamically imported module')
    expect(await errorOf(failing(unloaded))).toMatch(/Necesitás conexión para descargar el archivo/)
  })

  test('keeps an error in its place until the next try has a result, which is told anew', async () => {
    const tries: PromiseWithResolvers<MadeFile>[] = []
    const make = async () => {
      const next = Promise.withResolvers<MadeFile>()
      tries.push(next)
      return await next.promise
    }
    vi.stubGlobal('URL', {
      ...URL,
      createObjectURL: () => 'blob:',
      revokeObjectURL: vi.fn<() => void>(),
    })
    draw(make)
    const button = screen.getByRole('button', { name: /en PDF$/ })
    const user = userEvent.setup()
    await user.click(button)
    tries[0]?.reject(new ApiError('05', 'El período es muy largo.'))
    const first = await screen.findByRole('alert')
    await user.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('alert')).toBe(first)
    tries[1]?.reject(new ApiError('05', 'El período es muy largo.'))
    await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first))
    await user.click(button)
    tries[2]?.resolve({ name: 'estado.pdf', content: new Blob(['%PDF-']) })
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    await user.click(button)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says what the server says', async () => {
    expect(await errorOf(failing(new ApiError('05', 'El período es muy largo.')))).toMatch(
      /El período es muy largo\./,
    )
  })

  test('keeps the general sentence when a file cannot be saved without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    vi.stubGlobal('URL', { ...URL, createObjectURL: () => expect.fail('the disk is full') })
    const made = async () => ({ name: 'estado.pdf', content: new Blob(['%PDF-']) })
    expect(await errorOf(made)).toMatch(/No pudimos armar el archivo/)
  })
})

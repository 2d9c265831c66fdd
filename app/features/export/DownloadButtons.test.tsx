// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
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

async function errorOf(make: () => Promise<MadeFile>): Promise<string | null> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DownloadButtons what="el estado de cuenta" formats={{ PDF: make }} />
    </QueryClientProvider>,
  )
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

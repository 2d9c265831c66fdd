import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadScreenChunk } from '#shared/shell/loadScreenChunk.ts'

const notFetched = new TypeError('Failed to fetch dynamically imported module: /assets/faq.js')
const load = loadScreenChunk(() => Promise.reject(notFetched))

describe('loadScreenChunk', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('passes on the error for which the router reloads the page', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    await expect(load()).rejects.toBe(notFetched)
  })

  test('throws another error without a network, so that the page is not reloaded', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await expect(load()).rejects.toThrow('not stored')
  })

  test('fails after a minute without an answer', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    vi.useFakeTimers()
    const never = loadScreenChunk(() => new Promise(() => undefined))
    const [result] = await Promise.allSettled([never(), vi.advanceTimersByTimeAsync(60_000)])
    expect(result).toMatchObject({ status: 'rejected' })
    vi.useRealTimers()
  })
})

// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { createApiClient } from '#kit/api/apiClient.ts'
import { CallQueryClient, callQueryOptions } from '#kit/api/callQueries.ts'
import { storage } from '#kit/browser/storage.ts'
import { Button } from '#kit/display/Button.tsx'

const header = {
  responseCode: '00',
  responseDescription: 'AUTORIZADO',
  rrn: '1',
  updatedData: null,
}
const ok = (fields: object) => () => Response.json({ responseHeader: header, ...fields })
const refused =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('{}', { status, headers })
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const debts = { debts: [], geopay: { netId: 'n', merchantId: 'm', pageUrl: 'http://pages' } }
const opening = { geopayNetId: 'n', geopayMerchantId: 'm', debtData: { reference: 'D-1' } }
const opened = { authorizerRespCode: '00', authorizerRespDesc: 'AUTORIZADO', accessToken: 't' }

/** The replies to come, the last one again and again. */
let replies: (() => Response)[]
let bodies: string[]
/** When each try was sent, in milliseconds from the first one. */
let times: number[]
let start: number

beforeEach(() => {
  vi.useFakeTimers()
  start = performance.now()
  bodies = []
  times = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    bodies.push(body)
    times.push(performance.now() - start)
    return (replies.length > 1 ? replies.shift() : replies[0])?.()
  })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let numbers = 0
const call = createApiClient({
  base: 'http://server/api/',
  platform: 'b',
  now: () => new Date(),
  random: () => (numbers += 0.317) % 1,
  cookies: () => '',
  referenceStorage: storage('localStorage'),
  caller: () => ({ token: 'a-token', user: 'ana@demo.surtidor.uy' }),
  onInvalidSession: () => {},
})
/** What a call ends with: its answer or its error. */
const endOf = (answer: Promise<unknown>) => answer.catch((error: unknown) => error)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const waits = () => times.slice(1).map((time, index) => time - (times[index] ?? 0))

describe('a call during a change of the primary', () => {
  test('is repeated with one body, a read too, until it is answered', async () => {
    for (const send of [
      () => call(getGEOPayAccessToken, opening),
      () => call(getDebts, { type: '' }),
    ]) {
      bodies = []
      replies = [
        refused(503, { 'retry-after': '2' }),
        lost,
        refused(502),
        refused(504),
        refused(503),
        ok({ ...opened, ...debts }),
      ]
      const end = endOf(send())
      await pass(18_000)
      expect(await end).not.toBeInstanceOf(Error)
      expect([bodies.length, new Set(bodies).size]).toEqual([6, 1])
    }
  })

  test('waits at least as long as Retry-After says, never three seconds, and not equally long', async () => {
    replies = [refused(503, { 'retry-after': '2' })]
    const end = endOf(call(getGEOPayAccessToken, opening))
    await pass(60_000)
    expect(await end).toMatchObject({ code: '503' })
    expect(Math.min(...waits())).toBeGreaterThanOrEqual(2_000)
    expect(Math.max(...waits())).toBeLessThan(3_000)
    expect(new Set(waits()).size).toBeGreaterThan(5)
  })

  test('waits three seconds at most also for a longer or an unreadable Retry-After', async () => {
    for (const value of ['3600', 'Fri, 27 Nov 2026 10:00:00 GMT']) {
      times = []
      replies = [refused(503, { 'retry-after': value })]
      void endOf(call(getGEOPayAccessToken, opening))
      await pass(35_000)
      expect(Math.max(...waits())).toBeLessThan(3_000)
      expect(Math.min(...waits())).toBeGreaterThanOrEqual(1_000)
    }
  })

  test('fails with the error of its last try when thirty seconds have passed, and its next press has the same audit number', async () => {
    replies = [lost]
    const end = endOf(call(getGEOPayAccessToken, opening))
    await pass(29_000)
    const ended = vi.fn<() => void>()
    void end.then(ended)
    await pass(0)
    expect(ended).not.toHaveBeenCalled()
    await pass(4_000)
    expect(await end).toMatchObject({ noAnswer: 'unreachable' })
    expect(times.at(-1)).toBeGreaterThan(29_000)
    replies = [ok(opened)]
    await call(getGEOPayAccessToken, opening)
    expect(new Set(bodies).size).toBe(1)
  })

  test.each([
    ['without a network', () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false), lost],
    ['after a refusal', () => {}, refused(429, { 'retry-after': '1' })],
  ])('is sent once %s', async (_when, arrange, reply) => {
    arrange()
    replies = [reply]
    expect(await endOf(call(getGEOPayAccessToken, opening))).toBeInstanceOf(Error)
    await pass(60_000)
    expect(bodies).toHaveLength(1)
  })

  test('is repeated no more when the network goes away', async () => {
    replies = [lost]
    const end = endOf(call(getGEOPayAccessToken, opening))
    await pass(10_000)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await pass(3_000)
    expect(await end).toMatchObject({ noAnswer: 'offline' })
  })

  test('is not repeated after a time-out, which has lasted a minute already', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { body, signal }: { body: string; signal: AbortSignal }) => {
        bodies.push(body)
        return new Promise((_answer, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      },
    )
    vi.useRealTimers()
    const hanging = createApiClient({
      base: 'http://server/api/',
      platform: 'b',
      now: () => new Date(),
      random: () => 0,
      cookies: () => '',
      referenceStorage: storage('localStorage'),
      caller: () => ({ token: '', user: '' }),
      onInvalidSession: () => {},
      timeout: 1,
    })
    expect(await endOf(hanging(getGEOPayAccessToken, opening))).toMatchObject({
      noAnswer: 'timeout',
    })
    expect(bodies).toHaveLength(1)
  })

  test('is repeated for four seconds after a defect of the server', async () => {
    replies = [refused(500)]
    const end = endOf(call(getDebts, { type: '' }))
    await pass(7_000)
    expect(await end).toMatchObject({ code: '500' })
    expect(bodies.length).toBeGreaterThan(1)
    const { length } = bodies
    await pass(30_000)
    expect(bodies).toHaveLength(length)
  })

  test('ends when its screen is left', async () => {
    replies = [refused(503)]
    const client = new CallQueryClient(call)
    const options = callQueryOptions(getDebts, { type: '' })
    const end = endOf(client.fetchQuery<unknown>(options))
    await pass(10_000)
    await client.cancelQueries(options)
    expect(await end).toBeInstanceOf(Error)
    const { length } = bodies
    await pass(30_000)
    expect(bodies).toHaveLength(length)
  })
})

describe('Button', () => {
  test('asks for a moment while its call is repeated, and says it to a screen reader', async () => {
    render(
      <>
        <Button busy>Pagar</Button>
        <Button>Cancelar</Button>
      </>,
    )
    const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
    replies = [refused(503), refused(503), ok(opened)]
    const end = endOf(call(getGEOPayAccessToken, opening))
    expect(names()).toEqual(['Pagar', 'Cancelar'])
    await pass(100)
    expect(names()).toEqual(['Un momento…', 'Cancelar'])
    expect(screen.getByRole('status').textContent).toBe('Un momento…')
    await pass(10_000)
    await end
    expect(names()).toEqual(['Pagar', 'Cancelar'])
    expect(screen.getByRole('status').textContent).toBe('')
  })
})

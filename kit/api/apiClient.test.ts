import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { branches } from '#contract/info/branches.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { type ApiClientOptions, type Call, createApiClient } from '#kit/api/apiClient.ts'
import { ApiError } from '#kit/api/apiError.ts'
import { storage } from '#kit/browser/storage.ts'
import {
  answer,
  dropConnection,
  type ReceivedRequest,
  type Reply,
  status,
} from '#testing/browser/httpReplies.ts'
import { listen } from '#testing/harness/httpProxy.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'

let received: ReceivedRequest[]
let replies: Reply[]
let stored: Storage
let invalidTokens: string[]

beforeEach(() => {
  received = []
  replies = []
  invalidTokens = []
  stored = storage('localStorage')
})
const server = startForEachTest(() =>
  listen(async (request, response) => {
    const one = { url: request.url ?? '', headers: request.headers, body: await text(request) }
    received.push(one)
    replies.shift()?.(response, one)
  }),
)

/** A client that repeats no call by itself: `repeatCall.test.ts` tests the repeats. */
function createClient(changes: Partial<ApiClientOptions> = {}): Call {
  const call = createApiClient({
    base: `${server.url}/api/`,
    platform: 'b',
    now: () => new Date('2026-09-07T17:04:05.678Z'),
    random: () => 0.5,
    cookies: () => '',
    referenceStorage: stored,
    caller: () => ({ token: 'a-token', user: 'ana@demo.surtidor.uy' }),
    onInvalidSession: (token) => invalidTokens.push(token),
    ...changes,
  })
  return (contract, params, options) => call(contract, params, { once: true, ...options })
}
const header = (one = received[0]) =>
  (JSON.parse(one?.body ?? '{}') as { requestHeader: RequestHeader }).requestHeader
const debts = { debts: [], geopay: { netId: 'n', merchantId: 'm', pageUrl: 'http://pages' } }
const opening = { geopayNetId: 'n', geopayMerchantId: 'm', debtData: { reference: 'D-1' } }
const opened = { authorizerRespCode: '00', authorizerRespDesc: 'AUTORIZADO', accessToken: 't' }

describe('the request', () => {
  test('is a POST of text to {base}{group}/process/{service} with the common header', async () => {
    replies = [answer('00', debts)]
    await expect(createClient()(getDebts, { type: '2' })).resolves.toEqual(debts)
    expect(received[0]?.url).toBe('/api/payments/process/getDebts')
    expect(received[0]?.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      requestHeader: {
        netId: 'SURTIDOR',
        netDescription: 'Surtidor app',
        dateTime: '2026-09-07 14:04:05',
        userSessionToken: 'a-token',
        auditNumber: '5000005678',
        version: 'b-1.7.0',
        netPassword: '',
        netUser: 'ana@demo.surtidor.uy',
        lastUpdateData: '19900101000000',
        additionalData: null,
      },
      type: '2',
    })
  })

  test('carries the XSRF cookie as a header when there is one', async () => {
    replies = [answer('00'), answer('00')]
    await createClient({ cookies: () => 'other=1; XSRF-TOKEN=half%3Done; last=2' })(logout, {})
    await createClient({ cookies: () => 'NOT-XSRF-TOKEN=x' })(logout, {})
    expect(received.map(({ headers }) => headers['x-xsrf-token'])).toEqual(['half=one', undefined])
  })

  test('can name another caller, and the device', async () => {
    replies = [answer('00', { list: [] })]
    const as = { token: 'brand-new', user: 'beto@demo.surtidor.uy' }
    await createClient()(roles, {}, { as, additionalData: { platform: 'browser' } })
    expect(header()).toMatchObject({
      userSessionToken: 'brand-new',
      netUser: 'beto@demo.surtidor.uy',
      additionalData: { platform: 'browser' },
    })
  })
})

describe('an answer other than 00', () => {
  test('receives the Date header, of an answer, also of an error', async () => {
    const dates: (string | null)[] = []
    const date = 'Sat, 21 Nov 2026 03:10:00 GMT'
    replies = [(response) => response.setHeader('Date', date).writeHead(429).end('{}')]
    await createClient({ onServerDate: (received) => dates.push(received) })(roles, {}).catch(
      () => undefined,
    )
    expect(dates).toEqual([date])
  })

  test("fails with the server's description for 05 and 86, and leaves the session alone", async () => {
    replies = [answer('05'), answer('86')]
    const call = createClient()
    await expect(call(logout, {})).rejects.toMatchObject({ code: '05', message: 'No se puede.' })
    await expect(call(logout, {})).rejects.toMatchObject({ code: '86' })
    expect(invalidTokens).toEqual([])
  })

  test('reports the token of an 88', async () => {
    replies = [answer('88')]
    await expect(createClient()(logout, {})).rejects.toMatchObject({ code: '88' })
    expect(invalidTokens).toEqual(['a-token'])
  })

  test.each([400, 403, 413, 429, 500, 503])('has the HTTP status %i as its code', async (code) => {
    replies = [status(code)]
    const failure = { code: String(code), message: `Error al procesar - ${code}` }
    await expect(createClient()(logout, {})).rejects.toMatchObject(failure)
  })

  test('has the code 900 after a dropped connection and a truncated answer', async () => {
    const failure = { code: '900', message: 'Error al procesar - 900' }
    replies = [dropConnection]
    await expect(createClient()(logout, {})).rejects.toMatchObject(failure)
    replies = [
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"responseHeader":')
        response.destroy()
      },
    ]
    await expect(createClient()(logout, {})).rejects.toMatchObject(failure)
  })

  test('tells a missing network, an unreachable server and a time-out apart', async () => {
    replies = [dropConnection, dropConnection]
    const call = createClient()
    vi.stubGlobal('navigator', { onLine: true })
    await expect(call(logout, {})).rejects.toMatchObject({ noAnswer: 'unreachable' })
    vi.stubGlobal('navigator', { onLine: false })
    await expect(call(logout, {})).rejects.toMatchObject({ noAnswer: 'offline' })
    replies = [() => undefined]
    const { signal } = new AbortController()
    const hanging = createClient({ timeout: 50 })(logout, {}, { signal })
    await expect(hanging).rejects.toMatchObject({ code: '900', noAnswer: 'timeout' })
    vi.unstubAllGlobals()
  })

  test.each([
    ['<html>', 'No se pudo procesar tu solicitud'],
    ['', 'No se pudo procesar tu solicitud'],
    ['{"responseHeader":{}}', 'No se pudo procesar tu solicitud'],
    [
      '{"error":"En mantenimiento","detail":"Volvemos a las 9"}',
      'En mantenimiento. Volvemos a las 9',
    ],
  ])('is an unprocessable error for a 200 with %s', async (body, message) => {
    replies = [(response) => response.end(body)]
    const failure = { code: '900', message, unprocessable: true, noAnswer: null }
    await expect(createClient()(logout, {})).rejects.toMatchObject(failure)
  })

  test('is an unprocessable error for a 00 that violates the contract', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    replies = [answer('00', { ...debts, debts: [{ amount: 1.5 }] })]
    await expect(createClient()(getDebts, { type: '2' })).rejects.toMatchObject({
      code: '900',
      message: 'No se pudo procesar tu solicitud',
      noAnswer: null,
      outcomeUnknown: true,
    })
    expect(log).toHaveBeenCalledOnce()
    log.mockRestore()
  })

  test('is taken without a check when it only shows and its server has the same contracts', async () => {
    vi.stubEnv('CONTRACT_VERSION', 'ours')
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const other = { branches: [{ code: 'of another form' }] }
    const from = (version: string, fields: object): Reply => {
      const reply = answer('00', { ...fields, userSessionToken: 'renewed' })
      return (response, request) => {
        response.setHeader('surtidor-contract', version)
        reply(response, request)
      }
    }
    replies = [from('ours', other), from('theirs', other), from('ours', { debts: other.branches })]
    const call = createClient()
    await expect(call(branches, {})).resolves.toEqual(other)
    await expect(call(branches, {})).rejects.toMatchObject({ unprocessable: true })
    await expect(call(getDebts, { type: '2' })).rejects.toMatchObject({ unprocessable: true })
    log.mockRestore()
    vi.unstubAllEnvs()
  })

  test('is an ApiError of this program also when the early call failed', async () => {
    const early = Object.assign(new Error('Error al procesar - 429'), { code: '429' })
    const call = createClient({ earlyAnswer: () => Promise.reject(early) })
    const failure = await call(logout, {}).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ code: '429', message: early.message })
  })

  test('rejects with AbortError when the caller aborts', async () => {
    replies = [() => undefined]
    const controller = new AbortController()
    const answer = createClient()(getDebts, { type: '2' }, { signal: controller.signal })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
    const late = createClient()(getDebts, { type: '2' }, { signal: controller.signal })
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
  })
})

/** Random numbers that differ at each call. */
const distinctRandom = () => {
  let next = 0
  return () => (next += 0.1)
}

describe('a changing call', () => {
  test('keeps its audit number when the user repeats it after an unknown outcome, but not after an answer', async () => {
    const call = createClient({ random: distinctRandom() })
    replies = [dropConnection, answer('05'), answer('00', opened)]
    await expect(call(getGEOPayAccessToken, opening)).rejects.toMatchObject({ code: '900' })
    await expect(call(getGEOPayAccessToken, opening)).rejects.toMatchObject({ code: '05' })
    await call(getGEOPayAccessToken, opening)
    const [first, second, third] = received.map((one) => header(one).auditNumber)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('has a new audit number when any field differs', async () => {
    const call = createClient({ random: distinctRandom() })
    replies = [dropConnection, answer('00', opened)]
    await expect(call(getGEOPayAccessToken, opening)).rejects.toMatchObject({ code: '900' })
    await call(getGEOPayAccessToken, { ...opening, debtData: { reference: 'D-2' } })
    expect(header(received[1]).auditNumber).not.toBe(header(received[0]).auditNumber)
  })

  test('has a new audit number when the idempotency window is over', async () => {
    let minutes = 0
    const now = () => new Date(Date.UTC(2026, 8, 7, 12, minutes))
    const call = createClient({ random: distinctRandom(), now })
    replies = [dropConnection, answer('00', opened)]
    await expect(call(getGEOPayAccessToken, opening)).rejects.toMatchObject({ code: '900' })
    minutes = 6
    await call(getGEOPayAccessToken, opening)
    expect(header(received[1]).auditNumber).not.toBe(header(received[0]).auditNumber)
  })
})

describe('the reference lists', () => {
  const banks = { name: 'banks', value: '[{"code":1,"text":"Brou"}]' }

  test('the lists are stored, and the next call sends their date', async () => {
    replies = [answer('00', {}, { updatedData: [banks] }), answer('00')]
    const call = createClient()
    await call(logout, {})
    await call(logout, {})
    expect(stored.getItem('banks')).toBe(banks.value)
    expect(header(received[1]).lastUpdateData).toBe('20260907140405')
  })

  test('leave the answer valid when they cannot be read', async () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    replies = [answer('00', debts, { updatedData: 'nada' })]
    await expect(createClient()(getDebts, { type: '2' })).resolves.toEqual(debts)
    expect(log).toHaveBeenCalledOnce()
  })

  test('the lists are not read from an HTTP error, whose message is the joined values of its body', async () => {
    replies = [(response) => response.writeHead(413).end('{"error":"Muy largo","field":"text"}')]
    const failure = createClient()(getDebts, { type: '2' })
    await expect(failure).rejects.toMatchObject({ code: '413', message: 'Muy largo. text' })
  })
})

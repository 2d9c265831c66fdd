import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestHeader } from '#contract/header.ts'
import { DENIED, OK, SECOND_FACTOR_NOT_SHOWN } from '#contract/responseCodes.ts'
import { UBER } from '#contract/roles.ts'
import { service } from '#contract/service.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { handleCall, sha256 } from '#server/http/callPipeline.ts'
import { defineHandler, type Handler } from '#server/http/defineHandler.ts'
import { freshCode, type Person, startTestServer, type TestServer } from '#testing/testServer.ts'

let server: TestServer
let carla: Person
const setUp = async () => {
  server = await startTestServer()
  carla = await server.as('carla')
}
const tearDown = () => server.close()

const CARLA = 'carla@demo.surtidor.uy'
const hasShownFactor = async (person: Person) => {
  const { rows } = await server.context.db.execute<{ shown: boolean }>(
    `select second_factor_at is not null as shown from session where token_hash = '\\x${sha256(person.token).toString('hex')}'`,
  )
  return rows[0]?.shown
}
const resetFactor = () => server.context.db.execute('update session set second_factor_at = null')
const confirm = async (code: string) => {
  const { responseHeader, status } = await carla.call(confirmSecondFactor, { code })
  return responseHeader?.responseCode ?? status
}

/** A call that requires a second factor. */
const decide = defineHandler(
  service({
    group: 'loyalty',
    name: 'decide',
    access: [UBER],
    secondFactor: true,
    request: {},
    response: {},
  }),
  async () => ({}),
) as unknown as Handler

async function decision(token: string) {
  const header = requestHeader({ now: server.context.now(), random: 0.5, platform: 'b', token })
  const { responseHeader } = await handleCall(server.context, decide, {
    text: '{}',
    body: { requestHeader: header },
    address: '127.0.0.1',
    browser: false,
    userAgent: '',
    bind: () => {},
    device: undefined,
    remember: () => {},
    binder: undefined,
    sameSite: true,
  })
  return responseHeader
}

describe('confirmSecondFactor', () => {
  beforeEach(setUp)
  afterEach(tearDown)

  test('makes a session accept calls that require a second factor', async () => {
    expect(await decision(carla.token)).toMatchObject({ responseCode: OK })
    await resetFactor()
    expect(await decision(carla.token)).toMatchObject({
      responseCode: DENIED,
      responseDescription: SECOND_FACTOR_NOT_SHOWN,
    })
    expect(await confirm(await freshCode(server.context, CARLA))).toBe('00')
    expect(await decision(carla.token)).toMatchObject({ responseCode: OK })
  })

  test('rejects a wrong, malformed or used code', async () => {
    await resetFactor()
    server.wait(60_000)
    const code = await freshCode(server.context, CARLA)
    const other = code === '123456' ? '654321' : '123456'
    for (const wrong of [other, '', '12345', 'abcdef']) expect(await confirm(wrong)).toBe('05')
    expect(await confirm(code)).toBe('00')
    await resetFactor()
    expect(await confirm(code)).toBe('05')
    expect(await hasShownFactor(carla)).toBe(false)
  })

  test('throttles wrong codes', async () => {
    const answers: unknown[] = []
    for (let i = 0; i < 8; i++) answers.push(await confirm(`99999${i}`))
    expect(answers).toContain(429)
    server.wait(120_000)
    expect(await confirm(await freshCode(server.context, CARLA))).toBe('00')
  })

  test('checks five of many concurrent wrong codes', async () => {
    server.wait(120_000)
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => confirm(`9999${10 + i}`)))
    expect(new Set<unknown>(all)).toEqual(new Set(['05', 429]))
    expect(all.filter((answer) => answer === '05')).toHaveLength(5)
    server.wait(120_000)
    expect(await confirm(await freshCode(server.context, CARLA))).toBe('00')
  })
})

import { createHash, randomBytes, sign } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { rotateTerminalKey } from '#contract/station/rotateTerminalKey.ts'
import { revokeTerminal } from '#db/stations/terminals.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { headerOf, type TestWire } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import {
  createTerminalKey,
  enrolTestTerminal,
  type Signed,
  signatureHeaders,
  terminalWith,
} from '#testing/station/testTerminal.ts'

const server = testServerForFile()
let terminal: Awaited<ReturnType<typeof enrolTestTerminal>>
beforeAll(async () => {
  terminal = await enrolTestTerminal(server)
})

const PATH = `/api/${pathOf(heartbeat)}`
const now = () => Math.floor(server.context.now().getTime() / 1000)

/** A heartbeat; the signature is of what the test alters. */
async function send(altered: Partial<Signed> = {}, wire: TestWire = {}) {
  const header = headerOf('', server.context.now())
  const body = JSON.stringify({ requestHeader: header })
  const signed: Signed = {
    key: terminal.key,
    targetUri: server.context.config.publicUrl + PATH,
    body,
    nonce: header.auditNumber,
    created: now(),
    ...altered,
  }
  const headers = { ...signatureHeaders(signed), ...wire.headers }
  const answer = await server.stranger.call(heartbeat, {}, { body, ...wire, headers })
  const { responseCode, reason } = answer.responseHeader
  return { ...answer, result: [responseCode, reason].filter(Boolean).join(' ') }
}
const resultOf = async (...args: Parameters<typeof send>) => (await send(...args)).result
const withoutHeader = (name: string) => ({ headers: { [name]: '' } })

describe('the signature of a terminal', () => {
  test('a signed call is answered', async () => {
    expect(await resultOf()).toBe('00')
  })

  test.each<[what: string, result: string, altered: () => Partial<Signed>, wire?: TestWire]>([
    ['an altered body', '88 digest_mismatch', () => ({}), { body: '{"requestHeader":{}}' }],
    ['the digest of another body', '88 digest_mismatch', () => ({ body: '{}' })],
    ['no digest', '88 signature_missing', () => ({}), withoutHeader('content-digest')],
    [
      'a digest by another algorithm',
      '88 digest_mismatch',
      () => ({}),
      { headers: { 'content-digest': `sha-512=:${randomBytes(64).toString('base64')}:` } },
    ],
    ['no signature', '88 signature_missing', () => ({}), withoutHeader('signature')],
    ['no signature input', '88 signature_missing', () => ({}), withoutHeader('signature-input')],
    [
      'a signature that is no bytes',
      '88 signature_missing',
      () => ({}),
      { headers: { signature: 'sig="hola"' } },
    ],
    ['fields that cannot be read', '88 signature_missing', () => ({ params: ';;;=' })],
    ['the method not covered', '88 signature_missing', () => without('@method')],
    ['the address not covered', '88 signature_missing', () => without('@target-uri')],
    ['the digest not covered', '88 signature_missing', () => without('content-digest')],
    ['a component of another message', '88 signature_missing', () => ofRequest('@method')],
    ['no nonce', '88 signature_missing', () => ({ params: `;created=${now()};keyid="x"` })],
    ['no keyid', '88 signature_missing', () => ({ params: `;created=${now()};nonce="x"` })],
    ['no created', '88 signature_missing', () => ({ params: ';keyid="x";nonce="x"' })],
    [
      'a created that is no number',
      '88 signature_missing',
      () => ({ params: ';created="x";keyid="x";nonce="x"' }),
    ],
    [
      'a created that is a text',
      '88 signature_missing',
      () => ({ params: `;created="${now()}";keyid="${terminal.key.keyid}";nonce=";created=1;"` }),
    ],
    [
      'a keyid that is no text',
      '88 signature_missing',
      () => ({ params: `;created=${now()};keyid=x;nonce="x"` }),
    ],
    [
      'another algorithm',
      '88 signature_missing',
      () => ({ params: `;created=${now()};keyid="x";nonce="x";alg="hmac-sha256"` }),
    ],
    ['an unknown key', '88 unknown_key', () => ({ key: createTerminalKey() })],
    [
      'another key under its name',
      '88 bad_signature',
      () => ({ key: { ...createTerminalKey(), keyid: terminal.key.keyid } }),
    ],
    ['another method', '88 bad_signature', () => ({ method: 'PUT' })],
    [
      'another call',
      '88 bad_signature',
      () => ({ targetUri: `http://localhost:3000/api/${pathOf(rotateTerminalKey)}` }),
    ],
    ['another host', '88 bad_signature', () => ({ targetUri: `http://127.0.0.1:3000${PATH}` })],
    ['a nonce of another batch', '05 nonce_differs', () => ({ nonce: 'other-1' })],
    ['a created of 301 seconds ago', '88 wrong_clock', () => ({ created: now() - 301 })],
    ['a created in 301 seconds', '88 wrong_clock', () => ({ created: now() + 301 })],
    [
      'a wrong clock of an unknown key',
      '88 unknown_key',
      () => ({ key: createTerminalKey(), created: now() - 301 }),
    ],
    ['a created of 300 seconds ago', '00', () => ({ created: now() - 300 })],
    ['a created in 300 seconds', '00', () => ({ created: now() + 300 })],
  ])('%s gets %s', async (_what, result, altered, wire) => {
    expect(await resultOf(altered(), wire)).toBe(result)
  })

  const without = (missing: string) => ({
    components: ['@method', '@target-uri', 'content-digest'].filter((name) => name !== missing),
  })
  const ofRequest = (name: string) => ({
    // The name as the signature base has it: "@method";req
    components: [`${name}";req;x="`, '@target-uri', 'content-digest', '@method'],
  })

  test('of a digest without SHA-256 the sentence says which one is needed', async () => {
    const { responseHeader } = await send(
      {},
      { headers: { 'content-digest': `sha-512=:${randomBytes(64).toString('base64')}:` } },
    )
    expect(responseHeader.responseDescription).toBe(
      'Al Content-Digest del mensaje le falta el SHA-256: mandá «sha-256=:…:» del cuerpo.',
    )
  })

  test('a signature of one member of the digest covers no other: components have no parameters', async () => {
    const header = headerOf('', server.context.now())
    const targetUri = server.context.config.publicUrl + PATH
    const sha = (name: string, of: string) => `:${createHash(name).update(of).digest('base64')}:`
    const signed = sha('sha512', JSON.stringify({ requestHeader: header }))
    const { keyid, privateKey } = terminal.key
    const covered = `("@method" "@target-uri" "content-digest";key="sha-512");created=${now()};keyid="${keyid}";nonce="${header.auditNumber}"`
    const base = [
      '"@method": POST',
      `"@target-uri": ${targetUri}`,
      `"content-digest";key="sha-512": ${signed}`,
      `"@signature-params": ${covered}`,
    ].join('\n')
    const body = JSON.stringify({ requestHeader: header, acknowledged: [] })
    const headers = {
      'content-digest': `sha-512=${signed}, sha-256=${sha('sha256', body)}`,
      'signature-input': `sig=${covered}`,
      signature: `sig=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
    }
    expect(await resultOf({}, { body, headers })).toBe('88 signature_missing')
  })

  test('an unsigned call is refused before its fields and its header are read', async () => {
    const answer = await server.stranger.call(heartbeat, {}, { body: '{}' })
    expect(answer.responseHeader).toMatchObject({
      responseCode: '88',
      reason: 'signature_missing',
    })
    const signed = await send({ body: '{}' }, { body: '{}' })
    expect(signed.result).toBe('05 invalid_request')
  })

  test('a wrong clock is answered with the right time', async () => {
    const answer = await send({ created: now() - 3600 })
    expect(new Date(answer.headers.get('date') ?? '')).toEqual(new Date(now() * 1000))
    expect(answer.responseHeader.responseDescription).toBe(
      'El reloj de la caja no está en hora: son las 2026-09-07 12:00:00.',
    )
  })

  test('of several signatures one that is complete counts', async () => {
    const header = headerOf('', server.context.now())
    const body = JSON.stringify({ requestHeader: header })
    const targetUri = server.context.config.publicUrl + PATH
    const own = { key: terminal.key, targetUri, body, nonce: header.auditNumber, created: now() }
    const one = signatureHeaders(own)
    const proxy = signatureHeaders({ ...own, components: ['@method'], params: ';keyid="proxy"' })
    const both = (name: string) => `${proxy[name]?.replace('sig=', 'proxy=')}, ${one[name]}`
    const headers = {
      ...one,
      signature: both('signature'),
      'signature-input': both('signature-input'),
    }
    expect(await resultOf({}, { body, headers })).toBe('00')
  })
})

describe('a repeated nonce', () => {
  const nonce = 'lote-2026-09-07-1'
  const header = { ...headerOf('', FIXED_DATE), auditNumber: nonce }

  test('with the same fields gets the first answer, also with another header', async () => {
    const first = await terminal.call(heartbeat, {}, { header })
    server.wait(60_000)
    const again = await terminal.call(heartbeat, {}, { header: { ...header, netId: 'OTRA' } })
    expect(again.responseHeader.rrn).toBe(first.responseHeader.rrn)
    expect(again.time).toBe(first.time)
  })

  test('with another call or other fields gets 05', async () => {
    const { publicKey } = createTerminalKey()
    const other = await terminal.call(rotateTerminalKey, { publicKey }, { header })
    expect(other.responseHeader).toMatchObject({
      responseCode: '05',
      reason: 'audit_number_reused',
    })
  })

  test('of another terminal is another request', async () => {
    const neighbour = await enrolTestTerminal(server)
    const own = await neighbour.call(heartbeat, {}, { header })
    expect(own.responseHeader.responseCode).toBe('00')
    expect(own.time).not.toBe((await terminal.call(heartbeat, {}, { header })).time)
  })
})

describe('a revocation', () => {
  test('refuses the next call, also of another server', async () => {
    const revoked = await enrolTestTerminal(server)
    const elsewhere = terminalWith(revoked.key, await server.second())
    expect((await elsewhere.call(heartbeat, {})).responseHeader.responseCode).toBe('00')
    const by = { actorId: null, now: server.context.now() }
    expect(await revokeTerminal(server.context.db, revoked.id, by)).toBe(true)
    for (const client of [revoked, elsewhere])
      expect((await client.call(heartbeat, {})).responseHeader).toMatchObject({
        responseCode: '88',
        reason: 'unknown_key',
      })
    expect(await revokeTerminal(server.context.db, revoked.id, by)).toBe(false)
  })

  test('that another process commits meanwhile refuses the call that is under way', async () => {
    const revoked = await enrolTestTerminal(server)
    const holder = await createLockHolder(server)
    await holder.lock('update terminal set revoked_at = now() where id = $1', [revoked.id])
    const call = revoked.call(rotateTerminalKey, { publicKey: createTerminalKey().publicKey })
    await holder.waitForBlocked(1)
    await holder.release('commit')
    expect((await call).responseHeader).toMatchObject({ responseCode: '88', reason: 'unknown_key' })
  })

  test('waits for the call that is under way', async () => {
    const revoked = await enrolTestTerminal(server)
    const holder = await createLockHolder(server)
    await holder.lock('select from terminal where id = $1 for no key update', [revoked.id])
    const by = { actorId: null, now: server.context.now() }
    const revocation = revokeTerminal(server.context.db, revoked.id, by)
    await holder.waitForBlocked(1)
    await holder.release('commit')
    expect(await revocation).toBe(true)
  })
})

import { createHash, createPublicKey, verify } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { rotateTerminalKey } from '#contract/station/rotateTerminalKey.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import { ALL_KEYS } from '#db/invariants/slices.ts'
import { terminalBatch } from '#db/tables/terminals.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import {
  createTerminalKey,
  enrolTestTerminal,
  signatureHeaders,
  type TerminalKey,
  terminalWith,
} from '#testing/station/testTerminal.ts'

const server = testServerForFile({ checked: true })

const rotate = (key: TerminalKey, { publicKey } = createTerminalKey()) =>
  terminalWith(key, server).call(rotateTerminalKey, { publicKey })
const isValid = async (key: TerminalKey) =>
  (await terminalWith(key, server).call(heartbeat, {})).responseHeader.responseCode === '00'

const batchesOf = (id: string) =>
  server.context.db.select().from(terminalBatch).where(eq(terminalBatch.terminalId, id))

describe('rotateTerminalKey', () => {
  test('two keys are valid for 24 hours, then the new one alone', async () => {
    const { key } = await enrolTestTerminal(server)
    const next = createTerminalKey()
    const answer = await rotate(key, next)
    expect(answer).toMatchObject({ keyid: next.keyid, oldKeyUntil: '20260908120000' })
    expect([await isValid(key), await isValid(next)]).toEqual([true, true])
    server.wait(DAY_MS - 1000)
    expect([await isValid(key), await isValid(next)]).toEqual([true, true])
    server.wait(1000)
    expect([await isValid(key), await isValid(next)]).toEqual([false, true])
    // The next rotation, and none back to a key that has ended.
    expect((await rotate(next, key)).responseHeader.reason).toBe('key_used')
    expect((await rotate(next)).responseHeader.responseCode).toBe('00')
  })

  test('a third key is refused, by each of the two', async () => {
    const { key } = await enrolTestTerminal(server)
    const next = createTerminalKey()
    await rotate(key, next)
    for (const one of [key, next])
      expect((await rotate(one)).responseHeader).toMatchObject({
        responseCode: '05',
        reason: 'key_limit',
      })
  })

  test('a repeat under another number gets the same answer', async () => {
    const { key } = await enrolTestTerminal(server)
    const next = createTerminalKey()
    const first = await rotate(key, next)
    server.wait(60_000)
    const again = await rotate(key, next)
    expect([again.keyid, again.oldKeyUntil]).toEqual([first.keyid, first.oldKeyUntil])
  })

  test('of five rotations at once one puts a key into force', async () => {
    const { key } = await enrolTestTerminal(server)
    const keys = Array.from({ length: 5 }, createTerminalKey)
    const answers = await Promise.all(keys.map((one) => rotate(key, one)))
    const reasons = answers.map(({ responseHeader }) => responseHeader.reason ?? '00')
    expect(reasons.toSorted()).toEqual(['00', ...Array.from({ length: 4 }, () => 'key_limit')])
    const valid = await Promise.all(keys.map(isValid))
    expect(valid).toEqual(reasons.map((reason) => reason === '00'))
  })

  test('refuses a key of another terminal, and its own', async () => {
    const [one, other] = [await enrolTestTerminal(server), await enrolTestTerminal(server)]
    for (const key of [one.key, other.key])
      expect((await rotate(one.key, key)).responseHeader.reason).toBe('key_used')
  })

  test('keeps no card number: neither of an unknown field nor of a parameter', async () => {
    const { key, id } = await enrolTestTerminal(server)
    const { publicKey } = createTerminalKey()
    const card = '4111111111111111'
    const unknown = { publicKey, remark: `tarjeta ${card}` }
    const first = await terminalWith(key, server).call(rotateTerminalKey, unknown)
    const header = headerOf('', server.context.now())
    const body = JSON.stringify({ requestHeader: header, publicKey })
    const created = server.context.now().getTime() / 1000
    const nonce = header.auditNumber
    const headers = signatureHeaders({
      key,
      targetUri: 'http://localhost:3000/api/station/process/rotateTerminalKey',
      body,
      nonce,
      created,
      params: `;created=${created};keyid="${key.keyid}";nonce="${nonce}";tag="${card}"`,
    })
    const second = await server.stranger.call(rotateTerminalKey, { publicKey }, { body, headers })
    for (const { responseHeader } of [first, second])
      expect(responseHeader).toMatchObject({ responseCode: '05', reason: 'card_number' })
    expect(await batchesOf(id)).toEqual([])
    // The nonce is generated, and may have any digits.
    const generated = { auditNumber: card }
    await terminalWith(key, server).call(rotateTerminalKey, { publicKey }, { header: generated })
    expect(await batchesOf(id)).toHaveLength(1)
    expect(await cardNumberScan.rowsOf(server.context.db, ALL_KEYS)).toEqual([])
  })

  test('stores the bytes and the signature of the message', async () => {
    const { key, id } = await enrolTestTerminal(server)
    const { publicKey } = createTerminalKey()
    const header = { auditNumber: 'rotation-1', netDescription: 'Caja «ñandú»' }
    await terminalWith(key, server).call(rotateTerminalKey, { publicKey }, { header })
    const rows = await batchesOf(id)
    const [stored] = rows
    expect(rows).toHaveLength(1)
    expect(stored).toMatchObject({
      nonce: 'rotation-1',
      receivedAt: server.context.now(),
      targetUri: 'http://localhost:3000/api/station/process/rotateTerminalKey',
    })
    if (!stored) return
    // The row and the public key suffice to verify it.
    const { contentDigest, signatureInput, signature, targetUri, body } = stored
    expect(body.toString()).toContain('Caja «ñandú»')
    const digest = createHash('sha256').update(body).digest('base64')
    expect(contentDigest).toBe(`sha-256=:${digest}:`)
    const base = [
      '"@method": POST',
      `"@target-uri": ${targetUri}`,
      `"content-digest": ${contentDigest}`,
      `"@signature-params": ${signatureInput.replace('sig=', '')}`,
    ].join('\n')
    const bytes = Buffer.from(signature.slice('sig=:'.length, -1), 'base64')
    expect(verify(null, Buffer.from(base), createPublicKey(key.privateKey), bytes)).toBe(true)
  })
})

import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { WRONG_ENROLMENT_CODE } from '#contract/fields/groupedCode.ts'
import { enrolTerminal } from '#contract/station/enrolTerminal.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { revokeTerminal } from '#db/stations/terminals.ts'
import { audit } from '#db/tables/audit.ts'
import { terminalKey } from '#db/tables/terminals.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { addTestTerminal, createTerminalKey, terminalWith } from '#testing/station/testTerminal.ts'

const server = testServerForFile({ checked: true })

const enrol = (enrolmentCode: string, { publicKey } = createTerminalKey()) =>
  server.stranger.call(enrolTerminal, { enrolmentCode, publicKey })
const reasonOf = async (call: ReturnType<typeof enrol>) => (await call).responseHeader.reason
const keysOf = (id: string) =>
  server.context.db.select().from(terminalKey).where(eq(terminalKey.terminalId, id))

describe('enrolTerminal', () => {
  test('puts the first key into force, and is audited', async () => {
    const { id, code, name } = await addTestTerminal(server, 'E007')
    const key = createTerminalKey()
    // As it is printed, and typed.
    const answer = await enrol(code.toLowerCase().replaceAll(/(.{4})/g, '$1 '), key)
    expect(answer).toMatchObject({
      keyid: key.keyid,
      terminalName: name,
      branchCode: 'E007',
      branchName: expect.stringMatching(/^Estación /),
    })
    const { responseHeader } = await terminalWith(key, server).call(heartbeat, {})
    expect(responseHeader.responseCode).toBe('00')
    const [last] = await server.context.db.select().from(audit).orderBy(desc(audit.seq)).limit(1)
    expect(last).toMatchObject({
      actorId: id,
      action: 'terminalEnrolled',
      subject: id,
      detail: { keyid: key.keyid },
    })
  })

  test('a code is used once; a repeat with its own key gets the same answer', async () => {
    const { id, code } = await addTestTerminal(server)
    const key = createTerminalKey()
    const { status: _, headers: __, responseHeader: ___, ...first } = await enrol(code, key)
    expect(await reasonOf(enrol(code))).toBe('wrong_enrolment_code')
    expect(await enrol(code, key)).toMatchObject(first)
    expect(await keysOf(id)).toHaveLength(1)
  })

  test('of ten places that use one code at once one enrols', async () => {
    const { id, code } = await addTestTerminal(server)
    const answers = await Promise.all(Array.from({ length: 10 }, () => enrol(code)))
    const codes = answers.map(({ responseHeader }) => responseHeader.responseCode)
    expect(codes.toSorted()).toEqual(['00', ...Array.from({ length: 9 }, () => '05')])
    expect(await keysOf(id)).toHaveLength(1)
  })

  test('refuses a wrong code, one of a revoked terminal, and one of 24 hours ago', async () => {
    const wrong = await enrol('0000-0000-0000-0000')
    expect(wrong.responseHeader).toMatchObject({
      responseCode: '05',
      reason: 'wrong_enrolment_code',
      responseDescription: WRONG_ENROLMENT_CODE,
    })
    const revoked = await addTestTerminal(server)
    const by = { actorId: null, now: server.context.now() }
    await revokeTerminal(server.context.db, revoked.id, by)
    expect(await reasonOf(enrol(revoked.code))).toBe('wrong_enrolment_code')
    const old = await addTestTerminal(server)
    server.wait(DAY_MS)
    expect(await reasonOf(enrol(old.code))).toBe('wrong_enrolment_code')
  })

  test('refuses a key of another terminal, and the code stays unused', async () => {
    const [one, other] = [await addTestTerminal(server), await addTestTerminal(server)]
    const key = createTerminalKey()
    await enrol(one.code, key)
    expect(await reasonOf(enrol(other.code, key))).toBe('key_used')
    expect((await enrol(other.code)).responseHeader.responseCode).toBe('00')
  })

  test.each([
    ['31 bytes', Buffer.alloc(31, 1).toString('base64')],
    ['33 bytes', Buffer.alloc(33, 1).toString('base64')],
    ['a PEM', '-----BEGIN PUBLIC KEY-----'],
    ['nothing', ''],
  ])('a public key of %s is refused', async (_what, publicKey) => {
    const { code } = await addTestTerminal(server)
    const answer = await enrol(code, { ...createTerminalKey(), publicKey })
    expect(answer.responseHeader).toMatchObject({
      responseCode: '05',
      reason: 'invalid_request',
      responseDescription: 'La clave pública son los 32 bytes de una clave Ed25519, en base64.',
    })
  })
})

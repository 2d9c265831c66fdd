import { describe, expect, test } from 'vitest'
import { type CallContract, pathOf } from '#contract/call.ts'
import { requestHeader } from '#contract/header.ts'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { cedula } from '#db/demo/fakeIds.ts'
import { createConstantTimeQueue } from '#server/auth/constantTimeQueue.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile({ given: { constantTimeQueue: createConstantTimeQueue() } })

const password = 'una clave de nadie'
let drawn = 0
const draft = (email: string) => ({
  email,
  firstName: 'Sofía',
  firstSurname: 'Paz',
  documentNumber: cedula(4_000_000 + drawn++),
  birthdate: '19900101',
  sex: 'F',
  mobile: '099123456',
  address: 'Uruguay 1, Salto, Uruguay',
})
/** Every open call that takes an email, as an attacker would send it. */
const calls: [what: string, contract: CallContract, fields: (email: string) => object][] = [
  ['login', login, (user) => ({ user, password })],
  ['addUser', addUser, (email) => ({ user: draft(email), password })],
  ['resetPassword', resetPassword, (user) => ({ user })],
  ['confirmAddUser', confirmAddUser, (user) => ({ user, code: 'AAAA-AAAA' })],
  ['confirmAddUser for a new code', confirmAddUser, (user) => ({ user, code: '' })],
  ['confirmResetPassword', confirmResetPassword, (user) => ({ user, password, code: 'AAAA-AAAA' })],
]
const KNOWN = ['ana@demo.surtidor.uy', 'beto@demo.surtidor.uy']
const stranger = () => `nadie${drawn++}@correo.example`

async function send(contract: CallContract, fields: object) {
  const header = requestHeader({ now: server.context.now(), random: 0.5, platform: 'b' })
  const started = performance.now()
  const response = await fetch(`${server.url}/api/${pathOf(contract)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ requestHeader: header, ...fields }),
  })
  const text = await response.text()
  const milliseconds = performance.now() - started
  const { date: _date, ...headers } = Object.fromEntries(response.headers)
  const bytes = text.replace(/"rrn":"\d{12}"/, '')
  return { answer: JSON.stringify([response.status, headers, bytes]), milliseconds }
}

describe('account enumeration', () => {
  test.each(calls)(
    '%s answers a known and an unknown email with the same bytes',
    async (_what, contract, fields) => {
      server.wait(3_700_000)
      const answers = new Set<string>()
      for (const email of [...KNOWN, stranger()])
        answers.add((await send(contract, fields(email))).answer)
      expect([...answers]).toHaveLength(1)
    },
  )

  test('addUser answers a taken document like a free one', async () => {
    const { rows } = await server.context.db.execute<{ document: string }>(
      `select document_number as document from person where email = '${KNOWN[0]}'`,
    )
    const user = draft(stranger())
    const free = await send(addUser, { user, password })
    const documentNumber = rows[0]?.document
    const taken = await send(addUser, { user: { ...draft(stranger()), documentNumber }, password })
    expect(taken.answer).toBe(free.answer)
  })

  /** Pairs of calls in alternating order, so that other load of the machine falls on both alike. */
  const PAIRS = 15
  const median = (numbers: number[]) =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

  test.each(calls)(
    '%s takes as long for a known as for an unknown email',
    async (_what, contract, fields) => {
      // The first hash and the first statements of a process are slower than the rest.
      for (const email of [...KNOWN, stranger()]) await send(contract, fields(email))
      const knownToUnknown = async () => {
        const known: number[] = []
        const unknown: number[] = []
        for (let pair = 0; pair < PAIRS; pair++) {
          server.wait(3_700_000)
          const email = KNOWN[pair % 2] ?? ''
          const turns = [
            async () => known.push((await send(contract, fields(email))).milliseconds),
            async () => unknown.push((await send(contract, fields(stranger()))).milliseconds),
          ]
          for (const turn of pair % 2 ? turns : turns.toReversed()) await turn()
        }
        return median(known) / median(unknown)
      }
      // Measured again: a busy machine changes one ratio, a difference of the program all of them.
      await expect
        .poll(knownToUnknown)
        .toSatisfy((ratio: number) => ratio > 0.5 && ratio < 2, 'between 0.5 and 2')
    },
  )
})

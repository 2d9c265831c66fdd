import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

const ACCOUNT = {
  accountBank: 'Santander',
  accountBankType: 'CC',
  accountBankNumber: '0012-3456-7890',
}
let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await startTestServer()
  ana = await server.as('ana')
})
afterAll(() => server.close())

const accounts = async () =>
  (await ana.call(loyalties, {})).loyalties.map(
    ({ accountBank, accountBankType, accountBankNumber, accountBankBranch, accountName }) =>
      [accountBank, accountBankType, accountBankNumber, accountBankBranch, accountName].join('|'),
  )
const lines = async () =>
  (
    await server.context.db.execute<{ subject: string; detail: object }>(
      sql`select subject, detail from audit where action = 'updateMembershipData' order by seq`,
    )
  ).rows

test('ana gives her account once and it counts for both of her memberships; branch and name may be left out', async () => {
  const answer = await ana.call(updateMembershipData, ACCOUNT)
  expect(answer.responseHeader.responseCode).toBe('00')
  expect(await accounts()).toEqual(['Santander|CC|001234567890||', 'Santander|CC|001234567890||'])
  await ana.call(updateMembershipData, {
    ...ACCOUNT,
    accountBankBranch: ' 07 ',
    accountName: 'Ana P.',
  })
  expect(await accounts()).toEqual([
    'Santander|CC|001234567890|07|Ana P.',
    'Santander|CC|001234567890|07|Ana P.',
  ])
})

test('the audit says which bank and never the number; saying the same again is no news', async () => {
  const before = await lines()
  expect(before.map(({ subject }) => subject)).toEqual([
    '60000001',
    '60000002',
    '60000001',
    '60000002',
  ])
  expect(before[0]?.detail).toEqual({ bank: 'Santander', endsIn: '890' })
  const { rows } = await server.context.db.execute<{ audit: string }>(
    sql`select coalesce(string_agg(a::text, ' '), '') as audit from audit a`,
  )
  expect(rows[0]?.audit).not.toContain('001234567890')
  await ana.call(updateMembershipData, {
    ...ACCOUNT,
    accountBankBranch: '07',
    accountName: 'Ana P.',
  })
  expect(await lines()).toEqual(before)
})

test('a membership that was left keeps the account that it had', async () => {
  await ana.call(removeMembership, { loyaltyCode: '60000002' })
  await ana.call(updateMembershipData, { ...ACCOUNT, accountBank: 'Brou' })
  const { rows } = await server.context.db.execute(
    sql`select account_bank from loyalty where code in ('60000001', '60000002') order by code`,
  )
  expect(rows.map((row) => row.account_bank)).toEqual(['Brou', 'Santander'])
})

test('fede has no membership to keep an account in', async () => {
  const fede = await server.as('fede')
  expect((await fede.call(updateMembershipData, ACCOUNT)).responseHeader).toMatchObject({
    responseCode: '05',
    responseDescription: 'Todavía no tenés una afiliación donde guardar la cuenta.',
  })
})

test.each([
  ['no bank', { accountBank: '' }, 'Elegí un banco de la lista.'],
  ['a bank of nowhere', { accountBank: 'Gringotts' }, 'Elegí un banco de la lista.'],
  [
    'a type of nothing',
    { accountBankType: 'XX' },
    'Elegí el tipo de cuenta: corriente o caja de ahorro.',
  ],
  [
    'no number',
    { accountBankNumber: undefined },
    'El número de cuenta tiene entre 5 y 20 dígitos.',
  ],
  [
    'letters for a number',
    { accountBankNumber: 'doce' },
    'El número de cuenta tiene entre 5 y 20 dígitos.',
  ],
  [
    'a number without end',
    { accountBankNumber: '1'.repeat(21) },
    'El número de cuenta tiene entre 5 y 20 dígitos.',
  ],
  [
    'a long name',
    { accountName: 'A'.repeat(81) },
    'El nombre de la cuenta tiene como mucho 80 caracteres.',
  ],
])('%s is refused with a sentence', async (_what, change, sentence) => {
  const before = await accounts()
  const answer = await ana.call(updateMembershipData, { ...ACCOUNT, ...change } as typeof ACCOUNT)
  expect(answer.responseHeader).toMatchObject({ responseCode: '05', responseDescription: sentence })
  expect(await accounts()).toEqual(before)
})

import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const ACCOUNT = {
  accountBank: 'Santander',
  accountBankType: 'CC',
  accountBankNumber: '0012-3456-7890',
}
const server = testServerForEachTest()
const ana = startForEachTest(() => server.as('ana'))

const accounts = async () =>
  (await ana.call(loyalties, {})).loyalties.map(
    ({ accountBank, accountBankType, accountBankNumber, accountBankBranch, accountName }) =>
      [accountBank, accountBankType, accountBankNumber, accountBankBranch, accountName].join('|'),
  )
const auditEntries = async () =>
  (
    await server.context.db.execute<{ subject: string; detail: object }>(
      sql`select subject, detail from audit where action = 'updateMembershipData' order by seq`,
    )
  ).rows

describe('updateMembershipData', () => {
  test('sets the account of all loyalties in force; branch and name are optional', async () => {
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

  test.each([
    ['Itaú', 'Itaú'],
    ['113', '113'],
    [113, '113'],
    ['itau', '113'],
    ['bbva', '153'],
  ])('takes a bank by its name or by a code of the list: %j', async (accountBank, stored) => {
    const answer = await ana.call(updateMembershipData, { ...ACCOUNT, accountBank })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect((await accounts())[0]).toBe(`${stored}|CC|001234567890||`)
  })

  test.each(['', '2', 'Banco de Acá', null, undefined, 1.5])(
    'refuses a bank of neither list: %j',
    async (accountBank) => {
      const answer = await ana.call(updateMembershipData, { ...ACCOUNT, accountBank } as never)
      expect(answer.responseHeader.responseDescription).toBe('Elegí un banco de la lista.')
    },
  )

  test('takes a bank whose name was imported', async () => {
    await server.context.db.execute(
      sql`insert into reference_item values ('banks', 'Banco Nuevo', 'Banco Nuevo')`,
    )
    const answer = await ana.call(updateMembershipData, { ...ACCOUNT, accountBank: 'Banco Nuevo' })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect((await accounts())[0]).toBe('Banco Nuevo|CC|001234567890||')
  })

  test('audits the bank without the number, and only changes', async () => {
    await ana.call(updateMembershipData, ACCOUNT)
    const full = { ...ACCOUNT, accountBankBranch: '07', accountName: 'Ana P.' }
    await ana.call(updateMembershipData, full)
    const before = await auditEntries()
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
    await ana.call(updateMembershipData, full)
    expect(await auditEntries()).toEqual(before)
  })

  test('removes the account of all loyalties by an empty bank, type and number, and reports it', async () => {
    await ana.call(updateMembershipData, ACCOUNT)
    const none = { accountBank: '', accountBankType: '', accountBankNumber: ' ' }
    server.wait(1000)
    const answer = await ana.call(updateMembershipData, { ...none, accountName: 'Ana P.' })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect(await accounts()).toEqual(['||||', '||||'])
    const audited = await auditEntries()
    expect(audited.slice(2)).toEqual([
      { subject: '60000001', detail: { bank: '', endsIn: '' } },
      { subject: '60000002', detail: { bank: '', endsIn: '' } },
    ])
    const [mail] = await server.mailsTo('ana@demo.surtidor.uy')
    expect(mail?.subject).toBe('Se quitó tu cuenta bancaria')
    expect(mail?.text).toContain('La que había era Santander, terminada en 890.')
    expect(mail?.text).toContain('No fui yo: deshacer el cambio')
    await ana.call(updateMembershipData, none)
    expect(await auditEntries()).toEqual(audited)
  })

  test.each([
    ['accountBank', 'Elegí un banco de la lista.'],
    ['accountBankType', 'Elegí el tipo de cuenta: corriente o caja de ahorro.'],
    ['accountBankNumber', 'El número de cuenta tiene entre 5 y 20 dígitos.'],
  ])('removes no account while only %s is empty', async (field, sentence) => {
    const before = await accounts()
    const answer = await ana.call(updateMembershipData, { ...ACCOUNT, [field]: '' })
    expect(answer.responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: sentence,
      reason: 'invalid_request',
    })
    expect(await accounts()).toEqual(before)
  })

  test.each(['accountBank', 'accountBankType', 'accountBankNumber'])(
    'removes no account where %s is left out',
    async (field) => {
      const before = await accounts()
      const none = {
        accountBank: '',
        accountBankType: '',
        accountBankNumber: '',
        [field]: undefined,
      }
      const answer = await ana.call(updateMembershipData, none)
      expect(answer.responseHeader.responseCode).toBe('05')
      expect(await accounts()).toEqual(before)
    },
  )

  test('does not change ended loyalties', async () => {
    await ana.call(updateMembershipData, ACCOUNT)
    await ana.call(removeMembership, { loyaltyCode: '60000002' })
    await ana.call(updateMembershipData, { ...ACCOUNT, accountBank: 'Brou' })
    const { rows } = await server.context.db.execute(
      sql`select account_bank from loyalty where code in ('60000001', '60000002') order by code`,
    )
    expect(rows.map((row) => row.account_bank)).toEqual(['Brou', 'Santander'])
  })

  test('refuses without a loyalty in force', async () => {
    const fede = await server.as('fede')
    expect((await fede.call(updateMembershipData, ACCOUNT)).responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: 'Todavía no tenés una afiliación donde guardar la cuenta.',
    })
  })
})

describe('updateMembershipData with invalid fields', () => {
  test('rejects each with a sentence', async () => {
    const cases = [
      ['no bank', { accountBank: '' }, 'Elegí un banco de la lista.'],
      ['an unknown bank', { accountBank: 'Gringotts' }, 'Elegí un banco de la lista.'],
      [
        'an unknown type',
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
        'a number of 21 digits',
        { accountBankNumber: '1'.repeat(21) },
        'El número de cuenta tiene entre 5 y 20 dígitos.',
      ],
      [
        'a long name',
        { accountName: 'A'.repeat(81) },
        'El nombre de la cuenta tiene como mucho 80 caracteres.',
      ],
    ] as const
    for (const [what, change, sentence] of cases) {
      const before = await accounts()
      const answer = await ana.call(updateMembershipData, {
        ...ACCOUNT,
        ...change,
      } as typeof ACCOUNT)
      expect.soft(answer.responseHeader, what).toMatchObject({
        responseCode: '05',
        responseDescription: sentence,
      })
      expect.soft(await accounts(), what).toEqual(before)
    }
  })
})

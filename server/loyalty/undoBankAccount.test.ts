import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { roles } from '#contract/user/roles.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { BANK_UNDO_DAYS } from '#db/loyalty/bankAccountChanges.ts'
import { ANA, bankAccountSteps } from '#testing/harness/bankAccountSteps.ts'
import { codesIn, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'
import { undoTwice } from '#testing/harness/undoTwice.ts'

const NEW = 'una nueva bien larga'
let steps: ReturnType<typeof bankAccountSteps>
const server = testServerForEachTest()
beforeEach(async () => {
  steps = bankAccountSteps(server)
})

const auditOf = async (action: string) =>
  (
    await server.context.db.execute<{ subject: string; detail: object }>(
      sql`select subject, detail from audit where action = ${action} order by seq`,
    )
  ).rows

describe('a change of the bank account', () => {
  test('is told to the owner by email, with the earlier account and a link, and by a notification that no preference turns off', async () => {
    const ana = await server.as('ana')
    await ana.call(setNotificationPreference, { type: 1, channel: 'app', enabled: false })
    await steps.change(ana, 2)
    const mail = await steps.newestMail()
    expect(mail?.subject).toBe('Tu cuenta bancaria cambió')
    expect(mail?.text).toContain(
      'es ahora Santander, terminada en 002. Antes era Itaú, terminada en 678.',
    )
    expect(mail?.text).toMatch(
      /Fue el .* de 2026 a las \d\d:\d\d \(hora de Montevideo\), desde la app en un Android\./,
    )
    expect(mail?.text).toMatch(
      /#\/resetPwdWeb\?user=ana%40demo\.surtidor\.uy&code=[\w-]{43}&undoes=bank/,
    )
    expect(mail?.text).not.toMatch(/550001002|0012345678|Titular/)
    const [first] = (await ana.call(notifications, {})).notifications
    expect(first).toMatchObject({
      title: 'Cambió tu cuenta bancaria',
      url: '/#/editUser?section=bank',
    })
    // A session that was stolen reads the notifications too.
    expect(JSON.stringify(first)).not.toContain(await steps.tokenOf())

    const before = (await server.mailsTo(ANA)).length
    await steps.change(ana, 2)
    expect((await server.mailsTo(ANA)).length).toBe(before)
  })

  test('is undone by the link without a session: the earlier account, a new password, no open session', async () => {
    const before = await steps.stored()
    const [thief, tablet] = [await server.as('ana'), await server.as('ana')]
    await steps.change(thief, 3)
    expect(await steps.undo(await steps.tokenOf())).toMatchObject({ responseCode: '00' })
    expect(await steps.stored()).toEqual(before)
    for (const session of [thief, tablet])
      expect((await session.call(roles, {})).responseHeader.responseCode).toBe('88')
    const again = await server.stranger.call(login, { user: ANA, password: PASSWORD })
    expect(again.responseHeader.responseCode).toBe('05')
    const mail = await steps.newestMail()
    expect(mail?.subject).toBe('Deshicimos el cambio de tu cuenta bancaria')
    expect(mail?.text).toContain('es otra vez Itaú, terminada en 678. Tu contraseña cambió')
    const ana = await steps.enter(NEW)
    expect((await ana.call(notifications, {})).notifications[0]?.title).toMatch(/^Deshicimos/)
    expect(await auditOf('undoBankAccount')).toEqual(
      before.map(({ code }) => ({
        subject: code,
        detail: {
          bank: code === '60000001' ? 'Itaú' : '',
          endsIn: code === '60000001' ? '678' : '',
        },
      })),
    )
    expect(await checkInvariants(server.context.db)).toEqual([])
  })

  test('refuses a link that was used, or is too old, in words that say what to do', async () => {
    const ana = await server.as('ana')
    await steps.change(ana, 4)
    const token = await steps.tokenOf()
    expect(await steps.undo(token)).toMatchObject({ responseCode: '00' })
    const restored = await steps.stored()
    expect(await steps.undo(token, 'otra todavía más larga')).toMatchObject({
      responseCode: '05',
      responseDescription: expect.stringMatching(/^Ese enlace ya se usó/) as string,
    })
    const anaAgain = await steps.enter(NEW)
    await steps.change(anaAgain, 5)
    const late = await steps.tokenOf()
    server.wait(BANK_UNDO_DAYS * DAY_MS)
    expect(await steps.undo(late)).toMatchObject({
      responseCode: '05',
      responseDescription: expect.stringMatching(/^Ese enlace ya venció/) as string,
    })
    expect(await steps.stored()).not.toEqual(restored)
    expect(await steps.undo('A'.repeat(43))).toMatchObject({ responseCode: '05' })
  })

  test('restores each loyalty its own earlier account, and an ended one too', async () => {
    await server.context.db.execute(
      sql`update loyalty set account_bank = 'Hsbc', account_bank_number = '99887766' where code = '60000002'`,
    )
    const before = await steps.stored()
    const ana = await server.as('ana')
    await steps.change(ana, 6)
    expect((await steps.newestMail())?.text).toMatch(
      /Antes era (Itaú, terminada en 678 y Hsbc, terminada en 766|Hsbc.*Itaú)/,
    )
    await server.context.db.execute(
      sql`update loyalty set ended_at = now() where code = '60000002'`,
    )
    expect(await steps.undo(await steps.tokenOf())).toMatchObject({ responseCode: '00' })
    expect(await steps.stored()).toEqual(before)
  })

  test('works after a change of email, whose undo takes back later changes of the account too', async () => {
    const before = await steps.stored()
    const thief = await server.as('ana')
    await steps.change(thief, 7)
    const bankToken = await steps.tokenOf()
    server.wait(1000)
    await thief.call(requestEmailChange, { email: 'otro@correo.example', password: PASSWORD })
    const codes = {
      oldCode: codesIn((await steps.newestMail()) as never).code,
      newCode: codesIn((await steps.newestMail('otro@correo.example')) as never).code,
    }
    server.wait(1000)
    expect((await thief.call(confirmEmailChange, codes)).responseHeader.responseCode).toBe('00')
    const emailToken = await steps.tokenOf()
    const between = await steps.stored()
    server.wait(1000)
    await steps.change(thief, 8)
    const thiefsToken = await steps.tokenOf('otro@correo.example')

    expect(await steps.undo(emailToken)).toMatchObject({ responseCode: '00' })
    expect(await steps.stored()).toEqual(between)
    expect(await steps.undo(thiefsToken)).toMatchObject({ responseCode: '05' })
    expect(await steps.undo(bankToken, 'otra todavía más larga')).toMatchObject({
      responseCode: '00',
    })
    expect(await steps.stored()).toEqual(before)
  })

  test('is limited to ten an hour', async () => {
    const ana = await server.as('ana')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await steps.change(ana, n + 10)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    server.wait(HOUR_MS)
    expect((await steps.change(ana, 30)).status).toBe(200)
  })

  test('is in the export of the person, without the link, and gone with the account', async () => {
    const ana = await server.as('ana')
    await steps.change(ana, 9)
    const { data } = await ana.call(exportData, {})
    expect(data.cambiosDeCuentaBancaria).toMatchObject([
      {
        earlier: { '60000001': { accountBank: 'Itaú', accountBankNumber: '0012345678' } },
        endedAt: null,
      },
    ])
    expect(Object.keys(data.cambiosDeCuentaBancaria[0] ?? {})).not.toContain('undoHash')
    const token = await steps.tokenOf()
    await ana.call(deleteAccount, { password: PASSWORD })
    const left = await server.context.db.execute(sql`select 1 from bank_account_change`)
    expect(left.rowCount).toBe(0)
    expect(await steps.undo(token)).toMatchObject({ responseCode: '05' })
  })

  test('is undone once by two copies of the request that wait for its lock', async () => {
    await steps.change(await server.as('ana'), 3)
    const code = await steps.tokenOf()
    const passwords = await undoTwice(server, { user: ANA, code })
    expect(await auditOf('undoBankAccount')).toHaveLength((await steps.stored()).length)
    for (const [responseCode, password] of passwords) {
      const answer = await server.stranger.call(login, { user: ANA, password })
      expect(answer.responseHeader.responseCode).toBe(responseCode)
    }
  })
})

import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { exportData } from '#contract/user/exportData.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { roles } from '#contract/user/roles.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { BANK_UNDO_DAYS } from '#db/loyalty/bankAccountChanges.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import {
  codesIn,
  PASSWORD,
  type Person,
  personAt,
  startTestServer,
  type TestServer,
} from '#testing/testServer.ts'

const ANA = 'ana@demo.surtidor.uy'
const NEW = 'una nueva bien larga'
const accountOf = (n: number) => ({
  accountBank: n % 2 === 0 ? 'Santander' : 'Brou',
  accountBankType: n % 3 === 0 ? 'CC' : 'CA',
  accountBankNumber: `55000${1000 + n}`,
  accountBankBranch: n % 5 === 0 ? '' : `0${n % 5}`,
  accountName: `Titular ${n}`,
})
let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const enter = async (password: string): Promise<Person> => {
  const { user } = await server.stranger.call(login, { user: ANA, password })
  return personAt(server.url, user.userSessionToken, server.context.now)
}
/** The whole accounts of ana's memberships, as the database has them. */
const stored = async () =>
  (
    await server.context.db.execute<Record<string, string>>(
      sql`select code, account_bank, account_bank_type, account_bank_number, account_bank_branch, account_name
        from loyalty where person_id = (select id from person where first_name = 'Ana' and first_surname = 'Pereira')
        order by code`,
    )
  ).rows
const newestMail = async (email = ANA) => (await server.mailsTo(email))[0]
const tokenOf = async (email = ANA) => codesIn((await newestMail(email)) ?? { text: '' }).token
/** The emails are in the order of their times. */
const change = (person: Person, n: number) => {
  server.wait(1000)
  return person.call(updateMembershipData, accountOf(n))
}
const undo = async (code: string, password = NEW) => {
  server.wait(1000)
  return (await server.stranger.call(confirmResetPassword, { user: ANA, code, password }))
    .responseHeader
}
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
    await change(ana, 2)
    const mail = await newestMail()
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
    expect(JSON.stringify(first)).not.toContain(await tokenOf())

    const before = (await server.mailsTo(ANA)).length
    await change(ana, 2)
    expect((await server.mailsTo(ANA)).length).toBe(before)
  })

  test('is undone by the link without a session: the earlier account, a new password, no open session', async () => {
    const before = await stored()
    const [thief, tablet] = [await server.as('ana'), await server.as('ana')]
    await change(thief, 3)
    expect(await undo(await tokenOf())).toMatchObject({ responseCode: '00' })
    expect(await stored()).toEqual(before)
    for (const session of [thief, tablet])
      expect((await session.call(roles, {})).responseHeader.responseCode).toBe('88')
    const again = await server.stranger.call(login, { user: ANA, password: PASSWORD })
    expect(again.responseHeader.responseCode).toBe('05')
    const mail = await newestMail()
    expect(mail?.subject).toBe('Deshicimos el cambio de tu cuenta bancaria')
    expect(mail?.text).toContain('es otra vez Itaú, terminada en 678. Tu contraseña cambió')
    const ana = await enter(NEW)
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
    expect((await checkInvariants(server.context.db)).filter(({ rows }) => rows.length)).toEqual([])
  })

  test('refuses a link that was used, or is too old, in words that say what to do', async () => {
    const ana = await server.as('ana')
    await change(ana, 4)
    const token = await tokenOf()
    expect(await undo(token)).toMatchObject({ responseCode: '00' })
    const restored = await stored()
    expect(await undo(token, 'otra todavía más larga')).toMatchObject({
      responseCode: '05',
      responseDescription: expect.stringMatching(/^Ese enlace ya se usó/) as string,
    })
    const anaAgain = await enter(NEW)
    await change(anaAgain, 5)
    const late = await tokenOf()
    server.wait(BANK_UNDO_DAYS * DAY_MS)
    expect(await undo(late)).toMatchObject({
      responseCode: '05',
      responseDescription: expect.stringMatching(/^Ese enlace ya venció/) as string,
    })
    expect(await stored()).not.toEqual(restored)
    expect(await undo('A'.repeat(43))).toMatchObject({ responseCode: '05' })
  })

  test('restores each membership its own earlier account, and an ended one too', async () => {
    await server.context.db.execute(
      sql`update loyalty set account_bank = 'Hsbc', account_bank_number = '99887766' where code = '60000002'`,
    )
    const before = await stored()
    const ana = await server.as('ana')
    await change(ana, 6)
    expect((await newestMail())?.text).toMatch(
      /Antes era (Itaú, terminada en 678 y Hsbc, terminada en 766|Hsbc.*Itaú)/,
    )
    await server.context.db.execute(
      sql`update loyalty set ended_at = now() where code = '60000002'`,
    )
    expect(await undo(await tokenOf())).toMatchObject({ responseCode: '00' })
    expect(await stored()).toEqual(before)
  })

  test('works after a change of email, whose undo takes back later changes of the account too', async () => {
    const before = await stored()
    const thief = await server.as('ana')
    await change(thief, 7)
    const bankToken = await tokenOf()
    server.wait(1000)
    await thief.call(requestEmailChange, { email: 'otro@correo.example', password: PASSWORD })
    const codes = {
      oldCode: codesIn((await newestMail()) as never).code,
      newCode: codesIn((await newestMail('otro@correo.example')) as never).code,
    }
    server.wait(1000)
    expect((await thief.call(confirmEmailChange, codes)).responseHeader.responseCode).toBe('00')
    const emailToken = await tokenOf()
    const between = await stored()
    server.wait(1000)
    await change(thief, 8)
    const thiefsToken = await tokenOf('otro@correo.example')

    expect(await undo(emailToken)).toMatchObject({ responseCode: '00' })
    expect(await stored()).toEqual(between)
    expect(await undo(thiefsToken)).toMatchObject({ responseCode: '05' })
    expect(await undo(bankToken, 'otra todavía más larga')).toMatchObject({ responseCode: '00' })
    expect(await stored()).toEqual(before)
  })

  test('is limited to ten an hour', async () => {
    const ana = await server.as('ana')
    const statuses: number[] = []
    for (let n = 0; n < 11; n++) statuses.push((await change(ana, n + 10)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    server.wait(HOUR_MS)
    expect((await change(ana, 30)).status).toBe(200)
  })

  test('is in the export of the person, without the link, and gone with the account', async () => {
    const ana = await server.as('ana')
    await change(ana, 9)
    const { data } = await ana.call(exportData, {})
    expect(data.cambiosDeCuentaBancaria).toMatchObject([
      {
        earlier: { '60000001': { accountBank: 'Itaú', accountBankNumber: '0012345678' } },
        endedAt: null,
      },
    ])
    expect(Object.keys(data.cambiosDeCuentaBancaria[0] ?? {})).not.toContain('undoHash')
    const token = await tokenOf()
    await ana.call(deleteAccount, { password: PASSWORD })
    const left = await server.context.db.execute(sql`select 1 from bank_account_change`)
    expect(left.rowCount).toBe(0)
    expect(await undo(token)).toMatchObject({ responseCode: '05' })
  })
})

describe('concurrent changes and undos of the bank account', () => {
  test('of many copies of an undo one counts', async () => {
    const before = await stored()
    const ana = await server.as('ana')
    await change(ana, 3)
    const token = await tokenOf()
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) => undo(token, `una frase bien larga ${n}`)),
    )
    const codes = answers.map(({ responseCode }) => responseCode)
    expect(codes.toSorted()).toEqual(['00', '05', '05', '05'])
    expect(await stored()).toEqual(before)
    const winner = codes.indexOf('00')
    const enterWith = await server.stranger.call(login, {
      user: ANA,
      password: `una frase bien larga ${winner}`,
    })
    expect(enterWith.responseHeader.responseCode).toBe('00')
  })

  test('a change that waits for the undo is refused: its session has ended', async () => {
    const before = await stored()
    const thief = await server.as('ana')
    await change(thief, 3)
    const token = await tokenOf()
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock(`select 1 from loyalty where code = '60000001' for update`)
    const undone = undo(token)
    await lockHolder.waitForBlocked(1)
    const late = change(thief, 4)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('rollback')
    expect((await undone).responseCode).toBe('00')
    expect((await late).responseHeader.responseCode).toBe('88')
    expect(await stored()).toEqual(before)
  })

  test('an undo that waits for a later change takes it back too', async () => {
    const before = await stored()
    const thief = await server.as('ana')
    await change(thief, 3)
    const token = await tokenOf()
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock(`select 1 from loyalty where code = '60000001' for update`)
    const late = change(thief, 4)
    await lockHolder.waitForBlocked(1)
    const undone = undo(token)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('rollback')
    expect((await late).responseHeader.responseCode).toBe('00')
    expect((await undone).responseCode).toBe('00')
    expect(await stored()).toEqual(before)
  })
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), to: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 6, 7) }),
  },
)

describe('the links of changes of the bank account', () => {
  test('each restores exactly what was before its change, once and for seven days, and ends what followed', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        round += 1
        let password = round === 1 ? PASSWORD : `una frase de la ronda ${round - 1}`
        let rows = await stored()
        /** The model: each change with the rows before it. */
        const changes: { token: string; before: typeof rows; at: number; over: boolean }[] = []
        let ana = await enter(password)
        for (const one of steps) {
          server.wait(HOUR_MS)
          const now = server.context.now().getTime()
          if (one.do === 'wait') server.wait(one.days * DAY_MS)
          if (one.do === 'change') {
            const mails = (await server.mailsTo(ANA)).length
            const answer = await change(ana, one.to)
            expect(answer.responseHeader.responseCode).toBe('00')
            const after = await stored()
            const isTold = (await server.mailsTo(ANA)).length > mails
            expect(isTold).toBe(JSON.stringify(after) !== JSON.stringify(rows))
            if (isTold) changes.push({ token: await tokenOf(), before: rows, at: now, over: false })
            rows = after
          }
          if (one.do === 'undo') {
            const target = changes.at(-1 - one.back)
            if (!target) continue
            const works = !target.over && now < target.at + BANK_UNDO_DAYS * DAY_MS
            const fresh = `una frase de hoy ${now}`
            expect((await undo(target.token, fresh)).responseCode).toBe(works ? '00' : '05')
            if (works) {
              rows = target.before
              password = fresh
              for (const later of changes.slice(changes.indexOf(target))) later.over = true
              ana = await enter(password)
            }
          }
          expect(await stored()).toEqual(rows)
          ana = await enter(password)
        }
        const last = `una frase de la ronda ${round}`
        await server.context.db.execute(
          sql`update person set password_hash = ${await server.context.passwords.turn(({ hash }) => hash(last))} where email = ${ANA}`,
        )
      }),
      { numRuns: 6 },
    )
  })
})

import { sql } from 'drizzle-orm'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { codesIn, type Person, type TestServer } from '#testing/harness/testServer.ts'

export const ANA = 'ana@demo.surtidor.uy'

const NEW = 'una nueva bien larga'

/** A valid account, another one for each number. */
const accountOf = (n: number) => ({
  accountBank: n % 2 === 0 ? 'Santander' : 'Brou',
  accountBankType: n % 3 === 0 ? 'CC' : 'CA',
  accountBankNumber: `55000${1000 + n}`,
  accountBankBranch: n % 5 === 0 ? '' : `0${n % 5}`,
  accountName: `Titular ${n}`,
})

/** The steps of tests about changes of ana's bank account; each advances the clock, which orders the emails. */
export function bankAccountSteps(server: TestServer) {
  const enter = (password: string) => server.enter(ANA, password)
  /** The whole accounts of ana's loyalties, as the database has them. */
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
  return { enter, stored, newestMail, tokenOf, change, undo }
}

import type { BankAccount } from '#contract/fields/bankAccount.ts'
import { bankText } from '#contract/reference/banks.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { AccountsByCode } from '#db/loyalty/bankAccountChanges.ts'
import type { Context } from '#server/context.ts'
import {
  BANK_ACCOUNT_CHANGED,
  BANK_ACCOUNT_REMOVED,
  BANK_ACCOUNT_RESTORED,
} from '#server/mail/emailTemplates.ts'
import { emailedLink, ownBase } from '#server/mail/links.ts'
import { type CallingDevice, reportToOwner } from '#server/mail/securityEmail.ts'

/** Of whom and to whom a change of the bank account is reported. */
interface Report {
  person: PersonRow
  caller: CallingDevice
}

/**
 * Tells the owner of a change by email, with the link that undoes it, and by a notification. The
 * notification has no link: who changed the account in a session of the owner reads it too.
 */
export async function reportBankAccountChanged(
  context: Context,
  tx: Db,
  report: Report & { account: BankAccount; earlier: AccountsByCode; undoToken: string },
): Promise<void> {
  const account = accountText([report.account])
  const earlier = accountText(Object.values(report.earlier))
  const isRemoved = report.account.accountBank === ''
  await reportToOwner(context, tx, report, {
    event: `bank changed ${uuidFrom(context.random(16))}`,
    template: isRemoved ? BANK_ACCOUNT_REMOVED : BANK_ACCOUNT_CHANGED,
    values: {
      account,
      earlier: earlier === account ? 'la misma, con otros datos' : earlier,
      link: emailedLink(context.config, '', 'resetPassword', {
        user: report.person.email,
        code: report.undoToken,
        undoes: 'bank',
      }),
    },
    title: isRemoved ? 'Se quitó tu cuenta bancaria' : 'Cambió tu cuenta bancaria',
    text: `${isRemoved ? 'Los programas ya no tienen dónde pagarte lo que te devuelven' : `Los programas te pagan ahora en ${account}`}. Si no fuiste vos, deshacelo con el enlace del correo que te mandamos: vale por 7 días.`,
    section: 'bank',
  })
}

/** Tells the owner that a change was undone. */
export async function reportBankAccountUndone(
  context: Context,
  tx: Db,
  report: Report & { restored: AccountsByCode },
): Promise<void> {
  const account = accountText(Object.values(report.restored))
  await reportToOwner(context, tx, report, {
    event: `bank restored ${uuidFrom(context.random(16))}`,
    template: BANK_ACCOUNT_RESTORED,
    values: { account, link: `${ownBase(context.config, '')}/#/login` },
    title: 'Deshicimos el cambio de tu cuenta bancaria',
    text: `Los programas te pagan otra vez en ${account}.`,
    section: 'bank',
  })
}

const LIST = new Intl.ListFormat('es-UY')

/** Bank and last digits of each account, without repeats: "Itaú, terminada en 678". */
function accountText(accounts: readonly BankAccount[]): string {
  const texts = accounts
    .filter(({ accountBank }) => accountBank !== '')
    .map(
      ({ accountBank, accountBankNumber }) =>
        `${bankText(accountBank)}, terminada en ${accountBankNumber.slice(-3)}`,
    )
  return texts.length === 0 ? 'ninguna' : LIST.format(new Set(texts))
}

import type { BankAccount } from '#contract/fields/bankAccount.ts'
import { bankText } from '#contract/reference/banks.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/connection.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { AccountsByCode } from '#db/loyalty/bankAccountChanges.ts'
import { insertSecurityNotification } from '#db/messaging/notifications.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { BANK_ACCOUNT_CHANGED, BANK_ACCOUNT_RESTORED } from '#server/mail/emailTemplates.ts'
import { emailedLink, ownBase } from '#server/mail/links.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { circumstancesOf } from '#server/mail/securityEmailValues.ts'

/** Of whom and to whom a change of the bank account is reported. */
interface Report {
  person: PersonRow
  caller: Pick<AnonymousCaller, 'header' | 'userAgent'>
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
  const { person, caller, undoToken } = report
  const account = accountText([report.account])
  const earlier = accountText(Object.values(report.earlier))
  const event = `bank changed ${uuidFrom(context.random(16))}`
  await queueEmail(context, tx, BANK_ACCOUNT_CHANGED, {
    recipient: person.email,
    event,
    values: {
      account,
      earlier: earlier === account ? 'la misma, con otros datos' : earlier,
      ...circumstancesOf(context, caller),
      link: emailedLink(context.config, '', 'resetPassword', {
        user: person.email,
        code: undoToken,
        undoes: 'bank',
      }),
    },
  })
  await notify(context, tx, person, {
    event,
    title: 'Cambió tu cuenta bancaria',
    text: `Los programas te pagan ahora en ${account}. Si no fuiste vos, deshacelo con el enlace del correo que te mandamos: vale por 7 días.`,
  })
}

/** Tells the owner that a change was undone. */
export async function reportBankAccountUndone(
  context: Context,
  tx: Db,
  { person, caller, restored }: Report & { restored: AccountsByCode },
): Promise<void> {
  const account = accountText(Object.values(restored))
  const event = `bank restored ${uuidFrom(context.random(16))}`
  await queueEmail(context, tx, BANK_ACCOUNT_RESTORED, {
    recipient: person.email,
    event,
    values: {
      account,
      ...circumstancesOf(context, caller),
      link: `${ownBase(context.config, '')}/#/login`,
    },
  })
  await notify(context, tx, person, {
    event,
    title: 'Deshicimos el cambio de tu cuenta bancaria',
    text: `Los programas te pagan otra vez en ${account}.`,
  })
}

const notify = (
  context: Context,
  tx: Db,
  { id: personId }: PersonRow,
  told: { event: string; title: string; text: string },
): Promise<void> =>
  insertSecurityNotification(context, tx, {
    ...told,
    personId,
    type: 1,
    at: context.now(),
    url: '/#/editUser?section=bank',
  })

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

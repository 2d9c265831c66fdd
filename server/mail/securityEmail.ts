import { TIME_ZONE } from '#contract/dates.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import { insertSecurityNotification } from '#db/messaging/notifications.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import { deviceKind } from '#server/http/deviceName.ts'
import type { EmailTemplate } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import type { Values } from '#server/mail/renderEmail.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es-UY', { timeZone: TIME_ZONE, ...options })
const DAY = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const TIME = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The device of a call, which the email names. */
export type CallingDevice = Pick<AnonymousCaller, 'header' | 'userAgent'>

/**
 * The values `when` and `device`: the time in Montevideo and the kind of device of the call, of which
 * no text comes from the caller.
 */
export function circumstancesOf(
  { now }: Pick<Context, 'now'>,
  { header, userAgent }: CallingDevice,
): { when: string; device: string } {
  const instant = now()
  const day = DAY.format(instant).replace(',', '')
  return { when: `${day} a las ${TIME.format(instant)}`, device: deviceKind(header, userAgent) }
}

interface SecurityEmail {
  recipient: string
  event: string
  caller: CallingDevice
  /** The values beside `when` and `device`; without `link` it leads to the choice of a password. */
  values?: Values
}

/** Queues an email about the security of an account. */
export async function queueSecurityEmail(
  context: Context,
  tx: Db,
  template: EmailTemplate,
  { recipient, event, caller, values }: SecurityEmail,
): Promise<void> {
  await queueEmail(context, tx, template, {
    recipient,
    event,
    values: {
      ...circumstancesOf(context, caller),
      link: `${context.config.publicUrl}/#/resetPassword`,
      ...values,
    },
  })
}

/** Reports a change to the owner of the account, by email and by a notification in the app. */
export async function reportToOwner(
  context: Context,
  tx: Db,
  { person, caller }: { person: PersonRow; caller: CallingDevice },
  {
    template,
    title,
    text,
    section,
    ...email
  }: {
    event: string
    template: EmailTemplate
    values?: Values
    title: string
    text: string
    /** Section of the profile to which the notification leads. */
    section: 'bank' | 'passkeys'
  },
): Promise<void> {
  await queueSecurityEmail(context, tx, template, { recipient: person.email, caller, ...email })
  await insertSecurityNotification(context, tx, {
    personId: person.id,
    event: email.event,
    type: 1,
    at: context.now(),
    title,
    text,
    url: `/#/editUser?section=${section}`,
  })
}

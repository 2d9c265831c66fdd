import type { PasskeyRow } from '#db/accounts/passkeys.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/connection.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { insertSecurityNotification } from '#db/messaging/notifications.ts'
import type { Context } from '#server/context.ts'
import type { AnonymousCaller } from '#server/http/defineHandler.ts'
import type { EmailTemplate } from '#server/mail/emailTemplate.ts'
import { PASSKEY_ADDED, PASSKEY_REMOVED, PASSKEYS_RESET } from '#server/mail/emailTemplates.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'
import { circumstancesOf } from '#server/mail/securityEmailValues.ts'

type Caller = Pick<AnonymousCaller, 'header' | 'userAgent'>

interface Report {
  event: string
  template: EmailTemplate
  title: string
  text: string
}

/** Tells the owner by email and notification that a passkey was added. */
export const reportAdded = (
  context: Context,
  tx: Db,
  person: PersonRow,
  { passkey, caller }: { passkey: PasskeyRow; caller: Caller },
): Promise<void> =>
  report(
    context,
    tx,
    { person, caller },
    {
      event: `passkey added ${passkey.id}`,
      template: PASSKEY_ADDED,
      title: 'Agregaste una llave de acceso',
      text: 'Desde ahora también podés ingresar con ella. Si no fuiste vos, cambiá ya tu contraseña con «Olvidé mi contraseña»: eso quita todas las llaves.',
    },
  )

/** The event of the removal of a passkey. */
export const removalOf = (passkeyId: string): string => `passkey removed ${passkeyId}`

/** Tells the owner that a passkey was removed. */
export const reportRemoved = (
  context: Context,
  tx: Db,
  person: PersonRow,
  { passkey, caller }: { passkey: PasskeyRow; caller: Caller },
): Promise<void> =>
  report(
    context,
    tx,
    { person, caller },
    {
      event: removalOf(passkey.id),
      template: PASSKEY_REMOVED,
      title: 'Quitaste una llave de acceso',
      text: 'Ya no se puede ingresar con ella. Las sesiones que abriste con ella siguen abiertas hasta que las cierres.',
    },
  )

/** Tells the owner that a reset of the password removed the passkeys. */
export const reportReset = (
  context: Context,
  tx: Db,
  person: PersonRow,
  caller: Caller,
): Promise<void> =>
  report(
    context,
    tx,
    { person, caller },
    {
      event: `passkeys reset ${uuidFrom(context.random(16))}`,
      template: PASSKEYS_RESET,
      title: 'Quitamos tus llaves de acceso',
      text: 'Al elegir una contraseña nueva por correo se quitan todas. Podés volver a agregar las tuyas.',
    },
  )

async function report(
  context: Context,
  tx: Db,
  { person, caller }: { person: PersonRow; caller: Caller },
  { event, template, title, text }: Report,
): Promise<void> {
  await queueEmail(context, tx, template, {
    recipient: person.email,
    event,
    values: {
      ...circumstancesOf(context, caller),
      link: `${context.config.publicUrl}/#/resetPassword`,
    },
  })
  await insertSecurityNotification(context, tx, {
    personId: person.id,
    event,
    type: 1,
    at: context.now(),
    title,
    text,
    url: '/#/editUser?section=passkeys',
  })
}

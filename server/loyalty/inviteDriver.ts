import { DAY_MS } from '#contract/dates.ts'
import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { inviteDriver } from '#contract/loyalty/inviteDriver.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { insertInvitation, MAX_DRIVERS } from '#db/companies/companyDrivers.ts'
import { inTransaction } from '#db/core/connection.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { defineHandler } from '#server/http/defineHandler.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { type Limit, mayTake } from '#server/http/limits.ts'
import { COMPANY_INVITED } from '#server/mail/invitationEmail.ts'
import { ownBase } from '#server/mail/links.ts'
import { queueEmail } from '#server/mail/queueEmail.ts'

const INVITATIONS: Limit = {
  name: 'company invitations',
  by: 'person',
  points: 20,
  per: DAY_MS,
  taken: 'before',
}
/** Strangers may not flood a mailbox: the invitation stands in the app, without another email. */
const MAILED: Limit = {
  name: 'emailed company invitations',
  by: 'mailbox',
  points: 3,
  per: DAY_MS,
  taken: 'within',
}

export default defineHandler(
  inviteDriver,
  async (context, { loyaltyCode, email }, caller) => {
    const { db, now, random, config } = context
    const id = uuidFrom(random(16))
    await inTransaction(db, async (tx) => {
      const actor = { personId: caller.personId, now: now() }
      const invited = await insertInvitation(tx, actor, { id, loyaltyCode, email })
      if (invited === 'invited') return
      if (invited === 'notFound') throw notFound()
      if (invited === 'own') throw refuse('Ese es tu correo: invitá el de otra persona.')
      if (invited === 'full') throw refuse(`Una empresa tiene hasta ${MAX_DRIVERS} conductores.`)
      const { holder: name, clientRUT } = invited
      if (await mayTake(context, caller, MAILED, { email }))
        await queueEmail(context, tx, COMPANY_INVITED, {
          recipient: email,
          event: `companyInvited ${id}`,
          values: { name, clientRUT, link: `${ownBase(config, '')}/#/loyalty?tab=datos` },
        })
      const person = await personByEmail(tx, email)
      if (person?.confirmedAt)
        await insertNotification(context, tx, {
          personId: person.id,
          event: `companyInvited ${id}`,
          type: NOTIFICATION_TYPES.General,
          at: now(),
          title: 'Te invitaron a una empresa',
          text: `${name} te invita a sumar tus cargas a las de su empresa (RUT ${clientRUT}). Vos decidís si aceptás.`,
          url: '/#/loyalty?tab=datos',
        })
    })
    return {}
  },
  [INVITATIONS, MAILED],
)

import { and, desc, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AnswerOf } from '#contract/call.ts'
import type { exportData } from '#contract/user/exportData.ts'
import type { Db } from '#db/core/connection.ts'
import { bankAccountChangesOf } from '#db/loyalty/bankAccountChanges.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { loyalty, membershipRequest, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, mail, notification } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { passkey } from '#db/tables/passkeys.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { notificationPreference, person } from '#db/tables/people.ts'
import { pushSubscription } from '#db/tables/push.ts'
import { emailChange, session } from '#db/tables/sessions.ts'

/**
 * All stored data about a person (Ley 18.331), except ids, hashes and secrets of authentication.
 */
export async function personalData(
  db: Db,
  personId: string,
): Promise<AnswerOf<typeof exportData>['data']> {
  const { passwordHash: _hash, id: _id, ...profile } = getTableColumns(person)
  const { personId: _owner, event: _event, ...notificationColumns } = getTableColumns(notification)
  const { answeredBy: _operator, ...messageColumns } = getTableColumns(contactMessage)
  const codes = db
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(eq(loyalty.personId, personId))
  return {
    perfil: await db
      .select({
        ...profile,
        roles: sql<
          string[]
        >`array(select role_code from person_role where person_id = ${personId})`,
      })
      .from(person)
      .where(eq(person.id, personId)),
    afiliaciones: await db
      .select()
      .from(loyalty)
      .where(eq(loyalty.personId, personId))
      .orderBy(loyalty.since),
    vehiculos: await db.select().from(vehicle).where(inArray(vehicle.loyaltyCode, codes)),
    solicitudes: await db
      .select({
        reference: membershipRequest.reference,
        programme: membershipRequest.programme,
        state: membershipRequest.state,
        draft: membershipRequest.draft,
        observations: membershipRequest.observations,
        sponsorObservations: membershipRequest.sponsorObservations,
        networkObservations: membershipRequest.networkObservations,
        leavingObservations: membershipRequest.leavingObservations,
        at: membershipRequest.at,
        sponsorAt: membershipRequest.sponsorAt,
        networkAt: membershipRequest.networkAt,
      })
      .from(membershipRequest)
      .where(eq(membershipRequest.personId, personId))
      .orderBy(desc(membershipRequest.at)),
    consumos: await db
      .select()
      .from(movement)
      .where(inArray(movement.loyaltyCode, codes))
      .orderBy(desc(movement.at)),
    puntos: await db
      .select({
        loyaltyCode: ledgerAccount.loyaltyCode,
        at: ledgerEntry.at,
        concept: ledgerTransaction.concept,
        points: ledgerEntry.points,
        balance: ledgerEntry.balance,
      })
      .from(ledgerEntry)
      .innerJoin(ledgerAccount, eq(ledgerAccount.id, ledgerEntry.accountId))
      .innerJoin(ledgerTransaction, eq(ledgerTransaction.id, ledgerEntry.transactionId))
      .where(and(isNotNull(ledgerEntry.seq), inArray(ledgerAccount.loyaltyCode, codes)))
      .orderBy(desc(ledgerEntry.at)),
    deudas: await db.select().from(debt).where(eq(debt.personId, personId)).orderBy(desc(debt.at)),
    pagos: await db
      .select({
        debtReference: paymentAttempt.debtReference,
        state: paymentAttempt.state,
        currency: paymentAttempt.currency,
        amount: paymentAttempt.amount,
        tipAmount: paymentAttempt.tipAmount,
        installments: paymentAttempt.installments,
        maskedCard: paymentAttempt.maskedCard,
        authorizationCode: paymentAttempt.authorizationCode,
        law: paymentAttempt.law,
        refund: paymentAttempt.refund,
        createdAt: paymentAttempt.createdAt,
        settledAt: paymentAttempt.settledAt,
      })
      .from(paymentAttempt)
      .where(eq(paymentAttempt.personId, personId))
      .orderBy(desc(paymentAttempt.createdAt)),
    notificaciones: await db
      .select(notificationColumns)
      .from(notification)
      .where(eq(notification.personId, personId))
      .orderBy(desc(notification.at)),
    mensajes: await db
      .select(messageColumns)
      .from(contactMessage)
      .where(eq(contactMessage.personId, personId))
      .orderBy(desc(contactMessage.at)),
    correos: await db
      .select({
        recipient: mail.recipient,
        subject: mail.subject,
        at: mail.at,
        sentAt: mail.sentAt,
      })
      .from(mail)
      .innerJoin(person, eq(person.email, mail.recipient))
      .where(eq(person.id, personId))
      .orderBy(desc(mail.at), mail.subject),
    sesiones: await db
      .select({
        createdAt: session.createdAt,
        seenAt: session.seenAt,
        expiresAt: session.expiresAt,
        revokedAt: session.revokedAt,
        platform: session.platform,
        device: session.device,
      })
      .from(session)
      .where(eq(session.personId, personId))
      .orderBy(desc(session.createdAt)),
    dispositivosConAvisos: await db
      .select({
        platform: pushSubscription.platform,
        detail: pushSubscription.detail,
        registeredAt: pushSubscription.registeredAt,
      })
      .from(pushSubscription)
      .where(eq(pushSubscription.personId, personId))
      .orderBy(desc(pushSubscription.registeredAt)),
    llavesDeAcceso: await db
      .select({
        name: passkey.name,
        createdAt: passkey.createdAt,
        lastUsedAt: passkey.lastUsedAt,
        backedUp: passkey.backedUp,
        aaguid: passkey.aaguid,
      })
      .from(passkey)
      .where(eq(passkey.personId, personId))
      .orderBy(desc(passkey.createdAt)),
    cambiosDeCorreo: await db
      .select({
        oldEmail: emailChange.oldEmail,
        newEmail: emailChange.newEmail,
        createdAt: emailChange.createdAt,
        confirmedAt: emailChange.confirmedAt,
        endedAt: emailChange.endedAt,
      })
      .from(emailChange)
      .where(eq(emailChange.personId, personId))
      .orderBy(desc(emailChange.createdAt)),
    cambiosDeCuentaBancaria: await bankAccountChangesOf(db, personId),
    preferencias: await db
      .select({
        type: notificationPreference.type,
        app: notificationPreference.app,
        email: notificationPreference.email,
        push: notificationPreference.push,
      })
      .from(notificationPreference)
      .where(eq(notificationPreference.personId, personId))
      .orderBy(notificationPreference.type),
  }
}

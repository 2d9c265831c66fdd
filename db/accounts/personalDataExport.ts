import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/call.ts'
import { exportData } from '#contract/user/exportData.ts'
import type { Db } from '#db/core/connection.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { bankAccountChange, loyalty, membershipRequest, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, mail, notification } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { passkey } from '#db/tables/passkeys.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { notificationPreference, person } from '#db/tables/people.ts'
import { pushSubscription } from '#db/tables/push.ts'
import { emailChange, session } from '#db/tables/sessions.ts'

type Data = AnswerOf<typeof exportData>['data']
const DATA = exportData.response.shape.data.shape

/** The columns of a table that the contract exports: one that is added to the table is not. */
function exported<T extends PgTable, Of extends keyof Data>(table: T, of: Of) {
  type Columns = T['_']['columns']
  const fields = Object.keys(DATA[of].def.element.shape).filter((name) => name in table)
  return Object.fromEntries(
    fields.map((name) => [name, table[name as keyof T]]),
  ) as unknown as Pick<Columns, keyof Data[Of][number] & keyof Columns>
}

/** The rows as JSON has them: instants as texts. */
type Written<Row> = {
  [Name in keyof Row]: Row[Name] extends Date
    ? string
    : Row[Name] extends Date | null
      ? string | null
      : Row[Name]
}
const written = <Row>(rows: Row[]) => JSON.parse(JSON.stringify(rows)) as Written<Row>[]

/** All stored data about a person (Ley 18.331), except hashes and secrets of authentication. */
export async function personalData(db: Db, personId: string): Promise<Data> {
  const codes = db
    .select({ code: loyalty.code })
    .from(loyalty)
    .where(eq(loyalty.personId, personId))
  const roles = sql<
    string[]
  >`array(select role_code from person_role where person_id = ${personId})`
  return {
    perfil: written(
      await db
        .select({ ...exported(person, 'perfil'), roles })
        .from(person)
        .where(eq(person.id, personId)),
    ),
    afiliaciones: written(
      await db
        .select(exported(loyalty, 'afiliaciones'))
        .from(loyalty)
        .where(eq(loyalty.personId, personId))
        .orderBy(loyalty.since),
    ),
    vehiculos: written(
      await db
        .select(exported(vehicle, 'vehiculos'))
        .from(vehicle)
        .where(inArray(vehicle.loyaltyCode, codes)),
    ),
    solicitudes: written(
      await db
        .select(exported(membershipRequest, 'solicitudes'))
        .from(membershipRequest)
        .where(eq(membershipRequest.personId, personId))
        .orderBy(desc(membershipRequest.at)),
    ),
    consumos: written(
      await db
        .select(exported(movement, 'consumos'))
        .from(movement)
        .where(inArray(movement.loyaltyCode, codes))
        .orderBy(desc(movement.at)),
    ),
    puntos: written(
      await db
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
    ),
    deudas: written(
      await db
        .select(exported(debt, 'deudas'))
        .from(debt)
        .where(eq(debt.personId, personId))
        .orderBy(desc(debt.at)),
    ),
    pagos: written(
      await db
        .select(exported(paymentAttempt, 'pagos'))
        .from(paymentAttempt)
        .where(eq(paymentAttempt.personId, personId))
        .orderBy(desc(paymentAttempt.createdAt)),
    ),
    notificaciones: written(
      await db
        .select(exported(notification, 'notificaciones'))
        .from(notification)
        .where(eq(notification.personId, personId))
        .orderBy(desc(notification.at)),
    ),
    mensajes: written(
      await db
        .select(exported(contactMessage, 'mensajes'))
        .from(contactMessage)
        .where(eq(contactMessage.personId, personId))
        .orderBy(desc(contactMessage.at)),
    ),
    correos: written(
      await db
        .select(exported(mail, 'correos'))
        .from(mail)
        .innerJoin(person, eq(person.email, mail.recipient))
        .where(eq(person.id, personId))
        .orderBy(desc(mail.at), mail.subject),
    ),
    sesiones: written(
      await db
        .select(exported(session, 'sesiones'))
        .from(session)
        .where(eq(session.personId, personId))
        .orderBy(desc(session.createdAt)),
    ),
    llavesDeAcceso: written(
      await db
        .select(exported(passkey, 'llavesDeAcceso'))
        .from(passkey)
        .where(eq(passkey.personId, personId))
        .orderBy(desc(passkey.createdAt)),
    ),
    cambiosDeCorreo: written(
      await db
        .select(exported(emailChange, 'cambiosDeCorreo'))
        .from(emailChange)
        .where(eq(emailChange.personId, personId))
        .orderBy(desc(emailChange.createdAt)),
    ),
    cambiosDeCuentaBancaria: written(
      await db
        .select(exported(bankAccountChange, 'cambiosDeCuentaBancaria'))
        .from(bankAccountChange)
        .where(eq(bankAccountChange.personId, personId))
        .orderBy(desc(bankAccountChange.number)),
    ),
    preferencias: written(
      await db
        .select(exported(notificationPreference, 'preferencias'))
        .from(notificationPreference)
        .where(eq(notificationPreference.personId, personId))
        .orderBy(notificationPreference.type),
    ),
    dispositivosConAvisos: written(
      await db
        .select(exported(pushSubscription, 'dispositivosConAvisos'))
        .from(pushSubscription)
        .where(eq(pushSubscription.personId, personId))
        .orderBy(desc(pushSubscription.registeredAt)),
    ),
  }
}

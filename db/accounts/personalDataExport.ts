import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable, unionAll } from 'drizzle-orm/pg-core'
import type { AnswerOf } from '#contract/call.ts'
import { exportData } from '#contract/user/exportData.ts'
import { viewsOf } from '#db/accounts/dataViews.ts'
import { rolesOf } from '#db/accounts/people.ts'
import { withNames } from '#db/accounts/personalDataNames.ts'
import type { Db } from '#db/core/db.ts'
import { programmeNames } from '#db/loyalty/accrualRules.ts'
import { waitingPictures } from '#db/messaging/contactPictures.ts'
import { carEntry, carReminder } from '#db/tables/car.ts'
import { purchaseClaim } from '#db/tables/claims.ts'
import { companyDriver } from '#db/tables/companies.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { bankAccountChange, loyalty, membershipRequest, vehicle } from '#db/tables/loyalties.ts'
import { contactMessage, mail, notification } from '#db/tables/messaging.ts'
import { movement } from '#db/tables/movements.ts'
import { exceptionTaken, operatorStation, savedView } from '#db/tables/operators.ts'
import { passkey } from '#db/tables/passkeys.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { notificationPreference, person } from '#db/tables/people.ts'
import { pushSubscription } from '#db/tables/push.ts'
import { redemption } from '#db/tables/redemptions.ts'
import { emailChange, session } from '#db/tables/sessions.ts'
import { branch } from '#db/tables/stations.ts'

type Data = AnswerOf<typeof exportData>['data']
const DATA = exportData.response.shape.data.shape
/** A table with every column that the contract exports. */
type Exported<Of extends keyof Data> = PgTable &
  Record<Exclude<keyof Data[Of][number], 'roles' | 'wishedBirthdate' | 'names'>, PgColumn>

/** Rows as JSON has them: instants as texts. */
const written = <Row>(rows: object[]) => JSON.parse(JSON.stringify(rows)) as Row[]

/** All stored data about a person (Ley 18.331), except hashes and secrets of authentication. */
export async function personalData(db: Db, personId: string): Promise<Data> {
  /** The columns that the contract exports: one that is added to the table is not. */
  const rowsOf = async <Of extends keyof Data>(
    of: Of,
    table: Exported<Of>,
    condition: SQL,
    ...order: (PgColumn | SQL)[]
  ) => {
    const names = Object.keys(DATA[of].def.element.shape).filter((name) => name in table)
    const columns = names.map((name) => [name, Reflect.get(table, name) as PgColumn] as const)
    const source: PgTable = table
    const rows = db.select(Object.fromEntries(columns)).from(source)
    return written<Data[Of][number]>(await rows.where(condition).orderBy(...order))
  }
  const own = <Of extends keyof Data>(
    of: Of,
    table: Exported<Of> & { personId: PgColumn },
    ...order: (PgColumn | SQL)[]
  ) => rowsOf(of, table, eq(table.personId, personId), ...order)

  const accountIds = () => db.select({ id: ledgerAccount.id }).from(ledgerAccount)
  const ofPerson = eq(person.id, personId)
  const roles = await rolesOf(db, personId)
  const ofOwner = eq(loyalty.personId, personId)
  const codes = db.select({ code: loyalty.code }).from(loyalty).where(ofOwner)
  // Read first: with a subquery PostgreSQL would read the entries of all.
  const accounts = (
    await unionAll(
      accountIds().where(inArray(ledgerAccount.loyaltyCode, codes)),
      accountIds().where(inArray(ledgerAccount.shortfallOf, codes)),
    )
  ).map(({ id }) => id)
  const email = db.select({ email: person.email }).from(person).where(ofPerson)
  const wished = await waitingPictures(db, personId)
  const ofLoyalty = inArray(movement.loyaltyCode, codes)
  const programmes = await programmeNames(db)
  const stations = await db.select({ code: branch.code, name: branch.name }).from(branch)
  const data: Data = {
    perfil: (await rowsOf('perfil', person, ofPerson)).map((row) => ({ ...row, roles })),
    afiliaciones: await own('afiliaciones', loyalty, loyalty.since),
    vehiculos: await rowsOf('vehiculos', vehicle, inArray(vehicle.loyaltyCode, codes)),
    empresas: await rowsOf(
      'empresas',
      companyDriver,
      sql`${eq(companyDriver.personId, personId)} or ${companyDriver.email} = (${email}) or ${inArray(companyDriver.loyaltyCode, codes)}`,
      desc(companyDriver.invitedAt),
    ),
    canjes: await rowsOf(
      'canjes',
      redemption,
      inArray(redemption.loyaltyCode, codes),
      desc(redemption.createdAt),
    ),
    solicitudes: await own('solicitudes', membershipRequest, desc(membershipRequest.at)),
    consumos: await rowsOf('consumos', movement, ofLoyalty, desc(movement.at)),
    puntos: written(
      await db
        .select({
          loyaltyCode: sql<string>`coalesce(${ledgerAccount.loyaltyCode}, ${ledgerAccount.shortfallOf})`,
          esFaltante: isNotNull(ledgerAccount.shortfallOf),
          at: ledgerEntry.at,
          concept: ledgerTransaction.concept,
          points: ledgerEntry.points,
          balance: ledgerEntry.balance,
        })
        .from(ledgerEntry)
        .innerJoin(ledgerAccount, eq(ledgerAccount.id, ledgerEntry.accountId))
        .innerJoin(ledgerTransaction, eq(ledgerTransaction.id, ledgerEntry.transactionId))
        // A member's entries all have a number: the condition of the account's indexes.
        .where(and(inArray(ledgerEntry.accountId, accounts), isNotNull(ledgerEntry.seq)))
        .orderBy(desc(ledgerEntry.at)),
    ),
    deudas: await own('deudas', debt, desc(debt.at)),
    pagos: await own('pagos', paymentAttempt, desc(paymentAttempt.createdAt)),
    notificaciones: await own('notificaciones', notification, desc(notification.at)),
    mensajes: (await own('mensajes', contactMessage, desc(contactMessage.at))).map((row) => ({
      ...row,
      wishedBirthdate: wished.find(({ messageId }) => messageId === row.id)?.birthdate ?? null,
    })),
    reclamos: await own('reclamos', purchaseClaim, desc(purchaseClaim.at)),
    libretaDelAuto: await own('libretaDelAuto', carEntry, desc(carEntry.at)),
    recordatoriosDelAuto: await own('recordatoriosDelAuto', carReminder, carReminder.dueDate),
    correos: await rowsOf(
      'correos',
      mail,
      inArray(mail.recipient, email),
      desc(mail.at),
      mail.subject,
    ),
    sesiones: await own('sesiones', session, desc(session.createdAt)),
    vistasDeTusDatos: written(await viewsOf(db, personId)),
    llavesDeAcceso: await own('llavesDeAcceso', passkey, desc(passkey.createdAt)),
    cambiosDeCorreo: await own('cambiosDeCorreo', emailChange, desc(emailChange.createdAt)),
    cambiosDeCuentaBancaria: await own(
      'cambiosDeCuentaBancaria',
      bankAccountChange,
      desc(bankAccountChange.number),
    ),
    preferencias: await own('preferencias', notificationPreference, notificationPreference.type),
    dispositivosConAvisos: await own(
      'dispositivosConAvisos',
      pushSubscription,
      desc(pushSubscription.registeredAt),
    ),
    estacionesDelOperador: await own(
      'estacionesDelOperador',
      operatorStation,
      operatorStation.branchCode,
    ),
    vistasGuardadas: await own('vistasGuardadas', savedView, desc(savedView.savedAt)),
    excepcionesTomadas: await own(
      'excepcionesTomadas',
      exceptionTaken,
      desc(exceptionTaken.takenAt),
    ),
  }
  return withNames(data, {
    programme: (code) => programmes.get(code),
    branchCode: Object.fromEntries(stations.map(({ code, name }) => [code, name])),
  })
}

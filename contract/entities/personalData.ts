import * as z from 'zod/mini'
import { answeredBankAccount } from '#contract/fields/bankAccount.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'

const text = z.string()
/** Fields of one type, by their names. */
const fieldsOf =
  <Type extends z.core.$ZodType>(type: Type) =>
  <Name extends string>(...names: Name[]) =>
    Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>
const texts = fieldsOf(text)
const integers = fieldsOf(z.number())
const yesOrNo = fieldsOf(z.boolean())
const instants = texts
/** When it happened, as the name says, ISO 8601 in UTC; null before it. */
const LaterInstant = z.nullable(text)
const laterInstants = fieldsOf(LaterInstant)
const rows = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.array(
    z.object({
      ...shape,
      /**
       * What a person reads for the codes of the row, by field, of a nested one by its path: `draft.vehicle.fuel`.
       * Absent when there are none, and from older servers.
       */
      names: z.optional(z.record(text, text)),
    }),
  )

/**
 * What is stored about the caller: a list of rows for each table, with the columns that are named here.
 * Amounts are in cents, instants in ISO 8601 and UTC; what is not known is empty, what has not happened null.
 */
export const PersonalData = lazyObject(() => ({
  /** The account and its profile; one row. */
  perfil: rows({
    ...texts('email', 'firstName', 'firstSurname', 'documentNumber', 'birthdate', 'sex'),
    ...texts('mobile', 'address'),
    ...instants('createdAt'),
    ...laterInstants('confirmedAt', 'consentAt', 'deletedAt', 'birthdateCorrectedAt'),
    /** Since when the network keeps the account from being opened; null: it does not. */
    lockedAt: z.nullable(text),
    /** Codes of the roles. */
    roles: z.array(text),
  }),
  /** Loyalties, also ended ones. */
  afiliaciones: rows({
    ...texts('code', 'personId', 'programme', 'holder', 'clientRUT', 'clientCardNumber'),
    ...instants('since'),
    endedAt: LaterInstant,
    /** Reference of the request from which it came; null when there was none. */
    requestReference: z.nullable(text),
    ...answeredBankAccount,
  }),
  /** Vehicles, also removed ones. */
  vehiculos: rows({
    ...texts('id', 'loyaltyCode', 'mark', 'plate', 'fuel'),
    ...laterInstants('removedAt'),
    /** Of a company's vehicle, its limits of a month in millilitres and cents; 0 for none. */
    ...integers('limitMillilitres', 'limitAmount'),
  }),
  /** Invitations of companies: to the caller, and by the caller to others. */
  empresas: rows({
    ...texts('id', 'loyaltyCode', 'email'),
    ...instants('invitedAt'),
    ...laterInstants('acceptedAt', 'endedAt'),
  }),
  /** Redemptions: points spent at a till, and vouchers. */
  canjes: rows({
    ...texts('id', 'loyaltyCode', 'kind', 'state', 'title', 'rrn', 'ticket'),
    ...integers('points', 'discount'),
    ...instants('createdAt', 'expiresAt'),
    endedAt: LaterInstant,
    /** Id of the till; null for a voucher that no till captured. */
    terminalId: z.nullable(text),
    /** Why the till reversed it; empty when it did not. */
    reason: text,
  }),
  /** Membership requests. */
  solicitudes: rows({
    ...texts('reference', 'programme', 'state', 'observations'),
    ...texts('sponsorObservations', 'networkObservations', 'leavingObservations'),
    /** The request as it was sent. */
    draft: z.unknown(),
    ...instants('at'),
    ...laterInstants('sponsorAt', 'networkAt'),
  }),
  /** Purchases. */
  consumos: rows({
    ...texts('rrn', 'loyaltyCode', 'branchCode', 'product', 'currency', 'plate'),
    /** MOVEMENTS for a purchase, SUSCRIPTION for a subscription. */
    kind: text,
    ...instants('at'),
    ...integers('millilitres', 'amount', 'discount', 'points'),
  }),
  /** Postings of the points ledger. */
  puntos: rows({
    /** Code of the loyalty; null when the posting is of none. */
    loyaltyCode: z.nullable(text),
    /** Whether it is of what the loyalty lacks: points that were taken back after they were spent. */
    esFaltante: z.boolean(),
    ...instants('at'),
    ...texts('concept'),
    /** Points of the posting; negative when points were taken. */
    points: z.number(),
    /** Balance in points after it; null when it is not kept. */
    balance: z.nullable(z.number()),
  }),
  /** Debts, also paid ones. */
  deudas: rows({
    ...texts('reference', 'personId', 'concept', 'merchantName', 'currency'),
    ...texts('dueDate', 'state'),
    /** Number of the invoice. */
    invoiceNumber: text,
    /** Code of the loyalty that gets the points; null for none. */
    loyaltyCode: z.nullable(text),
    ...integers(
      'amount',
      'taxedAmount',
      'taxAmount',
      'tipAmount',
      'installments',
      'indi',
      'points',
    ),
    ...yesOrNo('finalConsumer'),
    ...instants('at'),
  }),
  /** Attempts to pay. */
  pagos: rows({
    ...texts('debtReference', 'state', 'currency', 'maskedCard', 'cardType', 'authorizationCode'),
    /** Number of the refund law that the gateway applied; `0` when none. */
    law: text,
    ...integers('amount', 'tipAmount', 'installments', 'refund'),
    ...instants('createdAt'),
    ...laterInstants('settledAt', 'chargedAt'),
  }),
  /** Notifications, also deleted ones. */
  notificaciones: rows({
    ...texts('id', 'currency', 'title', 'text', 'url', 'imageUrl', 'html'),
    ...instants('at'),
    ...integers('type', 'amount'),
    ...yesOrNo('read', 'deleted'),
  }),
  /** Messages to the network. */
  mensajes: rows({
    ...texts('id', 'personId', 'type', 'title', 'text', 'branchCode', 'state', 'answer'),
    ...instants('at'),
    answeredAt: LaterInstant,
    /** The birthdate that it asks for while its photo waits for a decision; null without one. */
    wishedBirthdate: z.optional(z.nullable(text)),
  }),
  /** Claims of purchases, with the receipt of each. */
  reclamos: rows({
    ...texts('loyaltyCode', 'rut', 'series', 'date', 'securityCode', 'state', 'answer'),
    ...integers('type', 'number', 'amount'),
    ...instants('at'),
    decidedAt: LaterInstant,
    /** Why it was rejected; null when it was not. */
    reason: z.nullable(text),
  }),
  /** The log of the cars: what was added to purchases, and what was typed. */
  libretaDelAuto: rows({
    ...texts('id', 'kind', 'plate', 'note', 'product', 'place'),
    /** Reference number of the purchase; null for an entry of its own. */
    rrn: z.nullable(text),
    ...instants('at'),
    odometer: z.nullable(z.number()),
    ...yesOrNo('full', 'missed'),
    ...integers('millilitres', 'amount'),
  }),
  /** Reminders of the cars; what one has not is null. */
  recordatoriosDelAuto: rows({
    ...texts('id', 'kind', 'plate', 'note'),
    dueDate: z.nullable(text),
    dueOdometer: z.nullable(z.number()),
    everyMonths: z.nullable(z.number()),
    everyKm: z.nullable(z.number()),
  }),
  /** Emails to the caller, without their text. */
  correos: rows({
    ...texts('recipient', 'subject'),
    ...instants('at'),
    ...laterInstants('sentAt'),
  }),
  /** Sessions, also ended ones. */
  sesiones: rows({
    ...instants('createdAt', 'seenAt', 'expiresAt'),
    ...laterInstants('revokedAt'),
    /** Platform of the login: `a` Android, `i` iOS, `b` browser. */
    platform: text,
    ...texts('device'),
  }),
  /** When the team of the network was shown the personal data. */
  vistasDeTusDatos: rows(instants('at')),
  /** Passkeys. */
  llavesDeAcceso: rows({
    ...texts('name', 'aaguid'),
    ...instants('createdAt'),
    ...laterInstants('lastUsedAt'),
    /** Whether it is stored in an account of its owner, so that a lost device does not lose it. */
    backedUp: z.boolean(),
  }),
  /** Changes of the email. */
  cambiosDeCorreo: rows({
    ...texts('oldEmail', 'newEmail'),
    ...instants('createdAt'),
    ...laterInstants('confirmedAt'),
    endedAt: LaterInstant,
  }),
  /** Changes of the bank account. */
  cambiosDeCuentaBancaria: rows({
    /** The accounts before the change, by the code of the loyalty. */
    earlier: z.record(text, z.object(answeredBankAccount)),
    ...instants('createdAt'),
    endedAt: LaterInstant,
  }),
  /** Choices of notifications. */
  preferencias: rows({ ...integers('type'), ...yesOrNo('app', 'email', 'push') }),
  /** Devices to which notifications are pushed. */
  dispositivosConAvisos: rows({
    ...texts('platform'),
    ...yesOrNo('detail'),
    ...instants('registeredAt'),
  }),
  /** Of an operator who is bound to stations, those that they see. */
  estacionesDelOperador: rows(texts('branchCode')),
  /** The views of lists of the console that an operator has saved. */
  vistasGuardadas: rows({
    ...texts('id', 'kind', 'name'),
    /** The filters, as the address of the list has them. */
    search: z.record(text, text),
    ...yesOrNo('shared'),
    ...instants('savedAt'),
  }),
  /** The exceptions that an operator has taken, by their ids in the list. */
  excepcionesTomadas: rows({ ...texts('id'), ...instants('takenAt') }),
}))

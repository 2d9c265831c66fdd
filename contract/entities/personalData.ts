import * as z from 'zod/mini'
import { claimRows } from '#contract/entities/exportedClaim.ts'
import { redemptionRows, vehicleRows } from '#contract/entities/exportedLoyalty.ts'
import {
  Instant,
  integer,
  LaterInstant,
  rows,
  text,
  yesOrNo,
} from '#contract/entities/exportedRows.ts'
import { answeredBankAccount } from '#contract/fields/bankAccount.ts'

/** What is stored about the caller, a list of rows for each table; amounts in cents. */
export const PersonalData = z.object({
  /** The account and its profile; one row. */
  perfil: rows({
    /** Email of the account. */
    email: text,
    /** First name. */
    firstName: text,
    /** First surname. */
    firstSurname: text,
    /** Cédula, 8 digits with the check digit. */
    documentNumber: text,
    /** Birthdate, `yyyy-MM-dd`. */
    birthdate: text,
    /** Sex as the person gave it: F female, M male, X other. */
    sex: text,
    /** Mobile number in E.164. */
    mobile: text,
    address: text,
    createdAt: Instant,
    confirmedAt: LaterInstant,
    consentAt: LaterInstant,
    deletedAt: LaterInstant,
    /** Since when the network keeps the account from being opened; null: it does not. */
    lockedAt: LaterInstant,
    birthdateCorrectedAt: LaterInstant,
    /** Codes of the roles. */
    roles: z.array(text),
  }),
  /** Loyalties, also ended ones. */
  afiliaciones: rows({
    /** Code of the loyalty. */
    code: text,
    /** Id of the caller. */
    personId: text,
    /** Code of the programme. */
    programme: text,
    /** Name of the member. */
    holder: text,
    /** RUT of the company that is billed, 12 digits; empty when there is none. */
    clientRUT: text,
    /** Number of the loyalty card; empty when there is none. */
    clientCardNumber: text,
    /** When the loyalty began, ISO 8601 in UTC. */
    since: Instant,
    endedAt: LaterInstant,
    /** Reference of the request from which it came; null when there was none. */
    requestReference: z.nullable(text),
    ...answeredBankAccount,
  }),
  /** Vehicles, also removed ones. */
  vehiculos: vehicleRows,
  /** Redemptions: points spent at a till, and vouchers. */
  canjes: redemptionRows,
  /** Membership requests. */
  solicitudes: rows({
    /** Reference of the request. */
    reference: text,
    /** Code of the programme. */
    programme: text,
    /** State of the request. */
    state: text,
    /** The request as it was sent. */
    draft: z.unknown(),
    /** Observations with the last step; empty when there are none. */
    observations: text,
    sponsorObservations: text,
    networkObservations: text,
    leavingObservations: text,
    at: Instant,
    sponsorAt: LaterInstant,
    networkAt: LaterInstant,
  }),
  /** Purchases. */
  consumos: rows({
    /** Retrieval reference number of the purchase, 12 digits. */
    rrn: text,
    /** Code of the loyalty. */
    loyaltyCode: text,
    at: Instant,
    /** MOVEMENTS for a purchase, SUSCRIPTION for a subscription. */
    kind: text,
    /** Code of the station. */
    branchCode: text,
    /** Code of the product, of the reference lists. */
    product: text,
    currency: text,
    /** Plate of the vehicle; empty when it is not known. */
    plate: text,
    millilitres: integer,
    /** Amount paid in cents, after the discount. */
    amount: integer,
    /** Discount in cents. */
    discount: integer,
    /** Points that the purchase gave. */
    points: integer,
  }),
  /** Postings of the points ledger. */
  puntos: rows({
    /** Code of the loyalty; null when the posting is of none. */
    loyaltyCode: z.nullable(text),
    at: Instant,
    /** Description of the event, in Spanish. */
    concept: text,
    /** Points of the posting; negative when points were taken. */
    points: integer,
    /** Balance in points after it; null when it is not kept. */
    balance: z.nullable(integer),
  }),
  /** Debts, also paid ones. */
  deudas: rows({
    /** Reference of the debt. */
    reference: text,
    personId: text,
    /** What the debt is for, in Spanish. */
    concept: text,
    /** Name of the station that is paid. */
    merchantName: text,
    /** Number of the invoice. */
    invoiceNumber: text,
    /** Code of the loyalty that gets the points; null for none. */
    loyaltyCode: z.nullable(text),
    currency: text,
    dueDate: text,
    /** State of the debt. */
    state: text,
    /** Total to charge in cents, without the tip. */
    amount: integer,
    /** Net amount subject to IVA in cents, without the IVA and without exempt items. */
    taxedAmount: integer,
    /** IVA in cents. */
    taxAmount: integer,
    /** Tip in cents; 0 for none. */
    tipAmount: integer,
    /** Number of instalments. */
    installments: integer,
    indi: integer,
    /** Points that the payment gives. */
    points: integer,
    /** Whether the buyer is a final consumer. */
    finalConsumer: yesOrNo,
    at: Instant,
  }),
  /** Attempts to pay. */
  pagos: rows({
    /** Reference of the debt. */
    debtReference: text,
    /** State of the attempt. */
    state: text,
    currency: text,
    maskedCard: text,
    /** Type of the card: `CC` credit, `CA` debit or savings; empty: unknown. */
    cardType: text,
    authorizationCode: text,
    /** Number of the refund law that the gateway applied; `0` when none. */
    law: text,
    /** Total charged in cents, tip included. */
    amount: integer,
    /** Tip in cents; 0 for none. */
    tipAmount: integer,
    /** Number of instalments. */
    installments: integer,
    refund: integer,
    createdAt: Instant,
    settledAt: LaterInstant,
  }),
  /** Notifications, also deleted ones. */
  notificaciones: rows({
    /** Id of the notification. */
    id: text,
    at: Instant,
    currency: text,
    /** Title, in Spanish. */
    title: text,
    /** Text, in Spanish and without markup. */
    text,
    /** Page of the app that the notification leads to; empty when there is none. */
    url: text,
    imageUrl: text,
    html: text,
    /** Number of the type. */
    type: integer,
    /** Amount in cents; 0 when the notification has none. */
    amount: integer,
    read: yesOrNo,
    deleted: yesOrNo,
  }),
  /** Messages to the network. */
  mensajes: rows({
    /** Id of the message. */
    id: text,
    personId: text,
    /** Type of the message. */
    type: text,
    /** Title of the message. */
    title: text,
    /** Text of the message. */
    text,
    /** Code of the station that the message is about; empty for none. */
    branchCode: text,
    /** State of the message. */
    state: text,
    /** The network's answer; empty when there is none. */
    answer: text,
    at: Instant,
    answeredAt: LaterInstant,
    /** The birthdate that it asks for while its photo waits for a decision; null without one. */
    wishedBirthdate: z.optional(z.nullable(text)),
  }),
  /** Claims of purchases. */
  reclamos: claimRows,
  /** Emails to the caller, without their text. */
  correos: rows({
    /** Address to which it was sent. */
    recipient: text,
    /** Subject of the email, in Spanish. */
    subject: text,
    at: Instant,
    sentAt: LaterInstant,
  }),
  /** Sessions, also ended ones. */
  sesiones: rows({
    createdAt: Instant,
    /** When it was last used, ISO 8601 in UTC. */
    seenAt: Instant,
    /** When it expires without use, ISO 8601 in UTC. */
    expiresAt: Instant,
    revokedAt: LaterInstant,
    /** Platform of the login: `a` Android, `i` iOS, `b` browser. */
    platform: text,
    /** Browser and system, or the model of a phone; empty when the login did not tell. */
    device: text,
  }),
  /** When the team of the network was shown the personal data. */
  vistasDeTusDatos: rows({ at: Instant }),
  /** Passkeys. */
  llavesDeAcceso: rows({
    /** Name of the passkey as its owner calls it. */
    name: text,
    /** Model of the store of the passkey (AAGUID of WebAuthn). */
    aaguid: text,
    createdAt: Instant,
    lastUsedAt: LaterInstant,
    /** Whether it is stored in an account of its owner, so that a lost device does not lose it. */
    backedUp: yesOrNo,
  }),
  /** Changes of the email. */
  cambiosDeCorreo: rows({
    /** Address before the change. */
    oldEmail: text,
    /** Address after the change. */
    newEmail: text,
    createdAt: Instant,
    confirmedAt: LaterInstant,
    endedAt: LaterInstant,
  }),
  /** Changes of the bank account. */
  cambiosDeCuentaBancaria: rows({
    /** The accounts before the change, by the code of the loyalty. */
    earlier: z.record(text, z.object(answeredBankAccount)),
    createdAt: Instant,
    endedAt: LaterInstant,
  }),
  /** Choices of notifications. */
  preferencias: rows({
    /** Number of the type of notification. */
    type: integer,
    /** Whether they are shown in the app. */
    app: yesOrNo,
    /** Whether they are sent by email. */
    email: yesOrNo,
    /** Whether they are pushed to devices. */
    push: yesOrNo,
  }),
  /** Devices to which notifications are pushed. */
  dispositivosConAvisos: rows({
    /** Kind of the device: `web`, `android` or `ios`. */
    platform: text,
    detail: yesOrNo,
    /** When it was registered, ISO 8601 in UTC. */
    registeredAt: Instant,
  }),
})

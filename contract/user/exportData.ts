import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Stamp } from '#contract/fields/stamp.ts'

const text = z.string()
const whole = z.number()
const yesOrNo = z.boolean()
/** ISO 8601, UTC. */
const instant = z.string()
const maybe = z.nullable(instant)
const account = {
  accountBank: text,
  accountBankType: text,
  accountBankNumber: text,
  accountBankBranch: text,
  accountName: text,
}
const rows = <Shape extends z.core.$ZodShape>(shape: Shape) => z.array(z.object(shape))

/**
 * The stored rows by their fields; amounts in cents, fuel in millilitres. The export selects these
 * columns and no others (`db/accounts/personalDataExport.ts`).
 */
const PersonalData = z.object({
  perfil: rows({
    email: text,
    confirmedAt: maybe,
    consentAt: maybe,
    deletedAt: maybe,
    firstName: text,
    firstSurname: text,
    documentNumber: text,
    /** `yyyy-MM-dd` */
    birthdate: text,
    birthdateCorrectedAt: maybe,
    sex: text,
    mobile: text,
    address: text,
    createdAt: instant,
    roles: z.array(text),
  }),
  afiliaciones: rows({
    code: text,
    personId: text,
    programme: text,
    holder: text,
    clientRUT: text,
    clientCardNumber: text,
    since: instant,
    endedAt: maybe,
    requestReference: z.nullable(text),
    ...account,
  }),
  vehiculos: rows({
    id: text,
    loyaltyCode: text,
    mark: text,
    plate: text,
    fuel: text,
    removedAt: maybe,
  }),
  solicitudes: rows({
    reference: text,
    programme: text,
    state: text,
    /** The application as it was sent. */
    draft: z.unknown(),
    observations: text,
    sponsorObservations: text,
    networkObservations: text,
    leavingObservations: text,
    at: instant,
    sponsorAt: maybe,
    networkAt: maybe,
  }),
  consumos: rows({
    rrn: text,
    loyaltyCode: text,
    at: instant,
    kind: text,
    branchCode: text,
    product: text,
    millilitres: whole,
    currency: text,
    amount: whole,
    discount: whole,
    points: whole,
    plate: text,
  }),
  puntos: rows({
    loyaltyCode: z.nullable(text),
    at: instant,
    concept: text,
    points: whole,
    balance: z.nullable(whole),
  }),
  deudas: rows({
    reference: text,
    personId: text,
    loyaltyCode: z.nullable(text),
    concept: text,
    merchantName: text,
    invoiceNumber: text,
    currency: text,
    amount: whole,
    taxedAmount: whole,
    taxAmount: whole,
    tipAmount: whole,
    installments: whole,
    indi: whole,
    finalConsumer: yesOrNo,
    points: whole,
    at: instant,
    dueDate: text,
    state: text,
  }),
  pagos: rows({
    debtReference: text,
    state: text,
    currency: text,
    amount: whole,
    tipAmount: whole,
    installments: whole,
    maskedCard: text,
    authorizationCode: text,
    law: text,
    refund: whole,
    createdAt: instant,
    settledAt: maybe,
  }),
  notificaciones: rows({
    id: text,
    type: whole,
    at: instant,
    currency: text,
    amount: whole,
    title: text,
    text,
    read: yesOrNo,
    deleted: yesOrNo,
    url: text,
    imageUrl: text,
    html: text,
  }),
  mensajes: rows({
    id: text,
    personId: text,
    type: text,
    title: text,
    text,
    branchCode: text,
    at: instant,
    state: text,
    answer: text,
    answeredAt: maybe,
  }),
  correos: rows({ recipient: text, subject: text, at: instant, sentAt: maybe }),
  sesiones: rows({
    createdAt: instant,
    seenAt: instant,
    expiresAt: instant,
    revokedAt: maybe,
    platform: text,
    device: text,
  }),
  llavesDeAcceso: rows({
    name: text,
    createdAt: instant,
    lastUsedAt: maybe,
    backedUp: yesOrNo,
    aaguid: text,
  }),
  cambiosDeCorreo: rows({
    oldEmail: text,
    newEmail: text,
    createdAt: instant,
    confirmedAt: maybe,
    endedAt: maybe,
  }),
  cambiosDeCuentaBancaria: rows({
    /** The accounts before the change, by the code of the loyalty. */
    earlier: z.record(text, z.object(account)),
    createdAt: instant,
    endedAt: maybe,
  }),
  preferencias: rows({ type: whole, app: yesOrNo, email: yesOrNo, push: yesOrNo }),
  dispositivosConAvisos: rows({ platform: text, detail: yesOrNo, registeredAt: instant }),
})

/** All personal data that is stored about the caller (Ley 18.331, right of access). */
export const exportData = defineCall({
  group: 'user',
  name: 'exportData',
  access: 'signedIn',
  request: {},
  response: { exportedAt: Stamp, data: PersonalData },
})

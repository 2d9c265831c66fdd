import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { answeredBankAccount } from '#contract/fields/bankAccount.ts'
import { Stamp } from '#contract/fields/stamp.ts'

const text = z.string()
const whole = z.number()
const yesOrNo = z.boolean()
/** ISO 8601, UTC. */
const instant = z.string()
const maybe = z.nullable(instant)
const columns = <Type, const Name extends string>(type: Type, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>
const rows = <Shape extends z.core.$ZodShape>(shape: Shape) => z.array(z.object(shape))

/**
 * The stored rows by their fields; amounts in cents, fuel in millilitres. The export selects these
 * columns and no others (`db/accounts/personalDataExport.ts`).
 */
const PersonalData = z.object({
  perfil: rows({
    ...columns(text, 'email', 'firstName', 'firstSurname', 'documentNumber'),
    /** `yyyy-MM-dd` */
    birthdate: text,
    ...columns(text, 'sex', 'mobile', 'address'),
    createdAt: instant,
    ...columns(maybe, 'confirmedAt', 'consentAt', 'deletedAt', 'birthdateCorrectedAt'),
    roles: z.array(text),
  }),
  afiliaciones: rows({
    ...columns(text, 'code', 'personId', 'programme', 'holder', 'clientRUT', 'clientCardNumber'),
    since: instant,
    endedAt: maybe,
    requestReference: z.nullable(text),
    ...answeredBankAccount,
  }),
  vehiculos: rows({
    ...columns(text, 'id', 'loyaltyCode', 'mark', 'plate', 'fuel'),
    removedAt: maybe,
  }),
  solicitudes: rows({
    ...columns(text, 'reference', 'programme', 'state'),
    /** The application as it was sent. */
    draft: z.unknown(),
    ...columns(text, 'observations', 'sponsorObservations', 'networkObservations'),
    leavingObservations: text,
    at: instant,
    ...columns(maybe, 'sponsorAt', 'networkAt'),
  }),
  consumos: rows({
    ...columns(text, 'rrn', 'loyaltyCode'),
    at: instant,
    ...columns(text, 'kind', 'branchCode', 'product', 'currency', 'plate'),
    ...columns(whole, 'millilitres', 'amount', 'discount', 'points'),
  }),
  puntos: rows({
    loyaltyCode: z.nullable(text),
    at: instant,
    concept: text,
    points: whole,
    balance: z.nullable(whole),
  }),
  deudas: rows({
    ...columns(text, 'reference', 'personId', 'concept', 'merchantName', 'invoiceNumber'),
    loyaltyCode: z.nullable(text),
    ...columns(text, 'currency', 'dueDate', 'state'),
    ...columns(whole, 'amount', 'taxedAmount', 'taxAmount', 'tipAmount', 'installments'),
    ...columns(whole, 'indi', 'points'),
    finalConsumer: yesOrNo,
    at: instant,
  }),
  pagos: rows({
    ...columns(text, 'debtReference', 'state', 'currency', 'maskedCard', 'cardType'),
    ...columns(text, 'authorizationCode', 'law'),
    ...columns(whole, 'amount', 'tipAmount', 'installments', 'refund'),
    createdAt: instant,
    settledAt: maybe,
  }),
  notificaciones: rows({
    id: text,
    at: instant,
    ...columns(text, 'currency', 'title', 'text', 'url', 'imageUrl', 'html'),
    ...columns(whole, 'type', 'amount'),
    ...columns(yesOrNo, 'read', 'deleted'),
  }),
  mensajes: rows({
    ...columns(text, 'id', 'personId', 'type', 'title', 'text', 'branchCode', 'state', 'answer'),
    at: instant,
    answeredAt: maybe,
  }),
  correos: rows({ recipient: text, subject: text, at: instant, sentAt: maybe }),
  sesiones: rows({
    ...columns(instant, 'createdAt', 'seenAt', 'expiresAt'),
    revokedAt: maybe,
    ...columns(text, 'platform', 'device'),
  }),
  llavesDeAcceso: rows({
    ...columns(text, 'name', 'aaguid'),
    createdAt: instant,
    lastUsedAt: maybe,
    backedUp: yesOrNo,
  }),
  cambiosDeCorreo: rows({
    ...columns(text, 'oldEmail', 'newEmail'),
    createdAt: instant,
    ...columns(maybe, 'confirmedAt', 'endedAt'),
  }),
  cambiosDeCuentaBancaria: rows({
    /** The accounts before the change, by the code of the loyalty. */
    earlier: z.record(text, z.object(answeredBankAccount)),
    createdAt: instant,
    endedAt: maybe,
  }),
  preferencias: rows({ type: whole, app: yesOrNo, email: yesOrNo, push: yesOrNo }),
  dispositivosConAvisos: rows({ platform: text, detail: yesOrNo, registeredAt: instant }),
})

/** All personal data that is stored about the caller (Ley 18.331, right of access). */
export const exportData = defineCall('user', 'exportData', {
  access: 'signedIn',
  response: { exportedAt: Stamp, data: PersonalData },
})

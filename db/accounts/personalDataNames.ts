import type { AnswerOf } from '#contract/call.ts'
import { kindName } from '#contract/entities/car/logEntry.ts'
import { REMINDER_KINDS } from '#contract/entities/car/reminder.ts'
import { MESSAGE_STATE_LABELS } from '#contract/entities/contactMessage.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { NOTIFICATION_TYPE_LABELS } from '#contract/entities/notification.ts'
import { STATE_LABELS } from '#contract/entities/payment.ts'
import { CLAIM_REJECTIONS, CLAIM_STATE_LABELS } from '#contract/entities/purchaseClaim.ts'
import { REDEMPTION_STATE_LABELS } from '#contract/entities/redemption.ts'
import { TAX_LAWS } from '#contract/entities/taxLaws.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { ACCOUNT_TYPES, bankText } from '#contract/reference/banks.ts'
import { cfeType } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { makeName } from '#contract/reference/vehicleMakes.ts'
import type { exportData } from '#contract/user/exportData.ts'

type Data = AnswerOf<typeof exportData>['data']
/** The names of the codes of a field. */
type Names = Readonly<Record<string, string>> | ((code: string) => string | undefined)
type NamesOfFields = Readonly<Record<string, Names>>

const NAMES: NamesOfFields = {
  product: productName,
  fuel: productName,
  mark: makeName,
  accountBank: bankText,
  accountBankType: Object.fromEntries(ACCOUNT_TYPES.map(({ code, text }) => [code, text])),
  currency: { [PESOS]: 'Pesos', [DOLLARS]: 'Dólares' },
  sex: { F: 'Femenino', M: 'Masculino', X: 'Otro' },
  roles: Object.fromEntries(Object.values(ROLES).map((role) => [role.code, role.description])),
  cardType: { CC: 'Crédito', CA: 'Débito' },
  indi: (code) => Object.entries(TAX_LAWS).find(([indi]) => indi === code)?.[1]?.name,
  law: (code) => Object.values(TAX_LAWS).find((one) => one?.law === code)?.name,
  // `a`, `i` and `b` of a session; `android`, `ios` and `web` of a device.
  platform: (code) =>
    ({ a: 'Android', i: 'iPhone', b: 'Navegador', w: 'Navegador' })[code[0] ?? ''],
}

/** Fields whose codes are others in each table. */
const NAMES_BY_TABLE: Partial<Record<keyof Data, NamesOfFields>> = {
  canjes: { kind: { till: 'Puntos en la caja', voucher: 'Vale' }, state: REDEMPTION_STATE_LABELS },
  solicitudes: { state: REQUEST_STATE_LABELS },
  consumos: { kind: { MOVEMENTS: 'Compra', SUSCRIPTION: 'Suscripción' } },
  deudas: { state: { PENDING: 'Sin pagar', PAID: 'Paga', VOIDED: 'Anulada' } },
  pagos: { state: { ...STATE_LABELS, CREATED: STATE_LABELS.PENDING, EXPIRED: 'Vencido' } },
  notificaciones: { type: NOTIFICATION_TYPE_LABELS },
  mensajes: { state: MESSAGE_STATE_LABELS },
  reclamos: {
    type: (code) => cfeType(code)?.name,
    state: CLAIM_STATE_LABELS,
    reason: CLAIM_REJECTIONS,
  },
  libretaDelAuto: { kind: kindName },
  recordatoriosDelAuto: { kind: REMINDER_KINDS },
  preferencias: { type: NOTIFICATION_TYPE_LABELS },
}

/** The names of the codes in a row, by the path of the field. @param stored names that are in the database */
export function namesIn(of: keyof Data, row: object, stored: NamesOfFields = {}) {
  const names: NamesOfFields = { ...NAMES, ...NAMES_BY_TABLE[of], ...stored }
  const found: [path: string, name: string][] = []
  const walk = (value: unknown, field: string, path: string) => {
    if (typeof value === 'object') {
      for (const [key, inner] of Object.entries(value ?? {}))
        walk(inner, Array.isArray(value) ? field : key, path === '' ? key : `${path}.${key}`)
      return
    }
    const code = typeof value === 'string' ? value : JSON.stringify(value)
    const known = names[field]
    const name = typeof known === 'function' ? known(code) : known?.[code]
    if (name !== undefined && name !== code) found.push([path, name])
  }
  walk(row, '', '')
  return Object.fromEntries(found)
}

/** The rows of all tables, each with the names of its codes. */
export const withNames = (data: Data, stored: NamesOfFields): Data =>
  Object.fromEntries(
    Object.entries(data).map(([of, rows]) => [
      of,
      rows.map((row) => {
        const names = namesIn(of as keyof Data, row, stored)
        return Object.keys(names).length > 0 ? { ...row, names } : row
      }),
    ]),
  ) as unknown as Data

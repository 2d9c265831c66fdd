import { CLOSE_REASONS } from '#contract/console/exceptionKind.ts'
import { QUEUE_LABELS } from '#contract/console/jobKind.ts'
import { REFUND_REASONS } from '#contract/console/paymentRefund.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import { ADJUSTMENT_REASONS } from '#contract/entities/pointsAdjustment.ts'
import { CLAIM_REJECTIONS } from '#contract/entities/purchaseClaim.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import type { RoleCode } from '#contract/roles.ts'

/** Parts that only programs read, and those that the object's page shows in its own words. */
const UNSHOWN = new Set(
  'request keyid kind person audience login type attempt sale vehicle programme product conditions perLitre perHundred validFrom validUntil'.split(
    ' ',
  ),
)

/** In the order in which they are told; the database keeps none. */
const NAMES: Readonly<Record<string, string>> = {
  role: 'Rol',
  loyaltyCode: 'Afiliación',
  points: 'Puntos',
  amount: 'Importe',
  pesos: 'Deudas en pesos',
  dollars: 'Deudas en dólares',
  reason: 'Motivo',
  from: 'Antes',
  to: 'Ahora',
  created: 'Filas nuevas',
  updated: 'Filas cambiadas',
  import: 'Importación',
  queue: 'Trabajo',
  stations: 'Estaciones',
  name: 'Nombre',
  department: 'Departamento',
  branchCode: 'Estación',
  bank: 'Banco',
  endsIn: 'Termina en',
  everybody: 'A todos los conductores',
  secondFactor: 'Con segundo factor',
  passkey: 'Con llave de acceso',
  firstFactor: 'Primer segundo factor',
  replaced: 'Reemplazó a otro',
  removesFactor: 'Sin el segundo factor de antes',
  confirmed: 'El cambio estaba hecho',
  ended: 'Terminó',
}
const ORDER = Object.keys(NAMES)

const REASONS: Readonly<Record<string, string>> = {
  ...REFUND_REASONS,
  ...ADJUSTMENT_REASONS,
  ...CLAIM_REJECTIONS,
  ...CLOSE_REASONS,
}
/** States of requests, adjustments, refunds and claims. */
const STATES: Readonly<Record<string, string>> = {
  ...REQUEST_STATE_LABELS,
  waiting: 'Espera a otra persona',
  posted: 'Hecho',
  rejected: 'Rechazado',
  sending: 'Se manda a la pasarela',
  credited: 'Acreditado',
}
const DECIMALS = new Intl.NumberFormat('es-UY', { minimumFractionDigits: 2 })
const moneyText = (cents: string) => DECIMALS.format(Number(cents) / 100)
const stateText = (value: string) => STATES[value] ?? value

const TEXTS: Readonly<Record<string, (value: string) => string>> = {
  role: (code) => ROLES[code as RoleCode].description,
  queue: (queue) => QUEUE_LABELS[queue as keyof typeof QUEUE_LABELS] ?? queue,
  department: (code) => DEPARTMENTS.find((one) => one.code === code)?.text ?? code,
  amount: moneyText,
  pesos: moneyText,
  dollars: moneyText,
  stations: (codes) => codes.replaceAll(' ', ', ') || 'Toda la red',
  from: stateText,
  to: stateText,
  reason: (reason) => REASONS[reason] ?? reason,
}

/** What an audit entry says besides its action, in Spanish words. */
export const detailText = (detail: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(detail)
    .filter(([name]) => !UNSHOWN.has(name))
    .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([name, value]) => {
      const text = typeof value === 'boolean' ? (value ? 'Sí' : 'No') : String(value)
      return `${NAMES[name] ?? name}: ${TEXTS[name]?.(text) ?? text}`
    })
    .join(' · ')

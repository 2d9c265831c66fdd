import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import type { AttemptState } from '#contract/entities/payment.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** The states of a payment attempt, as the console names them. */
export const ATTEMPT_LABELS: Record<AttemptState, string> = {
  CREATED: 'Abierto',
  PROCESSING: 'Procesando',
  PAID: 'Pago',
  REJECTED: 'Rechazado',
  EXPIRED: 'Sin terminar',
  VOIDED: 'Anulado',
  REFUNDED: 'Devuelto',
}

/** An attempt to pay a debt by card. */
export const paymentKind = {
  title: 'Pagos',
  path: '/payments',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: [
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(ATTEMPT_LABELS) },
    { name: 'day', label: 'Día', type: 'day' },
    { name: 'lastFour', label: 'Tarjeta: últimos 4', type: 'text' },
  ],
  columns: [
    { name: 'Concepto', place: 'title' },
    { name: 'Importe', place: 'note' },
    { name: 'Cuándo', place: 'detail' },
    { name: 'Tarjeta', place: 'detail' },
    { name: 'Estado', place: 'below' },
  ],
} as const satisfies ObjectKind

import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/**
 * Why something waits for an operator: a driver's claim; an unmatched sale that named a member by its
 * code, card or plate; a conflict, by its reason (`misfit`: a void or a return that does not fit its sale).
 */
export const EXCEPTION_LABELS = {
  claim: 'Reclamo de un conductor',
  code: 'Venta con un código sin dueño',
  card: 'Venta con una tarjeta sin dueño',
  plate: 'Venta con una matrícula sin dueño',
  content: 'La misma venta con otros datos',
  account_paid: 'Deuda pagada de más',
  misfit: 'Anulación o devolución que no encaja',
} as const
export type ExceptionReason = keyof typeof EXCEPTION_LABELS

/** A claim, a conflict, or a sale that named a member and has none. */
export const exceptionKind = {
  title: 'Excepciones',
  path: '/exceptions',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: [
    { name: 'reason', label: 'Motivo', type: 'choice', options: choicesOf(EXCEPTION_LABELS) },
    { name: 'day', label: 'Espera desde el día', type: 'day' },
  ],
  columns: [
    { name: 'Motivo', place: 'title' },
    { name: 'Importe', place: 'note' },
    { name: 'Comprobante', place: 'detail' },
    { name: 'Estación', place: 'detail' },
    { name: 'Espera desde', place: 'detail' },
    { name: 'Días' },
  ],
} as const satisfies ObjectKind

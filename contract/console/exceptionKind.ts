import { choice, type ObjectKind, period, type States } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/**
 * Why something waits for an operator: a driver's claim; an unmatched sale that named a member by its
 * code, card or plate, or whose points are held; a conflict, by its reason (`misfit`: a void or a return that
 * does not fit its sale; `terminal`: the day of a terminal is far from its past); a shift that a till closed
 * with other totals than those of its items.
 */
export const EXCEPTION_LABELS = {
  claim: 'Reclamo de un conductor',
  code: 'Venta con un código sin dueño',
  card: 'Venta con una tarjeta sin dueño',
  plate: 'Venta con una matrícula sin dueño',
  held: 'Venta fuera de lo común',
  content: 'La misma venta con otros datos',
  account_paid: 'Deuda pagada de más',
  account_refused: 'Venta a cuenta de quien no tiene cuenta',
  misfit: 'Anulación o devolución que no encaja',
  terminal: 'Caja fuera de lo común',
  shift: 'Turno que no suma',
} as const
export type ExceptionReason = keyof typeof EXCEPTION_LABELS

/** Why an operator leaves a conflict, a sale or a shift as it is stored. */
export const CLOSE_REASONS = {
  looked_into: 'Lo miré y está bien así',
  station_error: 'Error de la estación o de la caja',
  repeated: 'Es algo repetido',
  no_member: 'No es de ningún conductor afiliado',
  not_cleared: 'No se pudo aclarar',
} as const

const TAKING = ['take', 'assign', 'release'] as const

/** The states of an exception, of its claim, conflict, sale or shift. */
export const EXCEPTION_STATES = {
  early: ['Espera a la estación', 'neutral'],
  claim: ['Espera una decisión', 'warn', ['credit', 'reject', ...TAKING]],
  conflict: ['Espera una decisión', 'warn', ['close', ...TAKING]],
  sale: ['Espera una decisión', 'warn', ['link', 'close', ...TAKING]],
  shift: ['Espera una decisión', 'warn', ['close', ...TAKING]],
  resolved: ['Resuelta', 'good'],
} as const satisfies States

/** A claim, a conflict, a sale that named a member and has none, or a shift that does not add up. */
export const exceptionKind = {
  title: 'Excepciones',
  path: '/exceptions',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: {
    reason: choice('Motivo', EXCEPTION_LABELS),
    assigned: choice('Asignada', { me: 'A mí', none: 'A nadie' }),
    period: period('Espera desde'),
  },
} as const satisfies ObjectKind

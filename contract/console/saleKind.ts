import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** The states of a sale, as the console names them: `matched` with a loyalty, or not; or voided. */
export const SALE_LABELS = {
  matched: 'Con afiliación',
  unmatched: 'Sin afiliación',
  voided: 'Anulada',
} as const
export type SaleState = keyof typeof SALE_LABELS

/** A sale that a till reported. */
export const saleKind = {
  title: 'Ventas',
  path: '/sales',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: [
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(SALE_LABELS) },
    { name: 'day', label: 'Día', type: 'day' },
    { name: 'station', label: 'Estación: nombre o código', type: 'text' },
  ],
  columns: [
    { name: 'Comprobante', place: 'title' },
    { name: 'Importe', place: 'note' },
    { name: 'Cuándo', place: 'detail' },
    { name: 'Estación', place: 'detail' },
    { name: 'Afiliación' },
    { name: 'Puntos' },
    { name: 'Estado', place: 'below' },
  ],
} as const satisfies ObjectKind

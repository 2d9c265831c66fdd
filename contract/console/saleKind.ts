import {
  amount,
  choice,
  labelsOf,
  type ObjectKind,
  period,
  personal,
  type States,
  text,
} from '#contract/console/objectKind.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** The states of a sale: `matched` with a loyalty, or not; or voided. */
export const SALE_STATES = {
  matched: ['Con afiliación', 'good'],
  unmatched: ['Sin afiliación', 'neutral'],
  voided: ['Anulada', 'warn'],
} as const satisfies States
export type SaleState = keyof typeof SALE_STATES

/** A sale that a till reported. */
export const saleKind = {
  title: 'Ventas',
  path: '/sales',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: {
    state: choice('Estado', labelsOf(SALE_STATES)),
    station: text('Estación o su código'),
    loyalty: text('Afiliación'),
    plate: personal('Matrícula en la caja'),
    card: personal('Tarjeta en la caja'),
    shift: text('Turno'),
    terminal: text('Caja'),
    amount: amount('Importe'),
    period: period('Período'),
  },
} as const satisfies ObjectKind

import {
  choice,
  driver,
  labelsOf,
  type ObjectKind,
  period,
  type States,
  text,
} from '#contract/console/objectKind.ts'
import { DECISIONS } from '#contract/console/proposals.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

const STORED_STATES = {
  PENDING: ['Pendiente', 'warn', ['void', ...DECISIONS]],
  PAID: ['Paga', 'good', DECISIONS],
  VOIDED: ['Anulada', 'neutral', DECISIONS],
} as const satisfies States
/** The states of a debt; a pending one that is being paid is listed as pending, too. A proposed void of one that was paid since is rejected. */
export const DEBT_STATES = {
  ...STORED_STATES,
  PROCESSING: ['Se está pagando', 'brand', DECISIONS],
} as const satisfies States<Debt['state']>

/** What a driver owes, and pays by card. */
export const debtKind = {
  title: 'Deudas',
  path: '/debts',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: {
    reference: text('Referencia'),
    state: choice('Estado', labelsOf(STORED_STATES)),
    driver: driver('Conductor: correo'),
    period: period('Emitida'),
  },
} as const satisfies ObjectKind

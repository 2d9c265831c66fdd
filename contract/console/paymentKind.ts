import {
  amount,
  choice,
  driver,
  labelsOf,
  type ObjectKind,
  period,
  type States,
  text,
} from '#contract/console/objectKind.ts'
import { DECISIONS } from '#contract/console/proposals.ts'
import type { AttemptState } from '#contract/entities/payment.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** The states of a payment attempt. */
export const ATTEMPT_STATES = {
  CREATED: ['Abierto', 'neutral'],
  PROCESSING: ['Procesando', 'warn'],
  PAID: ['Pago', 'good', ['void', 'refund', ...DECISIONS]],
  REJECTED: ['Rechazado', 'bad'],
  EXPIRED: ['Sin terminar', 'neutral'],
  VOIDED: ['Anulado', 'neutral'],
  REFUNDED: ['Devuelto', 'neutral'],
} as const satisfies States<AttemptState>

/** An attempt to pay a debt by card. */
export const paymentKind = {
  title: 'Pagos',
  path: '/payments',
  roles: [ADMINISTRADOR, PETROBRAS],
  filters: {
    state: choice('Estado', labelsOf(ATTEMPT_STATES)),
    driver: driver('Conductor: correo'),
    station: text('Estación o su código'),
    lastFour: text('Tarjeta: últimos 4'),
    amount: amount('Importe'),
    period: period('Período'),
  },
} as const satisfies ObjectKind

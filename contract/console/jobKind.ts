import {
  choice,
  labelsOf,
  type ObjectKind,
  period,
  type States,
} from '#contract/console/objectKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** The queues of background jobs, as the console names them. */
export const QUEUE_LABELS = {
  given_up: 'Trabajos abandonados',
  mail: 'Correo',
  push: 'Aviso al teléfono',
  promotion: 'Envío de una promoción',
  retention: 'Borrado de lo vencido',
  retained_points: 'Puntos guardados',
  sale_matching: 'Ventas y reclamos',
  unusual_terminals: 'Cajas fuera de lo común',
  points_expiration: 'Vencimiento de puntos',
  vehicle_limits: 'Límites de vehículos',
  car_reminders: 'Recordatorios de autos',
  redemption_ends: 'Fin de los canjes',
  request_expiration: 'Fin de los cobros',
  audit_head: 'Copia de la auditoría',
  overdue_emails: 'Avisos de lo que espera',
  reconciliation: 'Comparación con la pasarela',
  gateway_health: 'Señal de la pasarela',
} as const

/** The states of a job. */
export const JOB_STATES = {
  created: ['En cola', 'neutral', ['cancel']],
  retry: ['Se intenta de nuevo', 'warn', ['cancel']],
  active: ['En curso', 'brand'],
  completed: ['Hecho', 'good'],
  cancelled: ['Cancelado', 'neutral'],
  failed: ['Abandonado', 'bad', ['retry']],
} as const satisfies States
export type JobState = keyof typeof JOB_STATES

/** A background job. */
export const jobKind = {
  title: 'Trabajos',
  path: '/jobs',
  roles: [ADMINISTRADOR],
  filters: {
    queue: choice('Trabajo', QUEUE_LABELS),
    state: choice('Estado', labelsOf(JOB_STATES)),
    period: period('Período'),
  },
} as const satisfies ObjectKind

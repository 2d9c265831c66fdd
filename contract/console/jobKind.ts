import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
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
  points_expiration: 'Vencimiento de puntos',
  redemption_ends: 'Fin de los canjes',
  request_expiration: 'Fin de los cobros',
  audit_head: 'Copia de la auditoría',
  reconciliation: 'Comparación con la pasarela',
  gateway_health: 'Señal de la pasarela',
} as const

/** The states of a job, as the console names them. */
export const JOB_LABELS = {
  created: 'En cola',
  retry: 'Se intenta de nuevo',
  active: 'En curso',
  completed: 'Hecho',
  cancelled: 'Cancelado',
  failed: 'Abandonado',
} as const
export type JobState = keyof typeof JOB_LABELS

/** A background job. */
export const jobKind = {
  title: 'Trabajos',
  path: '/jobs',
  roles: [ADMINISTRADOR],
  filters: [
    { name: 'queue', label: 'Trabajo', type: 'choice', options: choicesOf(QUEUE_LABELS) },
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(JOB_LABELS) },
  ],
  columns: [
    { name: 'Trabajo', place: 'title' },
    { name: 'Intentos', place: 'note' },
    { name: 'Creado', place: 'detail' },
    { name: 'Para cuándo', place: 'detail' },
    { name: 'Estado', place: 'below' },
  ],
} as const satisfies ObjectKind

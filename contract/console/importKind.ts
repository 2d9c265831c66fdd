import { choicesOf, type ObjectKind } from '#contract/console/objectKind.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/** What the rows of a file are, by the names that `npm run import` takes. */
export const IMPORT_LABELS = {
  debts: 'Deudas',
  stations: 'Estaciones',
  prices: 'Precios oficiales',
  rates: 'Devoluciones de impuestos',
  loyalties: 'Afiliaciones',
  banks: 'Bancos',
  makes: 'Marcas de vehículos',
} as const

export const IMPORT_STATES = {
  uploaded: 'Sin guardar',
  stored: 'Guardado',
  undone: 'Deshecho',
} as const

/** The largest file that the console takes, in bytes; larger ones are imported by the command. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024

/** A file that was imported, or that waits for it. */
export const importKind = {
  title: 'Importaciones',
  path: '/imports',
  roles: [ADMINISTRADOR],
  filters: [
    { name: 'kind', label: 'Qué trae', type: 'choice', options: choicesOf(IMPORT_LABELS) },
    { name: 'state', label: 'Estado', type: 'choice', options: choicesOf(IMPORT_STATES) },
  ],
  columns: [
    { name: 'Archivo', place: 'title' },
    { name: 'Qué trae', place: 'detail' },
    { name: 'Estado', place: 'below' },
    { name: 'Cuándo', place: 'note' },
    { name: 'Quién' },
    { name: 'Filas' },
    { name: 'Rechazadas' },
  ],
} as const satisfies ObjectKind

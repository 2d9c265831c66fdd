import {
  choice,
  labelsOf,
  type ObjectKind,
  period,
  type States,
} from '#contract/console/objectKind.ts'
import { DECISIONS } from '#contract/console/proposals.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

export const IMPORT_STATES = {
  uploaded: ['Sin guardar', 'warn', ['commit', 'download', 'discard', ...DECISIONS]],
  stored: ['Guardado', 'good', ['download', 'undo']],
  undone: ['Deshecho', 'neutral', ['download']],
} as const satisfies States

/** The largest file that the console takes, in bytes; larger ones are imported by the command. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024

/** A file that was imported, or that waits for it. */
export const importKind = {
  title: 'Importaciones',
  path: '/imports',
  roles: [ADMINISTRADOR],
  filters: {
    kind: choice('Qué trae'),
    state: choice('Estado', labelsOf(IMPORT_STATES)),
    period: period('Período'),
  },
} as const satisfies ObjectKind

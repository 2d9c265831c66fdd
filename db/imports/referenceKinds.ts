import { text } from '#db/imports/field.ts'
import type { ImportKind } from '#db/imports/importKind.ts'

const REFERENCE = {
  table: 'reference_item',
  key: ['list', 'code'],
  values: ['text'],
  checks: [],
} as const

/** Names of banks, which the app offers for a bank account. */
export const banksKind: ImportKind = {
  ...REFERENCE,
  name: 'banks',
  rows: 'bancos',
  columns: {
    banco: text(60),
  },
  fileKey: ['banco'],
  obstacles: [
    {
      when: 'exists (select from loyalty l where l.account_bank = t.code)',
      sentence: 'ya es el banco de una cuenta',
    },
  ],
  select: `select s.line, 'banks' as list, s.banco as code, s.banco as text from staged s`,
}

/** Makes of vehicles, which the app offers for a vehicle. */
export const makesKind: ImportKind = {
  ...REFERENCE,
  name: 'makes',
  rows: 'marcas',
  columns: {
    codigo: text(40),
    nombre: text(40),
  },
  fileKey: ['codigo'],
  obstacles: [],
  select: `select s.line, 'marks' as list, lower(s.codigo) as code, s.nombre as text from staged s`,
}

import { sql } from 'drizzle-orm'
import { lowerCase, text } from '#db/imports/field.ts'
import { column, defineImportKind, existsWith } from '#db/imports/importKind.ts'
import { referenceItem } from '#db/tables/imports.ts'
import { loyalty } from '#db/tables/loyalties.ts'

/** Names of banks, which the app offers for a bank account. */
export const banksKind = defineImportKind({
  name: 'banks',
  label: 'Bancos',
  columns: { banco: column(text(60), 'su nombre', 'Banco Ceibo', 'Banco del Tero') },
  table: referenceItem,
  fileKey: ['banco'],
  row: (s) => ({ key: { list: sql`'banks'`, code: s.banco }, values: { text: s.banco } }),
  obstacles: (t) => [
    { when: existsWith(loyalty.accountBank, t.code), sentence: 'ya es el banco de una cuenta' },
  ],
})

/** Makes of vehicles, which the app offers for a vehicle. */
export const makesKind = defineImportKind({
  name: 'makes',
  label: 'Marcas de vehículos',
  columns: {
    codigo: column(lowerCase(text(40)), 'en minúsculas', 'byd', 'jac'),
    nombre: column(text(40), 'el que se elige', 'BYD', 'JAC'),
  },
  table: referenceItem,
  fileKey: ['codigo'],
  row: (s) => ({
    key: { list: sql`'marks'`, code: s.codigo },
    values: { text: s.nombre },
  }),
})

import { type Mutation, rewriting, withoutTransactions } from '#lab/mutation.ts'

/** Of the server, whose names are quoted. */
const SERVER_INSERTS = /^insert into "/
const READS_PERSON = /^select .* from "person" where "person"."id" = \$1$/

export const WIRE_MUTATIONS: readonly Mutation[] = [
  {
    name: 'no-transaction',
    description: 'sin transacciones, y la conexión se corta entre dos sentencias',
    rewrite: withoutTransactions,
    faultRate: 0.02,
    expects: ['X1'],
  },
  {
    name: 'conflict-fails',
    description: 'una fila que ya está causa un error',
    rewrite: rewriting(SERVER_INSERTS, / on conflict (\([^)]*\) )?do nothing/, ''),
    expects: ['X1'],
  },
  {
    name: 'other-person',
    description: 'se leen los datos de otra persona',
    calls: ['userData', 'exportData', 'loyalties', 'updateUser'],
    rewrite: rewriting(READS_PERSON, /= \$1$/, '> $1 order by "person"."id" limit 1'),
    expects: ['S3'],
  },
]

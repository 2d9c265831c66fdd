import { keyOf } from '#db/imports/importKind.ts'
import { IMPORT_KINDS } from '#db/imports/importKinds.ts'
import type { Invariant } from '#db/invariants/invariant.ts'

/** By kind: the created rows of imports in force that are gone, and those of undone ones that are still there. */
const rowsOf = IMPORT_KINDS.map((kind) => {
  const isThere = `exists (select from ${kind.table} t where ${keyOf(kind, 't')} = r.key)`
  const inForce = `select from import_row o join import f on f.number = o.import
    where f.kind = m.kind and f.undone_at is null and o.key = r.key and o.before is null`
  // A station that is made by hand may have the code of one whose import is undone.
  const isLeft =
    kind.name === 'stations'
      ? 'false'
      : `m.undone_at is not null and ${isThere} and not exists (${inForce})`
  return `
      select case when m.undone_at is null then 'fila importada que no está' else 'fila de una importación deshecha' end as fault,
        m.number, r.key
      from import m join import_row r on r.import = m.number
      where m.kind = '${kind.name}' and r.before is null
        and (m.undone_at is null and not ${isThere} or ${isLeft})`
})

/** The invariant of imported files, with the query that finds its violations. */
export const IMPORT_INVARIANTS: readonly Invariant[] = [
  {
    code: 'T10',
    description:
      'cada fila importada tiene su importación y está; las cuentas son las de sus filas, y una importación deshecha no deja nada',
    violationsSql: `
      select 'fila sin su importación' as fault, r.import as number, r.key
      from import_row r where not exists (select from import m where m.number = r.import)
      union all
      select 'las cuentas no son las de sus filas', m.number, m.kind
      from import m left join (
        select import, count(*) filter (where before is null) as created, count(before) as updated
        from import_row group by import) r on r.import = m.number
      where (m.created, m.updated) <> (coalesce(r.created, 0), coalesce(r.updated, 0))
      union all${rowsOf.join('\n      union all')}`,
  },
]

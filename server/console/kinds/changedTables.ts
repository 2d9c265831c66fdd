import type { ObjectPage } from '#contract/console/objectPage.ts'
import type { changedRows } from '#db/imports/changedRows.ts'
import type { ImportKind } from '#db/imports/importKind.ts'
import { table } from '#server/console/shownValues.ts'

type Row = Awaited<ReturnType<typeof changedRows>>[number]
type Cells = NonNullable<Row['after']>

/**
 * The rows that an import creates, and what it changes of others, before and after.
 * @param rows the first of them
 * @param all how many there are
 */
export function changedTables(
  { columns, fileKey }: ImportKind,
  rows: readonly Row[],
  all: { created: number; updated: number },
): ObjectPage['tables'] {
  const made = rows.flatMap(({ before, after }) => (before || !after ? [] : [after]))
  const changed = rows.flatMap(({ before, after }) => (before ? [{ before, after }] : []))
  const names = Object.keys(columns).filter((name) => made.some((cells) => name in cells))
  const key = (cells: Cells) => fileKey.map((name) => cells[name]).join(' · ')
  return [
    ...(made.length === 0
      ? []
      : [
          table(
            titleOf('Filas nuevas', made.length, all.created),
            '',
            made,
            Object.fromEntries(names.map((name) => [name, (cells: Cells) => cells[name]])),
          ),
        ]),
    ...(changed.length === 0
      ? []
      : [
          table(
            titleOf('Filas cambiadas', changed.length, all.updated),
            '',
            changed.flatMap(({ before, after }) =>
              Object.keys(columns)
                .filter((name) => !after || before[name] !== after[name])
                .map((name) => ({ name, row: key(before), before, after })),
            ),
            {
              Fila: ({ row }) => row,
              Columna: ({ name }) => name,
              Antes: ({ name, before }) => before[name],
              // Nothing is known of it once the import is undone.
              ...(changed.some(({ after }) => after) && {
                Después: ({ name, after }: { name: string; after: Cells | null }) => after?.[name],
              }),
            },
          ),
        ]),
  ]
}

const titleOf = (title: string, shown: number, all: number) =>
  shown < all ? `${title}: las primeras ${shown} de ${all}` : title

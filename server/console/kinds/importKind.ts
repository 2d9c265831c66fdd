import { IMPORT_LABELS, IMPORT_STATES } from '#contract/console/importKind.ts'
import type { ObjectValue } from '#contract/console/objectPage.ts'
import { toDate, toStamp } from '#contract/dates.ts'
import { type ImportState, importByNumber, importsLike, uploadById } from '#db/console/imports.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { MAX_REJECTIONS } from '#db/imports/uploads.ts'
import type { ConsoleKind, KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import { importActions, uploadFile } from '#server/console/importActions.ts'

const TONES = { uploaded: 'warn', stored: 'good', undone: 'neutral' } as const
const badge = (state: ImportState) => ({ text: IMPORT_STATES[state], tone: TONES[state] })
const labelOf = (kind: string) => IMPORT_LABELS[kind as keyof typeof IMPORT_LABELS] ?? kind
const LARGEST_NUMBER = 2 ** 31

/** The files that were imported, by the console or the command, and those that wait for it. */
export const importKind: ConsoleKind = {
  cursorId: /^[\da-f-]{1,36}$/,

  async list(db, { filters: { kind = '', state = '' }, count, after }) {
    const rows = await importsLike(db, { kind, state }, { count, after })
    return rows.map((row) => ({
      id: row.id,
      cursor: { at: row.at, id: row.id },
      cells: [
        { text: row.fileName },
        { text: labelOf(row.kind) },
        badge(row.state),
        { day: toDate(row.at) },
        { text: row.login },
        { count: row.rows },
        row.rejected > 0 ? { text: String(row.rejected), tone: 'bad' as const } : { text: '' },
      ],
    }))
  },

  async page(db, id) {
    if (isUuid(id)) return await uploadPage(db, id)
    return /^[1-9]\d{0,9}$/.test(id) && Number(id) < LARGEST_NUMBER
      ? await storedPage(db, Number(id))
      : null
  },

  actions: importActions,
  listActions: { upload: uploadFile },
}

interface Head {
  kind: string
  fileName: string
  login: string
  at: Date
  created: number
  updated: number
  unchanged: number
}
const headFacts = ({ kind, login, at, created, updated, unchanged }: Head) => [
  { name: 'Qué trae', value: { text: labelOf(kind) } },
  { name: 'Cuándo', value: { stamp: toStamp(at) } },
  { name: 'Quién', value: { text: login } },
  { name: 'Filas nuevas', value: { count: created } },
  { name: 'Filas cambiadas', value: { count: updated } },
  { name: 'Filas iguales', value: { count: unchanged } },
]

async function storedPage(db: Db, number: number): Promise<KindPage | null> {
  const found = await importByNumber(db, number)
  if (!found) return null
  const { undoneAt } = found
  return {
    title: found.fileName,
    badges: [badge(undoneAt ? 'undone' : 'stored'), { text: `Importación ${number}` }],
    masked: false,
    groups: [
      {
        title: '',
        facts: [
          ...headFacts(found),
          { name: 'Deshecha', value: undoneAt ? { stamp: toStamp(undoneAt) } : { text: '' } },
        ],
      },
    ],
    tables: [],
    timeline: await historyOf(db, { kind: 'import', id: String(number) }, []),
    actions: ['note', ...(undoneAt ? [] : ['undo'])],
  }
}

/** What a cell was understood as, as people write it. */
function understood(column: string, value = ''): ObjectValue {
  if (column === 'moneda') return { text: { 858: 'Pesos', 840: 'Dólares' }[value] ?? value }
  if (!/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value)) return { text: value }
  if (!value.includes('T')) return { day: value.replaceAll('-', '') }
  const stamp = toStamp(new Date(value))
  return stamp.endsWith('000000') ? { day: stamp.slice(0, 8) } : { stamp }
}

async function uploadPage(db: Db, id: string): Promise<KindPage | null> {
  const found = await uploadById(db, id)
  if (!found) return null
  const { preview, ...head } = found
  const { format, separator, encoding, columns, sample, rejected, rejections } = preview
  const changes = preview.created + preview.updated
  const columnNames = columns.filter((name) => sample.some(({ values }) => name in values))
  const text = (value = ''): ObjectValue => ({ text: value })
  return {
    title: found.fileName,
    badges: [badge('uploaded')],
    masked: false,
    groups: [
      {
        title: 'Qué haría',
        facts: [
          ...headFacts({ ...head, ...preview }),
          { name: 'Filas rechazadas', value: { count: rejected } },
          {
            name: 'Qué falta',
            value: text(
              rejected > 0
                ? 'Corregí las rechazadas en el archivo y subilo de nuevo: así no se guarda nada.'
                : changes === 0
                  ? 'No hay nada que guardar: todas las filas ya están así.'
                  : 'Mirá si se entendió bien y guardalo.',
            ),
          },
        ],
      },
      {
        title: 'Cómo se leyó',
        facts: [
          { name: 'Formato', value: text(format) },
          { name: 'Separador', value: text(separator === '\t' ? 'Tabulador' : separator) },
          { name: 'Codificación', value: text(encoding) },
          { name: 'Columnas', value: text(columns.join(', ')) },
        ],
      },
    ],
    tables: [
      {
        title: 'Primeras filas, como se entendieron',
        columns: ['Línea', ...columnNames],
        rows: sample.map(({ line, values }) => [
          { count: line },
          ...columnNames.map((name) => understood(name, values[name])),
        ]),
        empty: 'Ninguna fila se pudo leer.',
      },
      {
        title:
          rejections.length < MAX_REJECTIONS
            ? 'Celdas rechazadas'
            : `Primeras ${MAX_REJECTIONS} celdas rechazadas`,
        columns: ['Línea', 'Columna', 'Encontrado', 'Se esperaba', 'Qué hacer'],
        rows: rejections.map((cells) => cells.map((cell) => text(cell))),
        empty: 'No hay ninguna.',
        fileName: 'rechazadas.csv',
      },
    ],
    timeline: await historyOf(db, { kind: 'import', id }, []),
    actions: ['discard', ...(rejected === 0 && changes > 0 ? ['commit'] : [])],
  }
}

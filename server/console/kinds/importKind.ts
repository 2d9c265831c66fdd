import { hash } from 'node:crypto'
import { IMPORT_STATES } from '#contract/console/importKind.ts'
import { toDate } from '#contract/dates.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { importByNumber, importsLike, uploadById } from '#db/console/imports.ts'
import { proposalsWaiting } from '#db/console/waiting.ts'
import type { Db } from '#db/core/db.ts'
import { isUuid } from '#db/core/uuid.ts'
import { changedRows } from '#db/imports/changedRows.ts'
import { IMPORT_KINDS, kindNamed } from '#db/imports/importKinds.ts'
import { MAX_REJECTIONS } from '#db/imports/uploads.ts'
import { proposalOf } from '#db/proposals/proposals.ts'
import { consoleKind, type KindPage } from '#server/console/consoleKind.ts'
import { historyOf } from '#server/console/history.ts'
import {
  downloadTemplate,
  importActions,
  uploadFile,
} from '#server/console/imports/importActions.ts'
import { jumpsText, SURE } from '#server/console/imports/importSteps.ts'
import { changedTables } from '#server/console/kinds/changedTables.ts'
import { decidableBy } from '#server/console/proposalActions.ts'
import { badge, copied, group, table } from '#server/console/shownValues.ts'

const labelOf = (kind: string) => kindNamed(kind)?.label ?? kind
const LARGEST_NUMBER = 2 ** 31
const ROWS = new Intl.NumberFormat('es-UY')

/** The files that were imported, by the console or the command, and those that wait for it. */
export const importKind = consoleKind('import', {
  cursorId: /^[\da-f-]{1,36}$/,

  list: importsLike,
  sorted: 'Cuándo',
  rowAt: ({ id, at }) => ({ id, at: new Date(at) }),
  columns: {
    Archivo: ['title', ({ fileName }) => fileName],
    'Qué trae': ['detail', ({ kind }) => labelOf(kind)],
    Estado: ['below', ({ state }) => badge(IMPORT_STATES, state)],
    Cuándo: ['note', ({ at }) => ({ day: toDate(new Date(at)) })],
    Quién: ({ login }) => login,
    Filas: ({ rows }) => rows,
    Rechazadas: ({ rejected }) => (rejected > 0 ? { text: String(rejected), tone: 'bad' } : null),
  },

  async read(db, id): Promise<Upload | Stored | undefined> {
    if (isUuid(id)) {
      const [upload, proposal] = await Promise.all([
        uploadById(db, id),
        proposalOf(db, 'import', id),
      ])
      return upload && { ...upload, proposal }
    }
    return /^[1-9]\d{0,9}$/.test(id) && Number(id) < LARGEST_NUMBER
      ? await importByNumber(db, Number(id))
      : undefined
  },
  page: (db, found, viewer) =>
    'preview' in found ? uploadPage(db, found) : storedPage(db, found, viewer),
  states: IMPORT_STATES,
  stateOf: (found) => ('preview' in found ? 'uploaded' : found.undoneAt ? 'undone' : 'stored'),
  when(found, viewer) {
    if (!('preview' in found)) return { download: found.hasFile }
    const isFree = !waitingOf(found)
    return {
      note: false,
      commit: isFree && isWhole(found) && changesOf(found) > 0,
      discard: isFree,
      ...(isFree || !found.proposal
        ? { decide: false, withdraw: false }
        : decidableBy(found.proposal, viewer)),
    }
  },

  waiting: { title: 'Importaciones para decidir', count: proposalsWaiting('import') },

  actions: importActions,
  listActions: { upload: uploadFile, downloadTemplate },
  listOptions: async () => ({
    kind: IMPORT_KINDS.map(({ name: value, label }) => ({ value, label })),
  }),
})

type Upload = NonNullable<Awaited<ReturnType<typeof uploadById>>> & {
  proposal: Awaited<ReturnType<typeof proposalOf<'import'>>>
}
type Stored = NonNullable<Awaited<ReturnType<typeof importByNumber>>>

/** Whether another operator has to decide on it. */
const waitingOf = ({ proposal }: Upload) => proposal?.state === 'waiting'
const isWhole = ({ preview }: Upload) => preview.rejected === 0
const changesOf = ({ preview }: Upload) => preview.created + preview.updated

type Head = Pick<Stored, 'kind' | 'login' | 'at' | 'created' | 'updated' | 'unchanged'>
const headFacts = ({ kind, login, at, created, updated, unchanged }: Head) => ({
  'Qué trae': labelOf(kind),
  Cuándo: at,
  Quién: login,
  'Filas nuevas': created,
  'Filas cambiadas': updated,
  'Filas iguales': unchanged,
})

/** The hash in the form in which commands print it. */
const hashOf = (sha256: Buffer) => sha256.toString('hex')

async function storedPage(db: Db, found: Stored, { shown }: { shown: boolean }): Promise<KindPage> {
  const { number, undoneAt, created, updated } = found
  const kind = kindNamed(found.kind)
  const masked = kind?.ofPeople === true && !shown
  const state = undoneAt ? 'undone' : 'stored'
  return {
    title: found.fileName,
    badges: [badge(IMPORT_STATES, state), { text: `Importación ${number}` }],
    groups: [
      group('', {
        ...headFacts(found),
        Deshecha: undoneAt,
        'SHA-256 del archivo': copied(hashOf(found.sha256)),
      }),
    ],
    tables: kind && !masked ? changedTables(kind, await changedRows(db, kind, found), found) : [],
    masked,
    questions: {
      undo: `Se borran ${ROWS.format(created)} filas que creó, y ${ROWS.format(updated)} que cambió vuelven a lo que eran. Si algo de lo que cargó ya se usa, no se deshace nada y te decimos qué.`,
    },
    timeline: await historyOf(db, { kind: 'import', id: String(number) }),
  }
}

async function uploadPage(db: Db, found: Upload): Promise<KindPage> {
  const { preview, ...head } = found
  const { format, separator, encoding, columns, sample, sums, rejected, rejections } = preview
  const { rows, jumps } = preview
  const kind = kindNamed(found.kind)
  const columnNames = columns.filter((name) => sample.some(({ values }) => name in values))
  return {
    title: found.fileName,
    badges: [
      badge(IMPORT_STATES, 'uploaded'),
      ...(waitingOf(found) ? [{ text: 'Espera a otra persona', tone: 'brand' as const }] : []),
    ],
    groups: [
      group('Qué haría', {
        ...headFacts({ ...head, ...preview }),
        'Filas rechazadas': rejected,
        'Deudas en pesos': sums.pesos > 0 ? { cents: sums.pesos, currency: PESOS } : undefined,
        'Deudas en dólares':
          sums.dollars > 0 ? { cents: sums.dollars, currency: DOLLARS } : undefined,
        Puntos: sums.points > 0 ? sums.points : undefined,
        'Cambia mucho': jumps.length > 0 ? { text: jumpsText(jumps), tone: 'warn' } : undefined,
        'Qué falta': isWhole(found)
          ? changesOf(found) === 0
            ? 'No hay nada que guardar: todas las filas ya están así.'
            : waitingOf(found)
              ? 'Que otra persona lo confirme: pasa lo que una sola puede guardar en un día.'
              : 'Mirá si se entendió bien y guardalo.'
          : 'Corregí las rechazadas en el archivo y subilo de nuevo: así no se guarda nada.',
      }),
      group('Cómo se leyó', {
        Formato: format,
        Separador: separator === '\t' ? 'Tabulador' : separator,
        Codificación: encoding,
        Columnas: columns.join(', '),
        'SHA-256': copied(hash('sha256', found.content)),
      }),
    ],
    tables: [
      table('Primeras filas, como se entendieron', 'Ninguna fila se pudo leer.', sample, {
        Línea: ({ line }) => line,
        ...Object.fromEntries(
          columnNames.map((name) => [name, ({ values }: (typeof sample)[number]) => values[name]]),
        ),
      }),
      {
        ...table(
          rejections.length < MAX_REJECTIONS
            ? 'Celdas rechazadas'
            : `Primeras ${MAX_REJECTIONS} celdas rechazadas`,
          'No hay ninguna.',
          rejections,
          {
            Línea: ([line]) => line,
            Columna: ([, column]) => column,
            Encontrado: ([, , value]) => value,
            'Se esperaba': ([, , , expected]) => expected,
            'Qué hacer': ([, , , , advice]) => advice,
          },
        ),
        fileName: 'rechazadas.csv',
      },
      ...(kind ? changedTables(kind, rows, preview) : []),
    ],
    ...(jumps.length > 0 && {
      options: { jumps: [{ value: SURE, label: `Sí: ${jumpsText(jumps)}` }] },
    }),
    timeline: await historyOf(db, { kind: 'import', id: found.id }),
  }
}

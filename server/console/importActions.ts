import { MAX_IMPORT_BYTES } from '#contract/console/importKind.ts'
import { singleLine } from '#contract/fields/text.ts'
import { personById } from '#db/accounts/people.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { uploadById } from '#db/console/imports.ts'
import { inTransaction } from '#db/core/connection.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { undoImport } from '#db/imports/undoImport.ts'
import { commitUpload, discardUpload, previewUpload, storeUpload } from '#db/imports/uploads.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { readField } from '#server/console/readField.ts'
import { notFound, refuse, refuseAndCommit } from '#server/http/errors.ts'

const CHOOSE = 'Elegí un archivo.'
const TOO_LARGE = 'El archivo tiene más de 2 MB: importalo con «npm run import».'

async function importerOf({ context: { db }, viewer: { personId, now } }: Acting) {
  const login = (await personById(db, personId))?.email ?? ''
  return { login, actorId: personId, now }
}

/** Does what the importer may refuse as a whole: the refusal has its sentence. */
async function importing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    throw refuse(
      error.message.replace(/^./, (first) => first.toUpperCase()),
      'invalid_request',
    )
  }
}

/** Stores a file with what its import would do. */
export const uploadFile: ConsoleAction = {
  label: 'Subir un archivo',
  question:
    'Primero ves qué se entendió y qué se rechaza: no cambia nada hasta que lo guardes. Entran archivos CSV o JSON de hasta 2 MB; los más grandes van con «npm run import».',
  danger: false,
  fields: [
    {
      name: 'kind',
      label: 'Qué trae',
      type: 'choice',
      hint: '',
      options: [],
    },
    {
      name: 'file',
      label: 'Archivo',
      type: 'file',
      hint: '',
      options: [],
      accept: '.csv,.json,text/csv,application/json',
      maxBytes: MAX_IMPORT_BYTES,
    },
  ],
  // The preview stores the rows in a transaction that it rolls back.
  async prepare(acting) {
    const { context, fields, viewer } = acting
    const kind = readField(singleLine(40, 'El tipo'), fields.kind ?? '', 'Elegí qué trae.')
    const fileName = readField(singleLine(200, 'El nombre'), fields.fileName ?? '', CHOOSE)
    const content = Buffer.from(fields.file ?? '', 'base64')
    if (content.length > MAX_IMPORT_BYTES) throw refuse(TOO_LARGE, 'invalid_request')
    const file = { kind, fileName, content }
    return { ...file, preview: await importing(previewUpload(context.db, file, viewer.now)) }
  },
  async run(acting) {
    const { context, prepared } = acting
    const file = prepared as Omit<Parameters<typeof storeUpload>[1], 'id' | 'login' | 'at'>
    const id = uuidFrom(context.random(16))
    const { login, now: at } = await importerOf(acting)
    await storeUpload(context.db, { ...file, id, login, at })
    return { outcome: 'Mirá qué se entendió: todavía no se guardó nada.', madeId: id }
  },
}

const upload = async ({ context, id }: Acting) => {
  const found = await uploadById(context.db, id)
  if (!found) throw notFound()
  return found
}

/** What an operator does with a file. */
export const importActions = {
  note: noteAction('import'),

  commit: {
    label: 'Guardar',
    question: 'Se guardan todas las filas, o ninguna si una se rechaza. Después se puede deshacer.',
    danger: false,
    fields: [],
    async run(acting) {
      const found = await upload(acting)
      const importer = await importerOf(acting)
      const { number, rejected } = await importing(commitUpload(acting.context.db, found, importer))
      // The upload keeps what was found.
      if (rejected > 0)
        throw refuseAndCommit(
          'Desde que lo subiste cambió algo y ahora hay filas rechazadas: no se guardó nada.',
          'action_gone',
        )
      return number === null
        ? 'No había nada que guardar: todas las filas ya estaban así.'
        : { outcome: `Quedó guardado como la importación ${number}.`, madeId: String(number) }
    },
  },

  discard: {
    label: 'Descartar',
    question: 'El archivo se borra de acá sin guardar nada.',
    danger: true,
    fields: [],
    async run(acting) {
      const { context, viewer, id } = acting
      await inTransaction(context.db, async (tx) => {
        await discardUpload(tx, id)
        const { personId: actorId, now: at } = viewer
        await appendAuditEntry(tx, {
          actorId,
          action: 'importDiscarded',
          subject: id,
          detail: {},
          at,
        })
      })
      return 'El archivo quedó descartado.'
    },
  },

  undo: {
    label: 'Deshacer',
    question:
      'Se borra lo que creó y vuelve a lo que era lo que cambió. Si algo de lo que cargó ya se usa, no se deshace nada y te decimos qué.',
    danger: true,
    fields: [],
    async run(acting) {
      const importer = await importerOf(acting)
      const { created, updated } = await importing(
        undoImport(acting.context.db, Number(acting.id), importer),
      )
      return `Quedó deshecha: se borraron ${created} filas y volvieron a lo que eran ${updated}.`
    },
  },
} satisfies Record<string, ConsoleAction>

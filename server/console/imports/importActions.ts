import { MAX_IMPORT_BYTES } from '#contract/console/importKind.ts'
import { fileById, uploadById } from '#db/console/imports.ts'
import { lockImports } from '#db/imports/importFile.ts'
import { kindNamed, templateOf } from '#db/imports/importKinds.ts'
import { undoImport } from '#db/imports/undoImport.ts'
import { commitUpload, discardUpload, previewUpload, storeUpload } from '#db/imports/uploads.ts'
import { file, invalid, row } from '#server/console/actionFields.ts'
import {
  type Acting,
  action,
  type ConsoleAction,
  type Done,
} from '#server/console/consoleAction.ts'
import {
  assertSure,
  commit,
  importerOf,
  importing,
  JUMPS,
} from '#server/console/imports/importSteps.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { proposalActions } from '#server/console/proposalActions.ts'
import { notFound, refuse, refuseAndCommit } from '#server/http/errors.ts'

/** Stores a file with what its import would do. */
export const uploadFile = action({
  label: 'Subir un archivo',
  question:
    'Primero ves qué se entendió y qué se rechaza: no cambia nada hasta que lo guardes. Entran archivos CSV o JSON de hasta 2 MB; los más grandes van con «npm run import».',
  fields: {
    kind: row({ label: 'Qué trae', missing: 'Elegí qué trae.' }),
    file: file({
      label: 'Archivo',
      accept: '.csv,.json,text/csv,application/json',
      maxBytes: MAX_IMPORT_BYTES,
      tooLarge: 'El archivo tiene más de 2 MB: importalo con «npm run import».',
    }),
  },
  // The preview stores the rows in a transaction that it rolls back.
  async prepare({ context, values, viewer }) {
    if (!values.file) throw invalid('Elegí un archivo.')
    const { name: fileName, content } = values.file
    const sent = { kind: values.kind, fileName, content: Buffer.from(content, 'base64') }
    return { ...sent, preview: await importing(previewUpload(context.db, sent, viewer.now)) }
  },
  async run(acting) {
    const id = acting.newId()
    const { login, now: at } = await importerOf(acting)
    await storeUpload(acting.context.db, { ...acting.prepared, id, login, at })
    return { outcome: 'Mirá qué se entendió: todavía no se guardó nada.', madeId: id }
  },
})

/** Gives an empty file of a kind, with examples. */
export const downloadTemplate = action({
  label: 'Descargar una plantilla',
  question: 'Trae los nombres de las columnas y unas filas de ejemplo: cambialas por las tuyas.',
  fields: { kind: row({ label: 'Qué trae', missing: 'Elegí qué trae.' }) },
  async run({ values }) {
    const kind = kindNamed(values.kind)
    if (!kind) throw invalid('Elegí qué trae.')
    const content = Buffer.from(templateOf(kind)).toString('base64')
    return {
      outcome: 'La plantilla quedó descargada.',
      download: { name: `${kind.name}.csv`, content },
    }
  },
})

const REJECTED = 'Desde que lo subiste cambió algo y ahora hay filas rechazadas: no se guardó nada.'

/** The upload, once no other import is under way. @throws when that one has stored or discarded it */
async function uploadToCommit({ context: { db }, id }: Acting) {
  await lockImports(db)
  const upload = await uploadById(db, id)
  if (!upload)
    throw refuse('Otra persona ya lo guardó o lo descartó: actualizá la lista.', 'action_gone')
  return upload
}

const stored = ({ number }: { number: number | null }): Done =>
  number === null
    ? 'No había nada que guardar: todas las filas ya estaban así.'
    : { outcome: `Quedó guardado como la importación ${number}.`, madeId: String(number) }

/** What an operator does with a file. */
export const importActions = {
  note: noteAction('import'),

  commit: action({
    label: 'Guardar',
    question:
      'Se guardan todas las filas, o ninguna si una se rechaza. Después se puede deshacer. Si pasa el límite, otra persona de la red lo tiene que confirmar.',
    fields: { jumps: JUMPS },
    secondFactor: true,
    async run(acting) {
      const upload = await uploadToCommit(acting)
      assertSure(upload.preview.jumps, acting.values.jumps)
      const done = await commit(acting, upload)
      if (typeof done === 'string') return done
      // The upload keeps what was found.
      if (done.rejected > 0) throw refuseAndCommit(REJECTED, 'action_gone')
      return stored(done)
    },
  }),

  ...proposalActions({
    kind: 'import',
    what: 'la importación',
    question:
      'Decidís una importación que propuso otra persona. Confirmada, se guardan todas las filas; después se puede deshacer.',
    secondFactor: true,
    // A commit has this lock before the proposal.
    lock: ({ context }) => lockImports(context.db),
    async confirmed(acting) {
      const upload = await uploadToCommit(acting)
      // Its audit entry names who confirmed it.
      const importer = { ...(await importerOf(acting)), login: upload.login }
      const done = await importing(commitUpload(acting.context.db, upload, importer))
      if (done.rejected > 0) throw refuse(REJECTED, 'action_gone')
      return stored(done)
    },
    rejected: 'La importación quedó rechazada: el archivo sigue acá, sin guardar.',
    withdrawn: 'La propuesta quedó retirada: el archivo sigue acá, sin guardar.',
    gone: 'Esa importación ya no espera una decisión.',
  }),

  discard: action({
    label: 'Descartar',
    question: 'El archivo se borra de acá sin guardar nada.',
    danger: true,
    audit: 'importDiscarded',
    async run({ context, id }) {
      await discardUpload(context.db, id)
      return 'El archivo quedó descartado.'
    },
  }),

  download: action({
    label: 'Descargar el archivo',
    question: 'Se descarga tal como se subió. Queda anotado.',
    audit: 'importDownloaded',
    async run({ context: { db }, id }) {
      const { fileName, content } = (await fileById(db, id)) ?? {}
      if (!fileName || !content) throw notFound()
      const download = { name: fileName, content: content.toString('base64') }
      return { outcome: 'El archivo quedó descargado.', download }
    },
  }),

  undo: action({
    label: 'Deshacer la importación',
    question:
      'Se borra lo que creó y vuelve a lo que era lo que cambió. Si algo de lo que cargó ya se usa, no se deshace nada y te decimos qué.',
    danger: true,
    async run(acting) {
      const importer = await importerOf(acting)
      const undoing = undoImport(acting.context.db, Number(acting.id), importer)
      const { created, updated } = await importing(undoing)
      return `Quedó deshecha: se borraron ${created} filas y volvieron a lo que eran ${updated}.`
    },
  }),
} satisfies Record<string, ConsoleAction>

import { type KindName, kindOf } from '#contract/console/objectKinds.ts'
import { multiLine } from '#contract/fields/text.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { ConsoleAction } from '#server/console/consoleKind.ts'
import { readField } from '#server/console/readField.ts'

const MAX_NOTE = 1000

/** Adds a remark to an object's history; it cannot be changed. Who sees the kind may add one. */
export const noteAction = (kind: KindName): ConsoleAction => ({
  roles: kindOf(kind).roles,
  label: 'Anotar',
  question: 'La nota queda en el historial, con tu nombre, y no se puede cambiar.',
  danger: false,
  forRows: true,
  fields: [
    {
      name: 'text',
      label: 'Nota',
      type: 'longText',
      hint: 'Sin datos de tarjetas ni contraseñas.',
      options: [],
    },
  ],
  async run({ context, viewer, id: objectId, fields }) {
    const text = readField(multiLine(MAX_NOTE, 'La nota'), fields.text ?? '', 'Escribí la nota.')
    const { personId: actorId, now: at } = viewer
    const noteId = uuidFrom(context.random(16))
    await insertNote(context.db, { id: noteId, kind, objectId, text, actorId, at })
    return 'Anotado.'
  },
})

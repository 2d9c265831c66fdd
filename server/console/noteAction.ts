import { type KindName, kindOf } from '#contract/console/objectKinds.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { remark } from '#server/console/actionFields.ts'
import { action } from '#server/console/consoleAction.ts'

/**
 * Adds a remark to an object's history; it cannot be changed. Who sees the kind may add one.
 * @param targetOf the object of an id whose history it joins; left out: the object itself
 */
export const noteAction = (
  kind: KindName,
  targetOf: (id: string) => { kind: KindName; objectId: string } = (objectId) => ({
    kind,
    objectId,
  }),
) =>
  action({
    roles: kindOf(kind).roles,
    label: 'Anotar',
    question: 'La nota queda en el historial, con tu nombre, y no se puede cambiar.',
    fields: {
      text: remark({
        label: 'Nota',
        hint: 'Sin datos de tarjetas ni contraseñas.',
        missing: 'Escribí la nota.',
        subject: 'La nota',
        max: 1000,
      }),
    },
    async run({ context, viewer, id, values: { text }, newId }) {
      const { personId: actorId, now: at } = viewer
      await insertNote(context.db, { id: newId(), ...targetOf(id), text, actorId, at })
      return 'Anotado.'
    },
  })

import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { MAX_IMPORT_BYTES } from '#contract/console/importKind.ts'
import { Kind } from '#contract/console/objectPage.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode, singleLine } from '#contract/fields/text.ts'
import { objectId } from '#contract/operator/object.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

const FIELD = 'Revisá lo que escribiste: entran 2000 caracteres.'
const FieldText = z.string(FIELD).check(z.maxLength(2_000, FIELD))
const FILE = 'Elegí el archivo de nuevo.'
/** In base64; each action has its own limit. */
const MAX_FILE = Math.ceil(MAX_IMPORT_BYTES / 3) * 4
const TOO_LARGE = 'El archivo pesa demasiado: elegí uno más chico.'

/** A file that was chosen in a form. */
const SentFile = z.object(
  {
    name: singleLine(200, 'El nombre del archivo'),
    /** Its bytes in base64; empty for none. */
    content: z.string(FILE).check(z.refine(({ length }) => length <= MAX_FILE, TOO_LARGE)),
  },
  FILE,
)
export type SentFile = z.infer<typeof SentFile>

/**
 * Does one of the `actions` of an object's page or of the `listActions` of its list, or proposes it where a second operator decides. The
 * audit log records it.
 * Errors: 05 without a second factor, `role_missing`, `not_found`, an action that the object does not
 * take now (`action_gone`), and a field that is missing or wrong.
 */
export const actOnObject = defineCall('operator', 'actOnObject', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  changes: true,
  maxBody: 3 * 1024 * 1024,
  request: () => ({
    kind: Kind,
    /** Id of the object; empty for one of the `listActions` of `objects`. */
    objectId: objectId(),
    /** Name of the action. */
    action: opaqueCode(40, 'Elegí qué querés hacer.'),
    /** Values by the names of the action's fields. */
    fields: withDefault(z.record(z.string(), FieldText, FIELD), {}),
    /** The file of an action that has a field for one. */
    file: z.optional(SentFile),
  }),
  response: () => ({
    /** What was done, in a sentence. */
    outcome: z.string(),
    /** Id of the object that the action made; empty for none. */
    madeId: z.string(),
    /** A code that is told once, in groups of four; absent: the action gives none. */
    code: z.optional(z.string()),
    /** A file to save, its bytes in base64; absent: the action gives none. */
    download: z.optional(z.object({ name: z.string(), content: z.string() })),
  }),
})

import * as z from 'zod/mini'
import { withDefault } from '#contract/fields/optional.ts'
import { service } from '#contract/service.ts'
import { opaqueCode, singleLine, multiLine } from '#contract/fields/text.ts'

/** What a message may be about; a caller that sends another word writes of something else. */
export const CONTACT_TYPES = ['Consulta', 'Sugerencia', 'Reclamo', 'Felicitación', 'Otro'] as const

const WRITE = 'Escribí tu mensaje.'
const TITLE = 'Escribí un título.'
const CHOOSE = 'Elegí de qué se trata.'

/**
 * A person writes to the network, of a branch or of none, and is told by mail that it arrived.
 * Errors: 05 with what to mend, or a branch that does not exist; HTTP 429 after five in an hour.
 */
export const contact = service({
  group: 'user',
  name: 'contact',
  access: 'signedIn',
  changes: true,
  request: {
    text: multiLine(4000, 'El mensaje', WRITE).check(z.minLength(1, WRITE)),
    title: singleLine(100, 'El título', TITLE).check(z.minLength(1, TITLE)),
    /** One of `CONTACT_TYPES`, or an integrator's own word. */
    type: singleLine(40, 'El tipo', CHOOSE).check(z.minLength(1, CHOOSE)),
    branchCode: withDefault(opaqueCode(20, 'Elegí una estación de la lista.'), ''),
  },
  response: {},
})

import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { multiLine, opaqueCode, singleLine } from '#contract/fields/text.ts'

const TEXT = 'Escribí tu mensaje.'
const TITLE = 'Escribí un título.'
const TYPE = 'Elegí de qué se trata.'
const MESSAGE_ID = 'El id del mensaje tiene de 16 a 64 letras, números y guiones.'

/**
 * Sends a message to the network, optionally about a branch. The caller gets an acknowledgement by
 * email.
 * Errors: 05 with the field to correct, or an unknown branch; HTTP 429 after five messages within an
 * hour.
 */
export const contact = defineCall('user', 'contact', {
  access: 'signedIn',
  changes: true,
  // A message of 4,000 characters, each escaped in JSON with six bytes.
  maxBody: 32 * 1024,
  request: {
    /** Text of the message, at most 4,000 characters; it may contain line breaks. */
    text: multiLine(4000, 'El mensaje', TEXT).check(z.minLength(1, TEXT)),
    /** Title of the message, one line of at most 100 characters. */
    title: singleLine(100, 'El título', TITLE).check(z.minLength(1, TITLE)),
    /**
     * Type of the message: Consulta, Sugerencia, Reclamo, Felicitación or Otro; integrators may
     * send other types.
     */
    type: singleLine(40, 'El tipo', TYPE).check(z.minLength(1, TYPE)),
    /** Code of the station that the message is about; empty for none. */
    branchCode: withDefault(opaqueCode(20, 'Elegí una estación de la lista.'), ''),
    /**
     * The sender's own id of the message, for a caller that may send it again in another session: a
     * message with it is stored once. Empty for none. With other fields it gets 05.
     */
    clientMessageId: withDefault(
      z.string(MESSAGE_ID).check(z.regex(/^(?:[\w-]{16,64})?$/, MESSAGE_ID)),
      '',
    ),
  },
})

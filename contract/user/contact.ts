import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Birthdate } from '#contract/fields/birthdate.ts'
import { DocumentPicture } from '#contract/fields/documentPicture.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { multiLine, opaqueCode, singleLine } from '#contract/fields/text.ts'

const TEXT = 'Escribí tu mensaje.'
const TITLE = 'Escribí un título.'
const TYPE = 'Elegí de qué se trata.'
const MESSAGE_ID = 'El id del mensaje tiene de 16 a 64 letras, números y guiones.'

/**
 * Sends a message to the network, optionally about a branch. The caller gets an acknowledgement by
 * email.
 * Errors: 05 with the field to correct, or an unknown branch; for a photo also when the person may
 * correct the birthdate without one, or when another photo waits for a decision; HTTP 429 after five
 * messages within an hour.
 */
export const contact = defineCall('user', 'contact', {
  access: 'signedIn',
  changes: true,
  // A message of 4,000 characters, each escaped in JSON with six bytes, and a photo in base64.
  maxBody: 560 * 1024,
  request: () => ({
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
    /**
     * JPEG, PNG or WebP photo of the sender's document, at most 400,000 bytes, as base64: with
     * `birthdate` only. An operator sees it, and it is deleted with the decision or after 30 days.
     */
    picture: withDefault(DocumentPicture, undefined),
    /**
     * The birthdate that the sender asks for, `yyyyMMdd`: with `picture` only, and only when
     * `updateUser` refuses it because it was corrected once or changes who may pay.
     */
    birthdate: withDefault(Birthdate, undefined),
  }),
})

import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { multiLine, opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/**
 * Answers a message of `contactMessages`, or closes it without an answer. The sender gets a
 * notification and an email. A photo of the message is deleted. A repeat changes nothing.
 * Errors: 05 without a second factor, for a message that is unknown or not about a station of the caller, for one that is answered or closed
 * already, and for a correction without a photo that waits, or of the operator's own birthdate,
 * and `role_missing` for one by the role 4.
 */
export const answerMessage = defineCall('operator', 'answerMessage', {
  access: [PETROBRAS, ADMINISTRADOR],
  changes: true,
  request: () => ({
    /** Id of the message, as `contactMessages` answers it. */
    messageId: opaqueCode(100, 'Elegí un mensaje.'),
    /** The answer; empty or left out closes the message without one. */
    answer: withDefault(multiLine(2000, 'La respuesta'), ''),
    /**
     * Sets the birthdate that the message asks for with its photo; the answer then begins with a
     * sentence that says so.
     */
    correctBirthdate: withDefault(z.boolean('Decí si se corrige la fecha de nacimiento.'), false),
  }),
})

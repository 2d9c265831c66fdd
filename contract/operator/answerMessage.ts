import { defineCall } from '#contract/call.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { multiLine, opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR } from '#contract/roles.ts'

/**
 * Answers a message of `contactMessages`, or closes it without an answer. The sender gets a
 * notification and an email. A repeat changes nothing.
 * Errors: 05 without a second factor, for an unknown message, and for one that is answered or closed
 * already.
 */
export const answerMessage = defineCall('operator', 'answerMessage', {
  access: [ADMINISTRADOR],
  changes: true,
  request: {
    /** Id of the message, as `contactMessages` answers it. */
    messageId: opaqueCode(100, 'Elegí un mensaje.'),
    /** The answer; empty or left out closes the message without one. */
    answer: withDefault(multiLine(2000, 'La respuesta'), ''),
  },
})

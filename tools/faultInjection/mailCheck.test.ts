import { describe, expect, test } from 'vitest'
import { MESSAGE_ANSWERED, MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'
import { compareMails } from '#tools/faultInjection/mailCheck.ts'

const mail = (id: string, title: string, { subject } = MESSAGE_RECEIVED) => ({
  messageId: `<${id}@surtidor.uy>`,
  subject,
  text: `Gracias por escribirnos sobre «${title}».`,
})

describe('compareMails', () => {
  test('accepts one copy of each mail, and one acknowledgement of each message', () => {
    const received = [
      mail('a', 'Carga 7.'),
      mail('b', 'Carga 17.'),
      mail('c', 'Carga 7.', MESSAGE_ANSWERED),
    ]
    expect(compareMails(['a', 'b', 'c'], received, ['Carga 7.', 'Carga 17.'])).toEqual({
      queued: 3,
      lost: [],
      repeated: [],
      unacknowledged: [],
    })
  })

  test('reports a lost mail and its message, and a mail that came twice', () => {
    const received = [mail('a', 'Carga 7.'), mail('a', 'Carga 7.')]
    const compared = compareMails(['a', 'b'], received, ['Carga 7.', 'Carga 8.'])
    expect(compared).toEqual({
      queued: 2,
      lost: ['b'],
      repeated: ['a'],
      unacknowledged: ['Carga 8.'],
    })
  })

  test('reports a message that was acknowledged by two mails', () => {
    const received = [mail('a', 'Carga 7.'), mail('b', 'Carga 7.')]
    expect(compareMails(['a', 'b'], received, ['Carga 7.']).unacknowledged).toEqual(['Carga 7.'])
  })
})

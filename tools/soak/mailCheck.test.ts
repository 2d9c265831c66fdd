import { describe, expect, test } from 'vitest'
import { MESSAGE_ANSWERED, MESSAGE_RECEIVED } from '#server/mail/emailTemplates.ts'
import { compareMails } from '#tools/soak/mailCheck.ts'

const mail = (id: string, title: string, { subject } = MESSAGE_RECEIVED) => ({
  messageId: `<${id}@surtidor.uy>`,
  subject,
  text: `Gracias por escribirnos sobre «${title}».`,
})
const sent = (title: string) => ({ recipient: 'ana@demo.surtidor.uy', title })

describe('compareMails', () => {
  test('accepts one copy of each mail, and one acknowledgement of each message', () => {
    const received = [
      mail('a', 'Soak 7.'),
      mail('b', 'Soak 17.'),
      mail('c', 'Soak 7.', MESSAGE_ANSWERED),
    ]
    expect(compareMails(['a', 'b', 'c'], received, [sent('Soak 7.'), sent('Soak 17.')])).toEqual({
      queued: 3,
      lost: [],
      repeated: [],
      unacknowledged: [],
    })
  })

  test('reports a lost mail and its message, and a mail that came twice', () => {
    const received = [mail('a', 'Soak 7.'), mail('a', 'Soak 7.')]
    const compared = compareMails(['a', 'b'], received, [sent('Soak 7.'), sent('Soak 8.')])
    expect(compared).toEqual({
      queued: 2,
      lost: ['b'],
      repeated: ['a'],
      unacknowledged: ['Soak 8.'],
    })
  })

  test('reports a message that was acknowledged by two mails', () => {
    const received = [mail('a', 'Soak 7.'), mail('b', 'Soak 7.')]
    expect(compareMails(['a', 'b'], received, [sent('Soak 7.')]).unacknowledged).toEqual([
      'Soak 7.',
    ])
  })
})

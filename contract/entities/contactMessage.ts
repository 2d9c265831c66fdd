import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'

/** States of a contact message: a received one is answered, or closed without an answer; both are final. */
export const MESSAGE_STATES = ['RECEIVED', 'ANSWERED', 'CLOSED'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const MESSAGE_STATE_LABELS: Record<MessageState, string> = {
  RECEIVED: 'Recibido',
  ANSWERED: 'Respondido',
  CLOSED: 'Cerrado',
}

/** The types of a contact message that the app offers; integrators may send others. */
export const MESSAGE_TYPES = ['Consulta', 'Sugerencia', 'Reclamo', 'Felicitación', 'Otro'] as const

/** A message that a user sent with `contact`, and what became of it. */
export const SentMessage = lazyObject(() => ({
  /** Id of the message; opaque. */
  id: z.string(),
  /** When it was sent, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** The type that the sender chose, as in `contact`. */
  type: z.string(),
  /** Title of the message, one line. */
  title: z.string(),
  /** Text of the message; it may contain line breaks. */
  text: z.string(),
  /** Code of the station that the message is about; empty when there is none. */
  branchCode: z.string(),
  /** Name of the station that the message is about; empty when there is none. */
  branchName: z.string(),
  /**
   * State of the message: a received one is answered, or closed without an answer; both are final.
   */
  state: z.enum(MESSAGE_STATES),
  /** The network's answer; empty unless the state is ANSWERED. */
  answer: z.string(),
  /** When it was answered or closed, `yyyyMMddHHmmss` in Montevideo; empty while it is RECEIVED. */
  answeredAt: z.union([Stamp, z.literal('')]),
}))
export type SentMessage = z.infer<typeof SentMessage>

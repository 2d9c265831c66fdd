import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import { GENERIC_PUSH } from '#contract/entities/pushMessage.ts'

const { General, Message, Promotion, Consumption, Pay, Voucher } = NOTIFICATION_TYPES

/** The text of each type on a locked screen when its owner has not allowed more. */
const SENTENCES: Record<number, string> = {
  [General]: 'Tenés una novedad sobre tu cuenta o tu solicitud.',
  [Message]: 'Tenés una novedad sobre un mensaje que mandaste.',
  [Promotion]: 'Hay una promoción para vos.',
  [Consumption]: 'Registramos una carga tuya.',
  [Pay]: 'Tenés una novedad sobre un pago.',
  [Voucher]: 'Recibiste un vale.',
}
/** Longer texts do not fit on a screen, nor in the 4 kB of a message with accents. */
const LONGEST = 500

/**
 * Title and text of a pushed notification. Without the person's leave they say no more than its type.
 * @param detail whether the person lets the locked screen show title and text
 */
export function pushText(
  { type, title, text }: { type: number; title: string; text: string },
  detail: boolean,
): { title: string; text: string } {
  if (!detail) return { title: GENERIC_PUSH.title, text: SENTENCES[type] ?? GENERIC_PUSH.text }
  return { title: shortened(title), text: shortened(text) }
}

/** A cut through a character of two units leaves none of it. */
const shortened = (text: string) =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/[\ud800-\udbff]$/, '')}…`

import { NOTIFICATION_TYPES } from '#contract/entities/notification.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { type Attempt, answeredAt, type Debt } from '#db/demo/demoDebts.ts'
import type { Person } from '#db/demo/members.ts'

/** A notification to add. */
export interface NotificationDraft {
  /** Identifies the event; unique per person (N2). */
  event: string
  type: keyof typeof NOTIFICATION_TYPES
  at: Date
  title: string
  text: string
  /** In cents. */
  amount?: number
  currency?: '858' | '840'
  read?: boolean
  deleted?: boolean
  /** A page of the app or of the network's site. */
  url?: string
  /** A picture that is deployed with the app. */
  imageUrl?: string
  html?: string
}

export function addNotification(demo: DemoContext, person: Person, draft: NotificationDraft): void {
  demo.rows.notification.push({
    currency: '858',
    amount: 0,
    ...draft,
    id: demo.nextId(),
    personId: person.id,
    type: NOTIFICATION_TYPES[draft.type],
  })
}

/** Adds the notification that every new person receives. */
export function addWelcomeNotification(demo: DemoContext, person: Person, daysAgo: number): void {
  addNotification(demo, person, {
    event: 'welcome',
    type: 'General',
    at: demo.dates.at(daysAgo, 20, 41),
    title: 'Te damos la bienvenida a Surtidor',
    text: `${person.firstName}, ya podés sumar puntos en las 88 estaciones de la red.`,
    read: true,
    url: '/#/map',
  })
}

const ENDINGS: Partial<Record<Attempt['state'], string>> = {
  PAID: 'Recibimos tu pago',
  VOIDED: 'Anulamos tu pago',
  REFUNDED: 'Devolvimos tu pago',
  REJECTED: 'Tu pago fue rechazado',
}

/**
 * Adds the notification of a payment's final state, and of its approval if it was undone later.
 */
export function addPaymentNotification(
  demo: DemoContext,
  person: Person,
  debt: Debt,
  attempt: Attempt,
): void {
  const { state, settledAt } = attempt
  if (!settledAt) return
  const reversed = state === 'VOIDED' || state === 'REFUNDED'
  const add = (ending: Attempt['state'], at: Date) => {
    const title = ENDINGS[ending]
    if (!title) return
    addNotification(demo, person, {
      event: `payment:${attempt.id}:${ending}`,
      type: 'Pay',
      at,
      currency: attempt.currency,
      amount: attempt.amount,
      title,
      text: `${debt.concept}, ${debt.merchantName}.`,
      read: true,
      url: '/#/listPayment',
    })
  }
  if (reversed) add('PAID', answeredAt(attempt))
  add(state, settledAt)
}

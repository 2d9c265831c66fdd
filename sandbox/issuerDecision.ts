import { expectedRefund } from '#contract/entities/taxLaws.ts'
import type { CardBehaviour, TestCard } from '#sandbox/cards.ts'
import { MAGIC_AMOUNTS, maskOf } from '#sandbox/cards.ts'
import type { Clock } from '#sandbox/clock.ts'
import type { Delays } from '#sandbox/config.ts'
import type { Decision, Order, PlannedWebhook } from '#sandbox/events.ts'

/** Milliseconds between two webhooks that are sent out of order. */
const REORDER_GAP = 1500

/**
 * The tax refund of a charge (docs/specification.md); null without an invoice number.
 * @param debit whether the card is a debit card; null: not known yet
 */
export function refundOf(order: Order, debit: boolean | null) {
  if (order.invoiceNumber === '') return null
  const { taxedAmount, indi, finalConsumer } = order
  return expectedRefund(
    { amount: order.amount - order.tipAmount, taxedAmount, indi, finalConsumer },
    debit,
  )
}

/** The issuer's decision and its webhooks: the card decides, except for magic amounts. */
export function decide(
  order: Order,
  card: TestCard,
  installments: number,
  clock: Clock,
  delays: Delays,
): { decision: Decision; notices: PlannedWebhook[] } {
  const at = clock.now()
  const { code, behaviour } = answerOf(order, card)
  const authorizationCode = code === '00' ? authorizationCodeOf(clock) : ''
  const delay =
    behaviour === 'slow' ? delays.slow : behaviour === 'issuerDown' ? delays.issuerDown : null
  const refund = refundOf(order, card.type === 'D')
  const decision: Decision = {
    at,
    state: delay === null ? 'PROCESSED' : 'INPROCESS',
    code: delay === null ? code : '',
    authorizationCode: delay === null ? authorizationCode : '',
    card: {
      brand: card.type === 'D' ? 'Débito de prueba' : 'Crédito de prueba',
      issuer: 'Banco de Pruebas',
      type: card.type,
      mask: maskOf(card.number),
    },
    installments,
    ivaDiscountAmount: refund?.cents ?? 0,
    law: refund?.law.law ?? '0',
    behaviour,
    settle: delay === null ? null : { at: at + delay, code, authorizationCode },
    voidAt:
      behaviour === 'voidedLater' || behaviour === 'voidedReordered' ? at + delays.void : null,
  }
  const notices =
    delay === null
      ? webhookPlan(behaviour, at, delays.webhook).map((each) => plannedWebhook(clock, each))
      : []
  return { decision, notices }
}

/** A cancellation by the person or the merchant before any charge. */
export function canceled(clock: Clock, previous: Decision | null = null): Decision {
  return {
    at: clock.now(),
    state: 'CANCELED',
    code: '',
    authorizationCode: '',
    card: previous?.card ?? null,
    installments: previous?.installments ?? 1,
    ivaDiscountAmount: 0,
    law: '0',
    behaviour: 'plain',
    settle: null,
    voidAt: null,
  }
}

/** A webhook with a random id. */
export function plannedWebhook(
  clock: Clock,
  { at, view }: Omit<PlannedWebhook, 'id'>,
): PlannedWebhook {
  return { id: clock.random(9).toString('base64url'), at, view }
}

/** The webhooks of a void; `voidedReordered` sends the one of the charge after it. */
export function voidWebhooks(clock: Clock, behaviour: CardBehaviour): PlannedWebhook[] {
  const at = clock.now()
  const late =
    behaviour === 'voidedReordered'
      ? [plannedWebhook(clock, { at: at + REORDER_GAP, view: 'final' })]
      : []
  return [plannedWebhook(clock, { at, view: 'voided' }), ...late]
}

function answerOf(
  { amount }: Order,
  { code, behaviour }: TestCard,
): { code: string; behaviour: CardBehaviour } {
  if (code === '00' && MAGIC_AMOUNTS.isDeclined(amount)) return { code: '51', behaviour: 'plain' }
  if (code === '00' && MAGIC_AMOUNTS.isIssuerDown(amount)) return { code, behaviour: 'issuerDown' }
  return { code, behaviour }
}

function webhookPlan(
  behaviour: CardBehaviour,
  at: number,
  delay: number,
): Omit<PlannedWebhook, 'id'>[] {
  const soon = { at: at + delay, view: 'final' } as const
  const late = soon.at + REORDER_GAP
  if (behaviour === 'webhookLost' || behaviour === 'voidedReordered') return []
  if (behaviour === 'webhookFirst') return [{ ...soon, at }]
  if (behaviour === 'webhookTwice') return [soon, soon, { ...soon, at: late }]
  if (behaviour === 'webhookReordered') return [soon, { at: late, view: 'inProcess' }]
  return [soon]
}

/** Six random digits. */
function authorizationCodeOf(clock: Clock): string {
  return String(clock.random(4).readUInt32BE() % 1_000_000).padStart(6, '0')
}

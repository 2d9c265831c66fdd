import { expectedRefund } from '#contract/entities/taxLaws.ts'
import { type CardBehaviour, MAGIC_AMOUNTS, maskOf, type TestCard } from '#sandbox/cards.ts'
import type { Clock } from '#sandbox/clock.ts'
import type { Context } from '#sandbox/context.ts'
import type { Decision, Entry, Order, Refund, Webhook } from '#sandbox/entry.ts'

/** Milliseconds between two webhooks that are sent out of order. */
const REORDER_GAP = 1500

/**
 * The tax refund of a charge by the rate of its request; null without a rate or an invoice number.
 * The sandbox has no table of rates (docs/geopay.md, "Tax-refund laws").
 * @param debit whether the card is a debit card; null: not known yet
 */
export function refundOf(order: Order, debit: boolean | null) {
  if (order.invoiceNumber === '') return null
  const { taxedAmount, indi, finalConsumer } = order
  return expectedRefund(
    { amount: order.amount - order.tipAmount, taxedAmount, indi, finalConsumer },
    order.refundBasisPoints ?? null,
    debit,
  )
}

/** The outcome of a token, and the webhooks that report it. */
type Outcome = Pick<Entry, 'decision' | 'webhooks'>
/** The time and content of a webhook. */
type Plan = Pick<Webhook, 'at' | 'view'>
type Settings = Pick<Context, 'clock' | 'config'>

/** A decision before any charge. */
const NO_CHARGE = {
  code: '',
  authorizationCode: '',
  card: null,
  installments: 1,
  ivaDiscountAmount: 0,
  law: '0',
  behaviour: 'plain',
  settle: null,
  voidAt: null,
} as const

/** The issuer's decision: the card decides, except for magic amounts. */
export function decide(
  { clock, config: { delays } }: Settings,
  order: Order,
  { card, installments }: { card: TestCard; installments: number },
): Outcome {
  const at = clock.now()
  const { code, behaviour } = answerOf(order, card)
  const authorizationCode = code === '00' ? authorizationCodeOf(clock) : ''
  const delay =
    behaviour === 'slow' ? delays.slow : behaviour === 'issuerDown' ? delays.issuerDown : null
  const refund = refundOf(order, card.type === 'D')
  const isVoided = behaviour === 'voidedLater' || behaviour === 'voidedReordered'
  const decision: Decision = {
    ...NO_CHARGE,
    at,
    state: 'PROCESSED',
    code,
    authorizationCode,
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
    voidAt: isVoided ? at + delays.void : null,
  }
  if (delay === null) {
    const plan = webhookPlan(behaviour, at, delays.webhook)
    return { decision, webhooks: plan.map((each) => plannedWebhook(clock, each)) }
  }
  const settle = { at: at + delay, code, authorizationCode }
  const pending = { state: 'INPROCESS', code: '', authorizationCode: '', settle } as const
  return { decision: { ...decision, ...pending }, webhooks: [] }
}

/** A cancellation by the person or the merchant before any charge. */
export function cancellation(
  { clock, config }: Settings,
  previous: Decision | null = null,
): Outcome {
  const at = clock.now()
  const { card, installments } = previous ?? NO_CHARGE
  return {
    decision: { ...NO_CHARGE, at, state: 'CANCELED', card, installments },
    webhooks: [plannedWebhook(clock, { at: at + config.delays.webhook, view: 'final' })],
  }
}

/** The issuer's late answer to a payment in process. */
export function lateAnswer({ clock, config }: Settings, decision: Decision): Outcome {
  const { settle } = decision
  return {
    decision: { ...decision, ...settle, at: decision.at, state: 'PROCESSED' },
    webhooks: [plannedWebhook(clock, { at: clock.now() + config.delays.webhook, view: 'final' })],
  }
}

/** A void of a charge now; `voidedReordered` sends the webhook of the charge after it. */
export function voiding(clock: Clock, { webhooks }: Entry, behaviour: CardBehaviour) {
  const at = clock.now()
  const plan: Plan[] = [{ at, view: 'voided' }]
  if (behaviour === 'voidedReordered') plan.push({ at: at + REORDER_GAP, view: 'final' })
  return {
    voidedAt: at,
    webhooks: [...webhooks, ...plan.map((each) => plannedWebhook(clock, each))],
  }
}

/** A refund of a charge now. */
export function refunding(
  clock: Clock,
  { webhooks, refunds = [] }: Entry,
  refund: Pick<Refund, 'auditNumber' | 'amount'>,
) {
  const at = clock.now()
  return {
    refunds: [...refunds, { ...refund, at }],
    webhooks: [...webhooks, plannedWebhook(clock, { at, view: 'refunded' })],
  }
}

/** A webhook with a random id. */
const plannedWebhook = (clock: Clock, plan: Plan): Webhook => ({
  ...plan,
  id: clock.random(9).toString('base64url'),
  outcome: 'pending',
  tries: 0,
})

function answerOf(
  { amount }: Order,
  { code, behaviour }: TestCard,
): Pick<TestCard, 'code' | 'behaviour'> {
  if (code === '00' && MAGIC_AMOUNTS.isDeclined(amount)) return { code: '51', behaviour: 'plain' }
  if (code === '00' && MAGIC_AMOUNTS.isIssuerDown(amount)) return { code, behaviour: 'issuerDown' }
  return { code, behaviour }
}

function webhookPlan(behaviour: CardBehaviour, at: number, delay: number): Plan[] {
  const soon = { at: at + delay, view: 'final' } as const
  const late = soon.at + REORDER_GAP
  if (behaviour === 'webhookLost' || behaviour === 'voidedReordered') return []
  if (behaviour === 'webhookFirst') return [{ ...soon, at }]
  if (behaviour === 'webhookTwice') return [soon, soon, { ...soon, at: late }]
  if (behaviour === 'webhookReordered') return [soon, { at: late, view: 'inProcess' }]
  return [soon]
}

/** Six random digits. */
const authorizationCodeOf = (clock: Clock) =>
  String(clock.random(4).readUInt32BE() % 1_000_000).padStart(6, '0')

import { expectedRefund } from '#contract/reference/taxLaws.ts'
import type { CardBehaviour, TestCard } from '#sandbox/cards.ts'
import { MAGIC_AMOUNTS, maskOf } from '#sandbox/cards.ts'
import type { Clock } from '#sandbox/clock.ts'
import type { Delays } from '#sandbox/config.ts'
import type { Decision, PlannedWebhook, Order } from '#sandbox/events.ts'

/** Milliseconds between two webhooks that are sent out of order. */
const REORDER_GAP = 1500

/** The tax refund of a charge; null without an invoice number. */
export function refundOf(order: Order, debit: boolean | null) {
  if (order.invoiceNumber === '') return null
  const { taxedAmount, indi, finalConsumer } = order
  return expectedRefund(
    { amount: order.amount - order.tipAmount, taxedAmount, indi, finalConsumer },
    debit,
  )
}

/**
 * The issuer's decision: the card determines it, unless the amount is one of the magic amounts.
 */
export function decide(
  order: Order,
  card: TestCard,
  installments: number,
  clock: Clock,
  delays: Delays,
): { decision: Decision; notices: PlannedWebhook[] } {
  const at = clock.now()
  const { code, lever } = answerOf(order, card)
  const authorizationCode = code === '00' ? newAuthorizationCode(clock) : ''
  const waits = lever === 'slow' ? delays.slow : lever === 'issuerDown' ? delays.issuerDown : null
  const refund = refundOf(order, card.type === 'D')
  const decision: Decision = {
    at,
    state: waits === null ? 'PROCESSED' : 'INPROCESS',
    code: waits === null ? code : '',
    authorizationCode: waits === null ? authorizationCode : '',
    card: {
      brand: card.type === 'D' ? 'Débito de prueba' : 'Crédito de prueba',
      issuer: 'Banco de Pruebas',
      type: card.type,
      mask: maskOf(card.number),
    },
    installments,
    ivaDiscountAmount: refund?.cents ?? 0,
    law: refund?.law.law ?? '0',
    lever,
    settle: waits === null ? null : { at: at + waits, code, authorizationCode },
    voidAt: lever === 'voidedLater' || lever === 'voidedReordered' ? at + delays.void : null,
  }
  const notices =
    waits === null
      ? planned(lever, at, delays.webhook).map((each) => plannedWebhook(clock, each))
      : []
  return { decision, notices }
}

/** A cancellation by the payer or the merchant before a charge. */
export function canceled(clock: Clock, before: Decision | null = null): Decision {
  return {
    at: clock.now(),
    state: 'CANCELED',
    code: '',
    authorizationCode: '',
    card: before?.card ?? null,
    installments: before?.installments ?? 1,
    ivaDiscountAmount: 0,
    law: '0',
    lever: 'plain',
    settle: null,
    voidAt: null,
  }
}

/** A webhook with a new id. */
export function plannedWebhook(
  clock: Clock,
  { at, view }: Omit<PlannedWebhook, 'id'>,
): PlannedWebhook {
  return { id: clock.random(9).toString('base64url'), at, view }
}

/**
 * The webhooks of a void. With the reordered behaviour the webhook of the charge follows that of
 * the void.
 */
export function voidWebhooks(clock: Clock, lever: CardBehaviour): PlannedWebhook[] {
  const at = clock.now()
  const late =
    lever === 'voidedReordered'
      ? [plannedWebhook(clock, { at: at + REORDER_GAP, view: 'final' })]
      : []
  return [plannedWebhook(clock, { at, view: 'voided' }), ...late]
}

function answerOf(
  { amount }: Order,
  { code, lever }: TestCard,
): { code: string; lever: CardBehaviour } {
  if (code === '00' && MAGIC_AMOUNTS.isDeclined(amount)) return { code: '51', lever: 'plain' }
  if (code === '00' && MAGIC_AMOUNTS.isIssuerDown(amount)) return { code, lever: 'issuerDown' }
  return { code, lever }
}

function planned(lever: CardBehaviour, at: number, delay: number): Omit<PlannedWebhook, 'id'>[] {
  const soon = { at: at + delay, view: 'final' } as const
  const late = soon.at + REORDER_GAP
  if (lever === 'webhookLost' || lever === 'voidedReordered') return []
  if (lever === 'webhookFirst') return [{ ...soon, at }]
  if (lever === 'webhookTwice') return [soon, soon, { ...soon, at: late }]
  if (lever === 'webhookReordered') return [soon, { at: late, view: 'inProcess' }]
  return [soon]
}

/** A random authorisation code of six digits. */
function newAuthorizationCode(clock: Clock): string {
  return String(clock.random(4).readUInt32BE() % 1_000_000).padStart(6, '0')
}

import { setTimeout as sleep } from 'node:timers/promises'
import { CARDS } from '#sandbox/cards.ts'
import type { Card, PlannedAttempt } from '#tools/faultInjection/workload.ts'

const MAX_TRIES = 30
const RETRY_DELAY_MS = 300

/** Submits a card on the gateway's page. @returns the `data` of the way back, null without one */
export const submitCard = (sandbox: string, token: string, card: Card) =>
  submit(sandbox, { token, card: CARD_NUMBERS[card] })

/** Submits or cancels the page as planned. @returns the `data` of the way back, null without one */
export async function submitPage(
  sandbox: string,
  token: string,
  { page, card, submitTwice }: PlannedAttempt,
): Promise<string | null> {
  const once = () =>
    page === 'cancel' ? submit(sandbox, { token, cancel: true }) : submitCard(sandbox, token, card)
  const [data = null] = await Promise.all(submitTwice ? [once(), once()] : [once()])
  return data
}

/** Posts to the sandbox until it answers. */
async function submit(sandbox: string, form: object): Promise<string | null> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      const response = await fetch(`${sandbox}/sandbox/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
        signal: AbortSignal.timeout(20_000),
      })
      const answer = (await response.json()) as { kind: string; data: string | null }
      if (answer.kind === 'corrected') throw new SyntaxError('the page refused the form')
      return answer.data
    } catch (error) {
      if (error instanceof SyntaxError) throw error
      await sleep(RETRY_DELAY_MS)
    }
  }
  return null
}

const numberOf = (matches: (card: (typeof CARDS)[number]) => boolean) =>
  CARDS.find(matches)?.number ?? ''
const approvedBy = (behaviour: string) =>
  numberOf((card) => card.behaviour === behaviour && card.code === '00')
const declinedWith = (code: string) =>
  numberOf((card) => card.behaviour === 'plain' && card.code === code)
const CARD_NUMBERS: Record<Card, string> = {
  plain: approvedBy('plain'),
  debit: numberOf(({ type }) => type === 'D'),
  '51': declinedWith('51'),
  '54': declinedWith('54'),
  '05': declinedWith('05'),
  noAnswer: numberOf(({ behaviour, code }) => behaviour === 'issuerDown' && code === '91'),
  issuerDown: approvedBy('issuerDown'),
  slow: approvedBy('slow'),
  webhookFirst: approvedBy('webhookFirst'),
  webhookLost: approvedBy('webhookLost'),
  webhookTwice: approvedBy('webhookTwice'),
  webhookReordered: approvedBy('webhookReordered'),
  badSignature: approvedBy('badSignature'),
  alteredAmount: approvedBy('alteredAmount'),
  pageClosed: approvedBy('pageClosed'),
  voidedLater: approvedBy('voidedLater'),
  voidedReordered: approvedBy('voidedReordered'),
}

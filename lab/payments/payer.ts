import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { type Caller, callAs, type Lab } from '#lab/caller.ts'
import { FORGERIES, type Forger } from '#lab/processes/forger.ts'
import { CARDS } from '#sandbox/cards.ts'
import { cancel, chargeCard } from '#sandbox/chargeCard.ts'
import type { Context as Gateway } from '#sandbox/context.ts'

/** What the tasks of a run share. */
export interface PaymentLab extends Lab {
  forger: Forger
}

/** The share of the windows in which a forged return approves the payment. */
const FORGED = 0.1
/** The share of the windows that pay and bring nothing back, and the card of which the gateway sends no message. */
const SILENT = 0.15
const SILENT_CARD = CARDS.find(({ behaviour }) => behaviour === 'webhookLost')?.number ?? ''

/** A window of a driver, in which a debt is paid. */
export interface Payer extends Caller {
  reference: string
}

/**
 * Pays a debt as the app does: opens the payment, pays or cancels on the gateway's page, brings the return, and reads
 * the payments. A request without an answer is repeated with the same number, and some with one.
 */
export async function pay(lab: PaymentLab, payer: Payer): Promise<void> {
  const { gateway, history } = lab
  const { attempt, reference, random } = payer
  const opened = await callAs(lab, payer, getGEOPayAccessToken, { debtData: { reference } }, 'open')
  if (!opened) return
  const { accessToken: token } = opened
  history.recordToken({ token, reference, attempt })
  if (random.bool(FORGED)) await forgeReturn(lab, payer, token)
  // The browser closes after the payment, and no message of the gateway arrives: only polling brings the outcome.
  const isSilent = random.bool(SILENT)
  const data = await onPage(gateway, token, { random, isSilent })
  for (
    let returns = isSilent ? 0 : random.integer(0, 2);
    data !== null && returns > 0;
    returns -= 1
  ) {
    const from = lab.interleaver.steps
    const fields = { geopayResponse: data }
    const returned = await callAs(lab, payer, processGEOPayResponse, fields, `return ${returns}`)
    const state = returned?.payment.state
    if (state) history.observations.push({ token, state, from, until: lab.interleaver.steps })
  }
  if (random.bool(0.3)) await callAs(lab, payer, getPayments, { dateFrom: '', dateTo: '' }, 'list')
}

/** Brings an approval that the gateway did not sign. */
async function forgeReturn(lab: PaymentLab, payer: Payer, token: string): Promise<void> {
  const { gateway, forger, history } = lab
  const { attempt, reference, random } = payer
  const { currency, amount } = gateway.store.find(token)?.order ?? {}
  if (!currency || !amount) return
  const forgery = random.oneOf(FORGERIES)
  const geopayResponse = forger.forgeReturn(forgery, { token, reference, currency, amount })
  const fields = { geopayResponse }
  if (await callAs(lab, payer, processGEOPayResponse, fields, 'forged'))
    history.violations.forged.push({ attempt, token, what: `return, ${forgery}` })
}

/** @returns the data of the return; null when the browser brings none */
async function onPage(
  gateway: Gateway,
  token: string,
  { random, isSilent }: { random: SeededRandom; isSilent: boolean },
): Promise<string | null> {
  const choice = isSilent ? 1 : random.next()
  if (choice < 0.1) return null
  if (choice < 0.2) {
    const cancelled = await cancel(gateway, token)
    return 'data' in cancelled ? cancelled.data : null
  }
  return await payWith(gateway, token, isSilent ? SILENT_CARD : drawCard(random))
}

/** Enters a card on a page. @returns the data of the return; null when there is none */
export async function payWith(
  gateway: Gateway,
  token: string,
  number: string,
): Promise<string | null> {
  const card = { number, holder: 'Persona de Prueba', expiry: '12/99', cvv: '123' }
  const outcome = await chargeCard(gateway, token, { ...card, installments: '1' })
  return 'data' in outcome ? outcome.data : null
}

/** Most cards are those that a bank approves. */
const drawCard = (random: SeededRandom) =>
  (random.bool(0.5) ? CARDS[0] : random.oneOf(CARDS))?.number ?? ''

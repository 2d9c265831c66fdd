import { setTimeout as sleep } from 'node:timers/promises'
import { lastDays, toRange } from '#contract/dates.ts'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { CARDS } from '#sandbox/cards.ts'
import { type Forger, type Known, sendForgery } from '#tools/faultInjection/forger.ts'
import type { HistoryRecorder } from '#tools/faultInjection/history.ts'
import type { Owed } from '#tools/faultInjection/population.ts'
import type { RetryingClient } from '#tools/faultInjection/client.ts'
import type { Card, PlannedAttempt, Return, Side, Tap } from '#tools/faultInjection/workload.ts'

/** What an attempt is carried out with. */
export interface AttemptContext {
  servers: readonly [string, string]
  sandbox: string
  debts: readonly Owed[]
  /** By the person's id. */
  phones: ReadonlyMap<string, RetryingClient>
  forger: Forger
  notebook: HistoryRecorder
  /** Genuine ways back of late, with whose they were: others try them too. */
  genuine: { personId: string; data: string }[]
}

/** The identity of a tap that is no repeat of any other. */
const AGAIN = 9
/** How many genuine ways back are remembered. */
const MEMORY = 40

/** One attempt to pay, from the first tap to the last return. */
export async function runAttempt(plan: PlannedAttempt, scene: AttemptContext): Promise<void> {
  const debt = scene.debts[plan.debt - 1]
  const phone = debt && scene.phones.get(debt.personId)
  if (!debt || !phone) throw new Error(`attempt ${plan.number} has no debt`)
  if (plan.looks)
    await phone.ask(getDebts, { type: '2' }, way(plan, 'd', plan.number % 2 ? 1 : 0), plan.number)

  const tokens = await open(plan, debt, phone, scene)
  const forging = tokens.map((token) => forgeWebhook(plan, { ...debt, token }, scene))
  if (plan.page !== 'leave') {
    await Promise.all(
      tokens.map(async (token, place) => {
        const data = await visit(plan, token, scene)
        if (plan.looks) await look(plan, `${place}a`, token, phone, scene)
        await comeBack(plan, place, { ...debt, token }, data, phone, scene)
      }),
    )
  }
  await Promise.all(forging)
  if (plan.looks)
    for (const [place, token] of tokens.entries())
      await look(plan, `${place}z`, token, phone, scene)
}

const way = ({ number }: PlannedAttempt, what: string, side: Side) => ({
  side,
  identity: `${number}-${what}`,
})

/** The taps, all of them; answers the different tokens that they got. */
async function open(
  plan: PlannedAttempt,
  debt: Owed,
  phone: RetryingClient,
  scene: AttemptContext,
): Promise<string[]> {
  const { reference, installments } = debt
  const tap = async ({ side, identity, single, after, cut }: Tap): Promise<string | null> => {
    await sleep(after)
    const answer = await phone.ask(
      getGEOPayAccessToken,
      {
        geopayNetId: APP_NET.netId,
        geopayMerchantId: '900001',
        debtData: { reference, installments: single ? 1 : installments },
      },
      { ...way(plan, `t${identity}`, side), cut },
      plan.number,
    )
    if (!answer?.ok) {
      scene.notebook.count('tap refused')
      return null
    }
    const token = answer.fields.accessToken
    scene.notebook.wasHanded({ token, reference, attempt: plan.number })
    return token
  }
  const tokens = await Promise.all(plan.taps.map(tap))
  if (!tokens.some((token) => token !== null)) {
    // "Probá de nuevo en un rato", says the answer, and people do.
    const again = { side: 0, identity: AGAIN, single: false, after: 1500, cut: null } as const
    tokens.push(await tap(again))
  }
  return [...new Set(tokens.filter((token) => token !== null))]
}

/** The person on the hosted page; answers what they carry back. */
async function visit(
  plan: PlannedAttempt,
  token: string,
  scene: AttemptContext,
): Promise<string | null> {
  const form = plan.page === 'cancel' ? { token, cancel: true } : { token, card: CARD[plan.card] }
  const once = () => knockAtPage(`${scene.sandbox}/sandbox/pay`, form)
  const [data] = await Promise.all(plan.twice ? [once(), once()] : [once()])
  return data ?? null
}

async function knockAtPage(url: string, form: object): Promise<string | null> {
  for (let tries = 0; tries < 30; tries += 1) {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
        signal: AbortSignal.timeout(20_000),
      })
      const said = (await answer.json()) as { kind: string; data: string | null }
      if (said.kind === 'corrected') throw new SyntaxError('the page did not like the form')
      return said.data
    } catch (error) {
      if (error instanceof SyntaxError) throw error
      await sleep(300)
    }
  }
  return null
}

/** The way back, as often and by as many roads as the plan says. */
async function comeBack(
  plan: PlannedAttempt,
  place: number,
  known: Known & Owed,
  data: string | null,
  phone: RetryingClient,
  scene: AttemptContext,
): Promise<void> {
  const { genuine } = scene
  const strangers = [...scene.phones.values()]
  const anothers = genuine.find(({ personId }) => personId !== known.personId)?.data ?? null
  const honest = data !== null && scene.forger.isGenuine(data, known)
  await Promise.all(
    plan.returns.map(async (one, index) => {
      await sleep(one.after)
      const carried =
        one.data === 'own'
          ? data
          : one.data === 'anothers'
            ? anothers
            : scene.forger.return(one.data, known)
      const stranger = strangers[(plan.number + index) % strangers.length] ?? phone
      const who = one.byStranger ? stranger : phone
      if (carried !== null) await bring(plan, place, one, carried, { who, known, honest }, scene)
    }),
  )
  if (honest) genuine.push({ personId: known.personId, data })
  if (genuine.length > MEMORY) genuine.shift()
}

async function bring(
  plan: PlannedAttempt,
  place: number,
  { side, identity, data, cut }: Return,
  geopayResponse: string,
  { who, known, honest }: { who: RetryingClient; known: Known & Owed; honest: boolean },
  { notebook }: AttemptContext,
): Promise<void> {
  const answer = await who.ask(
    processGEOPayResponse,
    { geopayResponse },
    { ...way(plan, `r${place}${identity}`, side), cut },
    plan.number,
  )
  const own = data === 'own'
  if (!own) notebook.count('forged return')
  if (!answer?.ok) return
  const attempt = plan.number
  if (who.personId !== known.personId)
    notebook.foreign.push({ attempt, what: `return of ${known.token} brought by another` })
  else if (data === 'anothers') notebook.foreign.push({ attempt, what: 'return of another person' })
  else if (!own || !honest)
    notebook.forged.push({ attempt, what: `return, ${own ? 'altered by the gateway' : data}` })
  else {
    const { state } = answer.fields.payment
    notebook.sightings.push({ token: known.token, state, from: answer.from, until: answer.until })
  }
}

/** Asks how the payment stands, as its owner and as somebody else. */
async function look(
  plan: PlannedAttempt,
  when: string,
  token: string,
  phone: RetryingClient,
  { phones, notebook }: AttemptContext,
): Promise<void> {
  const asked = { accessToken: token, ...retryUntilDone() }
  const side = plan.number % 3 === 0 ? 1 : 0
  const answer = await phone.ask(getPayments, asked, way(plan, `l${when}`, side), plan.number)
  const state = answer?.ok ? answer.fields.payments[0]?.state : undefined
  if (answer && state)
    notebook.sightings.push({ token, state, from: answer.from, until: answer.until })
  const stranger = [...phones.values()].find(({ personId }) => personId !== phone.personId)
  const peeked = await stranger?.ask(getPayments, asked, way(plan, `p${when}`, side), plan.number)
  if (peeked?.ok && peeked.fields.payments.length > 0)
    notebook.foreign.push({ attempt: plan.number, what: `payment ${token} shown to another` })
}

/** Everything that the town ever paid, in days. */
const HISTORY = 1000
export const retryUntilDone = () => toRange(lastDays(new Date(), HISTORY))

async function forgeWebhook(
  plan: PlannedAttempt,
  known: Known,
  scene: AttemptContext,
): Promise<void> {
  if (!plan.webhook) return
  const { forgery, side, after } = plan.webhook
  await sleep(after)
  const message = scene.forger.webhook(forgery, known)
  const status = await sendForgery(`${scene.servers[side]}${MERCHANT_ENDPOINTS.webhook}`, message)
  scene.notebook.count('forged webhook')
  if (status === 200)
    scene.notebook.forged.push({ attempt: plan.number, what: `webhook, ${forgery}` })
  else if (status !== null && status !== 401)
    scene.notebook.defects.push({ attempt: plan.number, call: 'webhook', status })
}

const numberOf = (found: (card: (typeof CARDS)[number]) => boolean) =>
  CARDS.find(found)?.number ?? ''
const byLever = (lever: string) => numberOf((card) => card.lever === lever && card.code === '00')
const byCode = (code: string) => numberOf((card) => card.lever === 'plain' && card.code === code)
const CARD: Record<Card, string> = {
  plain: byLever('plain'),
  debit: numberOf(({ type }) => type === 'D'),
  '51': byCode('51'),
  '54': byCode('54'),
  '05': byCode('05'),
  mute: numberOf(({ lever, code }) => lever === 'issuerDown' && code === '91'),
  issuerDown: byLever('issuerDown'),
  slow: byLever('slow'),
  webhookFirst: byLever('webhookFirst'),
  webhookLost: byLever('webhookLost'),
  webhookTwice: byLever('webhookTwice'),
  webhookReordered: byLever('webhookReordered'),
  badSignature: byLever('badSignature'),
  alteredAmount: byLever('alteredAmount'),
  pageClosed: byLever('pageClosed'),
  voidedLater: byLever('voidedLater'),
  voidedReordered: byLever('voidedReordered'),
}

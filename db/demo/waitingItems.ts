import { DAY_MS, toHeaderTime } from '#contract/dates.ts'
import { PESOS } from '#contract/money.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { addWaitingClaim } from '#db/demo/claims.ts'
import { type DemoContext, operatorId, SUPPORT_ID } from '#db/demo/demoContext.ts'
import { addAttempt, addDebt } from '#db/demo/demoDebts.ts'
import { readDemoJson } from '#db/demo/demoFile.ts'
import { priceOn } from '#db/demo/programmes.ts'
import { addTillSale, type Till } from '#db/demo/tills.ts'
import { type Proposal, proposalEntry } from '#db/proposals/proposals.ts'

/** Elena and Guido: what one proposes, the other one confirms. */
const [ELENA, GUIDO] = [SUPPORT_ID, operatorId(7)]
/** Days until a claim of a receipt that no till has reported is an operator's. */
const CLAIMED_DAYS_AGO = 16

/** Adds what waits for an operator in each list of the console. */
export function addWaitingItems(demo: DemoContext, tills: readonly Till[], now: Date): void {
  addUnmatchedSales(demo, tills)
  addConflicts(demo, tills)
  addClaims(demo)
  addDiscrepancy(demo)
  addPayments(demo, now)
  addProposals(demo)
  for (const { title, text } of readDemoJson('messageTemplates.json') as Template[])
    demo.rows.messageTemplate.push({ id: demo.nextId(), title, text, createdAt: now })
}
type Template = Record<'title' | 'text', string>

/** What a till knew of members that were not found: a code, cards, and plates with a wrong digit. */
const UNKNOWN = [
  { memberCode: '60100099' },
  { memberCard: '8860000009' },
  { memberPlate: 'SAB1243' },
  { memberPlate: 'SCD5687' },
  { memberCard: '8860100999' },
]

function addUnmatchedSales(demo: DemoContext, tills: readonly Till[]): void {
  for (const [place, unknown] of UNKNOWN.entries()) {
    const till = tills[place % tills.length]
    if (!till) continue
    const daysAgo = 1 + (place % 3)
    const unitPrice = priceOn(demo.prices, 'super', demo.dates.date(daysAgo))
    const millilitres = 20_000 + place * 1_500
    addTillSale(demo, till, {
      at: demo.dates.at(daysAgo, 22, 10 + place),
      product: 'super',
      millilitres,
      unitPrice,
      amount: Math.round((unitPrice * millilitres) / 1000),
      unknown,
    })
  }
}

/** Sales that arrived a second time with other data: another amount, and another product. */
function addConflicts({ rows, dates }: DemoContext, tills: readonly Till[]): void {
  for (const [place, { id }] of tills.slice(0, 2).entries()) {
    const first = dates.at(2 + place, 0)
    const event = rows.saleEvent.find((one) => one.terminalId === id && one.at >= first)
    const line = rows.saleLine.find(({ identity }) => identity === event?.identity)
    if (!event || !line) continue
    const { identity, ticket, shift, at, branchCode, terminalId } = event
    const { product, millilitres, unitPrice, amount } = line
    const changed =
      place === 0
        ? { product, millilitres, unitPrice, amount: amount + 10_000 }
        : { product: 'premium', millilitres: millilitres + 1000, unitPrice, amount }
    rows.saleConflict.push({
      id: uuidOf(`demo conflict ${identity}`),
      identity,
      branchCode,
      terminalId,
      reason: 'content',
      content: {
        kind: 'sale',
        ticket,
        shift,
        attendant: '',
        datetime: `${toHeaderTime(at).replace(' ', 'T')}-03:00`,
        lines: [changed],
        currency: PESOS,
        payments: [{ means: 'cash', amount: changed.amount }],
      },
      at: new Date(at.getTime() + DAY_MS),
    })
  }
}

/** Claims whose receipts no till has reported in time. */
function addClaims(demo: DemoContext): void {
  for (const [place, { code, personId }] of demo.rows.loyalty.slice(2, 5).entries()) {
    const person = demo.rows.person.find(({ id }) => id === personId)
    if (person)
      addWaitingClaim(demo, person, code, { daysAgo: CLAIMED_DAYS_AGO + place, place: place + 1 })
  }
}

/** A charge that was voided here, and that the gateway still lists. */
function addDiscrepancy({ rows, dates }: DemoContext): void {
  const voided = rows.paymentAttempt.find(({ state }) => state === 'VOIDED')
  if (!voided?.paymentToken) return
  const day = dates.date(2)
  rows.gatewayDay.push({
    day,
    holder: uuidOf('demo reconciliation'),
    leasedUntil: dates.at(1, 3),
    source: 'LIST',
    here: 0,
    there: 1,
    reconciledAt: dates.at(1, 3),
  })
  rows.gatewayDiscrepancy.push({
    id: uuidOf('demo discrepancy'),
    day,
    kind: 'MISSING_HERE',
    subject: voided.paymentToken,
    reference: voided.debtReference,
    paymentToken: voided.paymentToken,
    stateHere: 'VOIDED',
    currencyHere: voided.currency,
    amountHere: voided.amount,
    stateThere: 'APPROVED',
    currencyThere: voided.currency,
    amountThere: voided.amount,
  })
}

/** Hours of payments with the app, of this day and of the one a week before; at some the card is refused. */
const PAID_AT = [0, 1, 8, 11, 13, 17, 19, 20]
const REFUSED_AT = [1, 19]

function addPayments(demo: DemoContext, now: Date): void {
  for (const daysAgo of [7, 0])
    for (const [place, hour] of PAID_AT.entries()) {
      const member = demo.rows.loyalty[place + 3]
      const person = demo.rows.person.find(({ id }) => id === member?.personId)
      const merchantName = demo.stations[place]?.name ?? ''
      if (!person || demo.dates.at(daysAgo, hour, 20) >= now) continue
      const bill = {
        concept: 'Nafta Super',
        merchantName,
        amount: 184_000 + place * 2_300,
        indi: 0 as const,
      }
      const times = { daysAgo: daysAgo + 1, dueIn: 14 - daysAgo }
      const debt = addDebt(demo, person, null, { ...bill, ...times, taxed: false }, 'PAID')
      if (REFUSED_AT.includes(hour))
        addAttempt(demo, debt, {
          state: 'REJECTED',
          daysAgo,
          hour,
          card: 'credit',
          reason: 'Fondos insuficientes.',
        })
      addAttempt(demo, debt, { state: 'PAID', daysAgo, hour, card: 'debit' })
    }
}

/** The product whose rule one of them proposes to end. */
const ENDED_PRODUCT = 'lubrication'

/** Proposals of each administrator for the other one: an adjustment, the end of a rule, and a refund. */
function addProposals(demo: DemoContext): void {
  const { rows, dates } = demo
  const proposedAt = dates.at(1, 17)
  const propose = <K extends 'adjustment' | 'rule' | 'refund'>(
    kind: K,
    proposedBy: string,
    content: Proposal<K>['content'],
    subject?: string,
  ) => {
    const id = demo.nextId()
    const made = { id, kind, subject: subject ?? id, content }
    rows.proposal.push({ ...made, proposedBy, proposedAt })
    demo.audit.push(proposalEntry('propose', made, { actorId: proposedBy, now: proposedAt }))
  }
  const words = { observations: 'Lo pidió por teléfono, con el ticket a la vista.' }
  const adjustment = { points: 1500, reason: 'missing_sale' as const, ...words }
  for (const [place, by] of [ELENA, GUIDO].entries())
    propose('adjustment', by, adjustment, rows.loyalty[3 + place]?.code ?? '')
  const paid = rows.paymentAttempt.filter(
    ({ state, chargedAt }) => state === 'PAID' && chargedAt && chargedAt > dates.at(170),
  )
  for (const [place, { id, amount }] of paid.slice(-2).entries())
    propose(
      'refund',
      place === 0 ? GUIDO : ELENA,
      { kind: 'refund', amount, reason: 'complaint', ...words },
      id,
    )
  const ended = demo.rules.find(
    ({ programme, product, validUntil }) =>
      programme === 'surtidor' && product === ENDED_PRODUCT && !validUntil,
  )
  if (!ended?.id) return
  const { id: ends, validFrom: _from, validUntil: _until, ...given } = ended
  const { discountBasisPoints: _d, expiresMonths: _e, ...rule } = given
  const at = dates.at(-30, 0).toISOString()
  propose('rule', GUIDO, {
    rule: { ...rule, product: ENDED_PRODUCT },
    validFrom: at,
    validUntil: at,
    simulation: null,
    ends,
    onlyEnds: true,
  })
}

import type { ItemResult } from '#contract/entities/reportedItem.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import type { GatewayRecord } from '#lab/evidence/readState.ts'
import { checkPayments } from '#lab/tills/checkPayments.ts'
import { isStored, terminalIdOf } from '#lab/tills/model.ts'
import type { TillState } from '#lab/tills/readTillState.ts'
import type { Reports, SentClose, SentItem } from '#lab/tills/reports.ts'
import { withStored } from '#lab/tills/withStored.ts'

/** The data that a run leaves for the checker. */
export interface TillEvidence {
  sent: Pick<Reports, 'items' | 'closes' | 'redemptions' | 'payments' | 'violations'>
  state: TillState & { gateway: readonly GatewayRecord[] }
}

const DESCRIPTIONS = {
  T1: 'cada venta, anulación y devolución está una vez, con lo que mandó la caja, y se contestó siempre igual',
  T2: 'no falta nada de lo que se aceptó',
  T3: 'cada turno cierra con los totales de sus ventas, o es una excepción',
  T7: 'cada canje se contestó y quedó como lo pidió la caja',
  T8: 'cada código y cada vale se aceptó una vez, y ninguno viejo',
  T12: 'cada venta que se pagó con la aplicación es de su cobro',
  T13: 'cada cobro terminó como se contestó, con una sola plata cobrada si quedó pago y ninguna si no',
  T14: 'cada caja supo cómo terminó cada cobro, y nunca antes',
}

/** Every invariant with the rows that violate it; without rows it holds. */
export function checkTills(evidence: TillEvidence): Violation[] {
  const { sent, state } = evidence
  const events = compareEvents(evidence)
  const rows: Record<keyof typeof DESCRIPTIONS, object[]> = {
    ...events,
    ...checkPayments(sent.payments, state),
    T1: [...events.T1, ...wrongAnswers(sent.items), ...lostConflicts(evidence)],
    T3: [...sent.closes.flatMap(wrongClose), ...wrongShifts(evidence)],
    T7: [...wrongRedemptions(evidence), ...wrongSteps(sent, 'T7')],
    T8: [...sent.violations.T8, ...wrongSteps(sent, 'T8')],
  }
  return Object.entries(DESCRIPTIONS).map(([code, description]) => ({
    code,
    description,
    rows: rows[code as keyof typeof DESCRIPTIONS],
  }))
}

/** T1: an answer that is not the expected one, or differs from another about the same event. */
function wrongAnswers(items: readonly SentItem[]): object[] {
  const byEvent = Map.groupBy(items, ({ key, expects }) => `${key} ${expects}`)
  return [...byEvent].flatMap(([event, sent]) => {
    const answers = sent.flatMap((one) => one.answers)
    const said = new Set(answers.map(firstAnswer))
    const isExpected = [...said].every((answer) => answer.startsWith(sent[0]?.expects ?? ''))
    return isExpected && said.size === 1 ? [] : [{ event, answers }]
  })
}

/** What an answer says that the first one was. */
const firstAnswer = ({ result, first, points }: ItemResult): string =>
  `${result === 'duplicate' ? first : result} ${points ?? ''}`

/** Compares what is stored with what was sent and answered. */
function compareEvents({ sent, state }: TillEvidence) {
  const stored = Map.groupBy(state.events, ({ key }) => key)
  const expected = new Map(sent.items.filter(isStored).map((item) => [item.key, item]))
  const found = { T1: [] as object[], T2: [] as object[] }
  for (const [key, events] of stored)
    if (events.length > 1 || !expected.has(key)) found.T1.push({ key, times: events.length })
  for (const { key, item, member, answers } of expected.values()) {
    const [event] = stored.get(key) ?? []
    if (event?.state !== 'applied')
      found.T2.push({ key, kind: item.kind, answers, state: event?.state })
    else if (item.kind !== 'void') {
      const content = contentOf(item.lines, member?.loyaltyCode, answers[0]?.points)
      const points = event.lines.reduce((sum, line) => sum + line.points, 0)
      if (contentOf(event.lines, event.loyaltyCode, points) !== content)
        found.T1.push({ key, sent: content, stored: event })
    }
  }
  return found
}

const contentOf = (
  lines: readonly { millilitres: number; amount: number }[],
  loyaltyCode: string | null = '',
  points = 0,
) =>
  `${loyaltyCode ?? ''} ${points} ${lines.map((line) => `${line.millilitres} ml ${line.amount}`).join()}`

/** T1: a contradiction that was not kept for an operator. */
function lostConflicts({ sent, state }: TillEvidence): object[] {
  const kept = new Set(state.conflicts.map(({ key }) => key))
  return sent.items
    .filter(({ expects, key }) => expects === 'conflict' && !kept.has(key))
    .map(({ key }) => ({ key, conflict: 'no quedó guardado' }))
}

/** T3: a close that was answered wrongly, or did not ask for what is missing. */
function wrongClose({ till, close, missing, answer }: SentClose): object[] {
  const { state, differences, items } = answer
  const sales = differences.find(({ total }) => total === 'sales') ?? { sent: 0, found: 0 }
  const listed = items.filter(({ kind }) => kind === 'sale').length
  const asks = sales.sent - sales.found === missing && listed === sales.found
  const isState = state === (missing > 0 ? 'exception' : 'closed')
  return isState && asks ? [] : [{ till, shift: close.shift, missing, answer }]
}

/** T3: a shift that is not closed although all of it arrived, or is closed although its totals are others. */
function wrongShifts({ sent, state }: TillEvidence): object[] {
  const stored = new Map(
    state.shifts.map((one) => [[one.terminalId, one.scope, one.code].join(), one.state]),
  )
  return sent.closes.flatMap(({ till, close: { scope, shift }, finally: expects }) => {
    const found = stored.get([terminalIdOf(till), scope, shift].join())
    return found === expects ? [] : [{ till, shift, scope, expects, stored: found ?? null }]
  })
}

/** T7: a redemption that is not in the state that its till was told last, and one that no till made. */
const wrongRedemptions = ({ sent, state }: TillEvidence): object[] =>
  withStored(sent.redemptions, state.redemptions).filter(({ sent: one, stored: found }) => {
    if (!one) return true
    const { loyaltyCode, points, told, isLeft } = one
    // What is released before it is reserved is not stored.
    const isReleasedOnly = told.every((state) => state === 'released')
    if (!found) return !isReleasedOnly
    const isSame = found.loyaltyCode === loyaltyCode && found.points === points
    return !isSame || found.state !== told.at(-1) || (isReleasedOnly && !isLeft)
  })

/** The answers to steps of redemptions that violate an invariant. */
const wrongSteps = ({ redemptions }: TillEvidence['sent'], code: 'T7' | 'T8'): object[] =>
  redemptions.flatMap(({ wrong, ...sent }) =>
    wrong.filter((one) => one.code === code).map((one) => ({ ...sent, ...one })),
  )

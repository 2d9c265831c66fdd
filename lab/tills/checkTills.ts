import type { ItemResult } from '#contract/entities/reportedItem.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import type { GatewayRecord } from '#lab/evidence/readState.ts'
import { checkPayments } from '#lab/tills/checkPayments.ts'
import { isStored, voidKey } from '#lab/tills/model.ts'
import type { StoredEvent, TillState } from '#lab/tills/readTillState.ts'
import type { Reports, SentClose, SentItem } from '#lab/tills/reports.ts'

/** The data that a run leaves for the checker. */
export interface TillEvidence {
  sent: Pick<Reports, 'items' | 'closes' | 'redemptions' | 'payments' | 'violations'>
  /** By the number of the till. */
  terminals: readonly { id: string; branchCode: string }[]
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
  const { sent } = evidence
  const events = compareEvents(evidence)
  const rows: Record<keyof typeof DESCRIPTIONS, object[]> = {
    ...events,
    ...checkPayments(sent.payments, evidence.terminals, evidence.state),
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
function compareEvents({ sent, terminals, state }: TillEvidence) {
  const numbers = new Map(terminals.map(({ id }, number) => [id, number]))
  const stored = Map.groupBy(state.events, (event) => storedKey(numbers, event))
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

function storedKey(numbers: ReadonlyMap<string, number>, event: StoredEvent): string {
  const { terminalId, kind, day, ticket } = event
  const key = `${numbers.get(terminalId)}/${day}/${ticket}`
  return kind === 'void' ? voidKey(key) : key
}

const contentOf = (
  lines: readonly { millilitres: number; amount: number }[],
  loyaltyCode: string | null = '',
  points = 0,
) =>
  `${loyaltyCode ?? ''} ${points} ${lines.map((line) => `${line.millilitres} ml ${line.amount}`).join()}`

/** T1: a contradiction that was not kept for an operator. */
function lostConflicts({ sent, terminals, state }: TillEvidence): object[] {
  const kept = new Set(
    state.conflicts.map(({ terminalId, day, ticket }) => `${terminalId}/${day}/${ticket}`),
  )
  return sent.items
    .filter(({ expects }) => expects === 'conflict')
    .filter(({ till, key }) => !kept.has(key.replace(String(till), terminals[till]?.id ?? '')))
    .map(({ key }) => ({ key, conflict: 'no quedó guardado' }))
}

/** T3: a close that was answered wrongly, or did not ask for what is missing. */
function wrongClose({ till, close, expects, missing, answer }: SentClose): object[] {
  const { state, differences, items } = answer
  const sales = differences.find(({ total }) => total === 'sales') ?? { sent: 0, found: 0 }
  const listed = items.filter(({ kind }) => kind === 'sale').length
  const asks = sales.sent - sales.found === missing && listed === sales.found
  return state === expects && asks ? [] : [{ till, shift: close.shift, expects, missing, answer }]
}

/** T3: a shift that is not closed although all of it arrived, or is closed although its totals are others. */
function wrongShifts({ sent, terminals, state }: TillEvidence): object[] {
  const stored = new Map(
    state.shifts.map((one) => [[one.branchCode, one.scope, one.code].join(), one.state]),
  )
  const last = new Map(
    sent.closes.map((one) => [[one.till, one.close.scope, one.close.shift].join(), one]),
  )
  return [...last.values()].flatMap(({ till, close, finally: expects }) => {
    const { id = '', branchCode = '' } = terminals[till] ?? {}
    const { shift, scope } = close
    const found = stored.get([branchCode, scope === 'station' ? '' : id, shift].join())
    return found === expects ? [] : [{ till, shift, scope, expects, stored: found ?? null }]
  })
}

/** T7: a redemption that is not in the state that its till was told last, and one that no till made. */
function wrongRedemptions({ sent, terminals, state }: TillEvidence): object[] {
  const keyOfStored = (terminalId: string, reference: string) => `${terminalId} ${reference}`
  const stored = new Map(
    state.redemptions.map((one) => [keyOfStored(one.terminalId, one.reference), one]),
  )
  const wrong = sent.redemptions.filter((one) => {
    const { till, reference, loyaltyCode, points, told, isLeft } = one
    const key = keyOfStored(terminals[till]?.id ?? '', reference)
    const found = stored.get(key)
    stored.delete(key)
    // What is released before it is reserved is not stored.
    const isReleasedOnly = told.every((state) => state === 'released')
    if (!found) return !isReleasedOnly
    const isSame = found.loyaltyCode === loyaltyCode && found.points === points
    return !isSame || found.state !== told.at(-1) || (isReleasedOnly && !isLeft)
  })
  return [...wrong, ...stored.values()]
}

/** The answers to steps of redemptions that violate an invariant. */
const wrongSteps = ({ redemptions }: TillEvidence['sent'], code: 'T7' | 'T8'): object[] =>
  redemptions.flatMap(({ wrong, ...sent }) =>
    wrong.filter((one) => one.code === code).map((one) => ({ ...sent, ...one })),
  )

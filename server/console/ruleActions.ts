import { safeParse } from 'zod/mini'
import { DAY_MS, fromStamp, HOUR_MS } from '#contract/dates.ts'
import { ProposedRule } from '#contract/entities/accrualRule.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { MEANS_LABELS, WEEKDAYS } from '#contract/ruleText.ts'
import { storeConfirmedRule } from '#db/console/rules.ts'
import { withValidity } from '#db/loyalty/accrualRules.ts'
import { simulateRules } from '#db/loyalty/simulateRules.ts'
import { type Proposal, propose } from '#db/proposals/proposals.ts'
import { choice, day, integer, invalid, optional } from '#server/console/actionFields.ts'
import { type Acting, type ActionValues, action } from '#server/console/consoleAction.ts'
import { assertProgramme, PROGRAMME } from '#server/console/promotionAndRewardFields.ts'
import { proposalActions } from '#server/console/proposalActions.ts'
import { refuse } from '#server/http/errors.ts'
import { type Limit, take } from '#server/http/limits.ts'

/** The clock of a till may be 10 minutes ahead, and a batch that is being stored has read the rules. */
const MIN_AHEAD = HOUR_MS
/** Past sales that a simulation reads: four weeks have each weekday as often. */
const SIMULATED = 28 * DAY_MS

/** A simulation reads the sales of a month. */
export const SIMULATIONS: Limit = {
  name: 'simulation',
  by: 'person',
  points: 20,
  per: HOUR_MS,
  taken: 'within',
}

/** The choices of weekdays. */
export const DAYS: Readonly<Record<string, { label: string; days: number[] }>> = {
  all: { label: 'Todos', days: [] },
  working: { label: 'De lunes a viernes', days: [1, 2, 3, 4, 5] },
  weekend: { label: 'Sábado y domingo', days: [6, 7] },
  ...Object.fromEntries(
    WEEKDAYS.map((label, index) => [`${index + 1}`, { label, days: [index + 1] }]),
  ),
}
const ANY = { any: 'Cualquiera' }
const WHICH_DAYS = 'Elegí desde qué día vale, y si querés el último.'
const POINTS = 'Los puntos son un número entero de 0 a 1000.'
const HOURS = 'Las horas van de 0 a 24, y la última es otra que la primera.'
const points = (label: string) =>
  integer({ label, hint: 'Entero, de 0 a 1000.', missing: POINTS, from: 0, to: 1000 })
const hour = (label: string, hint: string) =>
  integer({ label, hint, missing: HOURS, from: 0, to: 24 })

/** The form of a rule. */
export const RULE_FIELDS = {
  programme: PROGRAMME,
  product: optional(
    choice({
      label: 'Producto',
      missing: 'Elegí un producto de la lista.',
      of: { ...ANY, ...Object.fromEntries(PRODUCTS.map(({ code, text }) => [code, text])) },
    }),
    'any',
  ),
  perLitre: points('Puntos por litro'),
  perHundred: points('Puntos cada $ 100'),
  weekdays: optional(
    choice({
      label: 'Días de la semana',
      missing: 'Revisá la regla.',
      of: Object.fromEntries(Object.entries(DAYS).map(([name, { label }]) => [name, label])),
    }),
    'all',
  ),
  hourFrom: optional(hour('Desde la hora', 'De 0 a 23. Vacío: todo el día.'), 0),
  hourUntil: optional(
    hour('Hasta la hora', 'De 1 a 24; menor que la otra, pasa la medianoche.'),
    24,
  ),
  means: optional(
    choice({
      label: 'Medio de pago',
      missing: 'Revisá la regla.',
      of: { ...ANY, ...MEANS_LABELS },
    }),
    'any',
  ),
  validFrom: day({
    label: 'Vale desde el día',
    hint: 'Desde las 0 horas; mañana o después.',
    missing: WHICH_DAYS,
  }),
  validUntil: optional(day({ label: 'Último día', hint: 'Vacío: sin fin.', missing: '' }), ''),
}
type Values = ActionValues<typeof RULE_FIELDS>

/** Proposes a rule, with what it would have given. */
export const proposeRuleAction = action({
  label: 'Proponer una regla',
  question:
    'Vas a ver cuántos puntos habría dado en los últimos 28 días. Empieza a valer cuando otra persona la confirma; lo que ya se dio no cambia.',
  fields: RULE_FIELDS,
  prepare: simulated,
  run: proposeContent,
})

/** The proposal of a rule. The simulation reads a month of sales in a snapshot of its own. */
export async function simulated({ context, caller, viewer: { now }, values }: Simulating) {
  await assertProgramme(context.db, values.programme)
  const rule = ruleOf(values)
  const validity = validityOf(values, now)
  await take(context, caller, SIMULATIONS)
  const from = new Date(now.getTime() - SIMULATED)
  const proposed = [withValidity(rule, validity.validFrom, validity.validUntil)]
  const simulation = await simulateRules(context.db, proposed, { from, to: now })
  return {
    rule,
    validFrom: validity.validFrom.toISOString(),
    validUntil: validity.validUntil?.toISOString() ?? null,
    simulation,
  }
}
type Simulating = Pick<Acting, 'context' | 'caller' | 'viewer'> & { values: Values }

/** Stores the proposal of a rule. */
export async function proposeContent({
  context,
  viewer: { personId: actorId, now },
  prepared: content,
  newId,
}: Acting<unknown, Proposal<'rule'>['content']>) {
  const id = newId()
  const made = { kind: 'rule' as const, id, subject: id, content }
  await propose(context.db, made, { actorId, now })
  return { outcome: 'Quedó propuesta: la tiene que confirmar otra persona.', madeId: id }
}

/** The decisions on a proposed rule. */
export const ruleDecisions = proposalActions({
  kind: 'rule',
  question: 'Confirmada, vale lo que dice desde su día. Rechazada, no va a valer.',
  async confirmed({ context, viewer: { personId: actorId, now } }, proposal) {
    const { validFrom, ends, onlyEnds } = proposal.content
    assertAhead(new Date(validFrom), now)
    if (!(await storeConfirmedRule(context.db, proposal, { actorId, now })))
      throw refuse('La regla que termina ya tiene un fin anterior: rechazala.', 'action_gone')
    return onlyEnds && ends
      ? { outcome: 'La regla quedó con su último día.', madeId: ends }
      : 'La regla quedó confirmada.'
  },
  rejected: 'La regla quedó rechazada.',
  withdrawn: 'La propuesta quedó retirada.',
  gone: 'Esa regla ya no espera una decisión.',
})

/** @throws the refusal of hours that cannot be */
function ruleOf(values: Values): ProposedRule {
  const { programme, product, weekdays, hourFrom, hourUntil, means, perLitre, perHundred } = values
  const read = safeParse(ProposedRule, {
    programme,
    hourFrom,
    hourUntil,
    perLitre,
    perHundred,
    product: product === 'any' ? '' : product,
    weekdays: DAYS[weekdays]?.days,
    means: means === 'any' ? [] : [means],
  })
  if (read.success) return read.data
  throw invalid(read.error.issues[0]?.message ?? 'Revisá la regla.')
}

function validityOf({ validFrom, validUntil }: Values, now: Date) {
  const from = fromStamp(`${validFrom}000000`)
  const last = fromStamp(`${validUntil}000000`)
  if (!from) throw invalid(WHICH_DAYS)
  assertAhead(from, now)
  const until = last && new Date(last.getTime() + DAY_MS)
  if (until && until <= from)
    throw invalid('El último día es anterior al primero: revisá las fechas.')
  return { validFrom: from, validUntil: until }
}

/** @throws the refusal of a day that has begun, or begins within the hour */
export function assertAhead(validFrom: Date, now: Date): void {
  if (validFrom.getTime() < now.getTime() + MIN_AHEAD)
    throw invalid(
      'Una regla empieza dentro de una hora o después: proponela para un día que venga.',
    )
}

import { safeParse } from 'zod/mini'
import { choicesOf } from '#contract/console/objectKind.ts'
import type { ActionField } from '#contract/console/objectPage.ts'
import { DAY_MS, fromStamp, HOUR_MS, isStamp } from '#contract/dates.ts'
import { ProposedRule } from '#contract/entities/accrualRule.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'
import { decideRule, proposeRule, ruleProposalOf } from '#db/console/rules.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { withValidity } from '#db/loyalty/accrualRules.ts'
import { simulateRules } from '#db/loyalty/simulateRules.ts'
import type { Acting, ConsoleAction } from '#server/console/consoleKind.ts'
import { assertProgramme } from '#server/console/promotionAndRewardFields.ts'
import { decisionActions } from '#server/console/proposalActions.ts'
import { MEANS_LABELS, WEEKDAYS } from '#server/console/ruleText.ts'
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

const field =
  (type: ActionField['type']) =>
  (name: string, label: string, hint = ''): ActionField => ({
    name,
    label,
    type,
    hint,
    options: [],
  })
const [number, day] = [field('number'), field('day')]
const choice = (name: string, label: string, options: ActionField['options']): ActionField => ({
  ...field('choice')(name, label),
  options,
})

const DAYS: Readonly<Record<string, { label: string; days: number[] }>> = {
  all: { label: 'Todos', days: [] },
  working: { label: 'De lunes a viernes', days: [1, 2, 3, 4, 5] },
  weekend: { label: 'Sábado y domingo', days: [6, 7] },
  ...Object.fromEntries(
    WEEKDAYS.map((label, index) => [`${index + 1}`, { label, days: [index + 1] }]),
  ),
}
const ANY = { value: 'any', label: 'Cualquiera' }

/** Proposes a rule, with what it would have given. */
export const proposeRuleAction: ConsoleAction = {
  label: 'Proponer una regla',
  question:
    'Vas a ver cuántos puntos habría dado en los últimos 28 días. Empieza a valer cuando otra persona la confirma; lo que ya se dio no cambia. Para terminar una regla, proponé otra igual con 0 puntos.',
  danger: false,
  fields: [
    choice('programme', 'Programa', []),
    choice('product', 'Producto', [
      ANY,
      ...PRODUCTS.map(({ code: value, text: label }) => ({ value, label })),
    ]),
    number('perLitre', 'Puntos por litro', 'Entero, de 0 a 1000.'),
    number('perHundred', 'Puntos cada $ 100', 'Entero, de 0 a 1000.'),
    choice(
      'weekdays',
      'Días de la semana',
      Object.entries(DAYS).map(([value, { label }]) => ({ value, label })),
    ),
    number('hourFrom', 'Desde la hora', 'De 0 a 23. Vacío: todo el día.'),
    number('hourUntil', 'Hasta la hora', 'De 1 a 24; menor que la otra, pasa la medianoche.'),
    choice('means', 'Medio de pago', [ANY, ...choicesOf(MEANS_LABELS)]),
    day('validFrom', 'Vale desde el día', 'Desde las 0 horas; mañana o después.'),
    day('validUntil', 'Último día', 'Vacío: sin fin.'),
  ],
  // The simulation reads a month of sales in a snapshot of its own.
  async prepare({ context, caller, viewer: { now }, fields }) {
    await assertProgramme(context.db, fields.programme)
    const rule = readRule(fields)
    const validity = readValidity(fields, now)
    await take(context, caller, SIMULATIONS)
    const from = new Date(now.getTime() - SIMULATED)
    const proposed = [withValidity(rule, validity.validFrom, validity.validUntil)]
    const simulation = await simulateRules(context.db, proposed, { from, to: now })
    return { rule, ...validity, simulation }
  },
  async run({ context, viewer: { personId: proposedBy, now: proposedAt }, prepared }) {
    const proposed = prepared as Omit<Parameters<typeof proposeRule>[1], 'id' | 'proposedBy'>
    const id = uuidFrom(context.random(16))
    await proposeRule(context.db, { ...proposed, id, proposedBy, proposedAt })
    return { outcome: 'Quedó propuesta: la tiene que confirmar otra persona.', madeId: id }
  },
}

/** The decisions on a proposed rule. */
export const ruleDecisions = decisionActions(
  {
    confirm: [
      'Desde su día da los puntos que dice. Para terminarla se propone otra.',
      'La regla quedó confirmada.',
    ],
    reject: ['La regla no va a valer.', 'La regla quedó rechazada.'],
    withdraw: ['La propuesta deja de esperar.', 'La propuesta quedó retirada.'],
    gone: 'Esa regla ya no espera una decisión.',
  },
  async ({ context: { db }, viewer: { personId: actorId, now }, id }, to) => {
    const proposal = await ruleProposalOf(db, id)
    if (to === 'confirmed' && proposal) assertAhead(proposal.validFrom, now)
    return await decideRule(db, id, to, { actorId, now })
  },
)

/** @throws the refusal of the first field that is wrong */
function readRule(fields: Acting['fields']): ProposedRule {
  const integer = (name: string, empty: number | null) => {
    const text = (fields[name] ?? '').trim()
    return text === '' && empty !== null ? empty : /^\d{1,6}$/.test(text) ? Number(text) : text
  }
  const chosen = (name: string) => (fields[name] === 'any' ? '' : fields[name])
  const read = safeParse(ProposedRule, {
    programme: fields.programme,
    product: chosen('product'),
    weekdays: DAYS[fields.weekdays || 'all']?.days ?? [0],
    hourFrom: integer('hourFrom', 0),
    hourUntil: integer('hourUntil', 24),
    means: chosen('means') ? [fields.means] : [],
    perLitre: integer('perLitre', null),
    perHundred: integer('perHundred', null),
  })
  if (read.success) return read.data
  throw refuse(read.error.issues[0]?.message ?? 'Revisá la regla.', 'invalid_request')
}

function readValidity({ validFrom = '', validUntil = '' }: Acting['fields'], now: Date) {
  const dayOf = (text: string) => (isStamp(`${text}000000`) ? fromStamp(`${text}000000`) : null)
  const from = dayOf(validFrom)
  const last = dayOf(validUntil)
  if (!from || (validUntil !== '' && !last))
    throw refuse('Elegí desde qué día vale, y si querés el último.', 'invalid_request')
  assertAhead(from, now)
  const until = last && new Date(last.getTime() + DAY_MS)
  if (until && until <= from)
    throw refuse('El último día es anterior al primero: revisá las fechas.', 'invalid_request')
  return { validFrom: from, validUntil: until }
}

function assertAhead(validFrom: Date, now: Date): void {
  if (validFrom.getTime() < now.getTime() + MIN_AHEAD)
    throw refuse(
      'Una regla empieza dentro de una hora o después: proponela para un día que venga.',
      'invalid_request',
    )
}

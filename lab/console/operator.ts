import { Secret, TOTP } from 'otpauth'
import type { KindName } from '#contract/console/objectKinds.ts'
import type { ActionField, ObjectAction } from '#contract/console/objectPage.ts'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { DENIED, OK } from '#contract/responseCodes.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { IMPORT_KINDS } from '#db/imports/importKinds.ts'
import { csvRow } from '#db/imports/staging.ts'
import { type Caller, callAs, type Lab } from '#lab/caller.ts'

/** An action that an operator is offered, of an object or of a list. */
export interface Offer {
  kind: KindName
  /** Empty: of the list. */
  objectId: string
  action: ObjectAction
}

/** What takes an operator of the run its access. */
const ENDS_ACCESS = /Role$|^resetFactor$|^lock$|^bindStations$/
/** Rows of a list among which operators choose: few, so that they meet. */
const ROWS = 3
/** The share of the offers that are of the list. */
const OF_LIST = 0.25
/** What operators decide on once, and what another one decides about: drawn more often. */
const BY_TWO = /^(?:decide|withdraw|propose|make|adjust|void|refund|commit|reject|undo)$/
/** What changes nothing that another operator decides about, and the share of it that is sent. */
const [CHANGES_NOTHING, SENT] = [/^note$|^download/, 0.1]
/** What operators type where the form proposes nothing: words, and amounts in pesos. */
const [WORDS, AMOUNTS] = ['Se habló con la persona.', ['1', '120', '1.250,50', '100000']]
const IS_AMOUNT = /1\.250,50/

/** The code of the second factor that all operators have. */
export const currentCode = (now: Date) =>
  TOTP.generate({ secret: Secret.fromBase32(DEMO_SECOND_FACTOR), timestamp: now.getTime() })

/** Draws an object of a kind, which operators of a round meet at. @returns its id; empty: the list */
export async function drawObject(lab: Lab, by: Caller, kind: KindName): Promise<string> {
  const listed = await callAs(lab, by, objects, { kind, count: ROWS }, 'objects')
  const { rows = [], listActions = [] } = listed ?? {}
  const isOfList = listActions.length > 0 && by.random.bool(OF_LIST)
  return rows.length === 0 || isOfList ? '' : by.random.oneOf(rows).id
}

/** The actions that an operator is offered for an object, or in a list. */
export async function offersOf(
  lab: Lab,
  by: Caller,
  { kind, objectId }: Pick<Offer, 'kind' | 'objectId'>,
): Promise<Offer[]> {
  const actions =
    objectId === ''
      ? (await callAs(lab, by, objects, { kind, count: 1 }, 'listActions'))?.listActions
      : (await callAs(lab, by, object, { kind, objectId }, 'object'))?.page.actions
  return (actions ?? [])
    .filter(
      ({ name }) =>
        !ENDS_ACCESS.test(name) && (!CHANGES_NOTHING.test(name) || by.random.bool(SENT)),
    )
    .map((action) => ({ kind, objectId, action }))
}

/** Draws one of the actions that an operator is offered; undefined: there is none. */
export function drawOffer(offers: readonly Offer[], random: SeededRandom): Offer | undefined {
  const byTwo = offers.filter(({ action }) => BY_TWO.test(action.name))
  const drawn = byTwo.length > 0 && random.bool(0.8) ? byTwo : offers
  return drawn.length > 0 ? random.oneOf(drawn) : undefined
}

/** Fills the form of an action in, and sends it. @returns the id of what it made; empty: nothing */
export async function act(lab: Lab, by: Caller, { action, ...of }: Offer): Promise<string> {
  const typed = action.fields.map((field) => [field.name, typedIn(field, lab, by.random)])
  const fields = Object.fromEntries(typed) as Record<string, string>
  const file = action.fields.some(({ type }) => type === 'file') && fileOf(fields.kind, by.random)
  const asked = { ...of, action: action.name, fields, ...(file && { file }) }
  const done = await callAs(lab, by, actOnObject, asked, action.name)
  lab.history.counts.add(`${of.kind} ${action.name} ${done ? OK : DENIED}`)
  return done?.madeId ?? ''
}

function typedIn(field: ActionField, { clock }: Lab, random: SeededRandom): string {
  const { name, type, options, value, hint } = field
  if (type === 'secondFactor') return currentCode(clock.date())
  if (type === 'choice') return options.length > 0 ? random.oneOf(options).value : ''
  if (value && random.bool(0.8)) return value
  if (type === 'day') {
    const [from, until] = /^to$|Until$|last/i.test(name) ? [20, 40] : [1, 10]
    return toDate(new Date(clock.now() + random.integer(from, until) * DAY_MS))
  }
  // Hours, days, and points, of which many need another operator.
  if (type === 'number')
    return String(name === 'points' && random.bool(0.6) ? 5_000 : random.integer(1, 23))
  if (/Vacío/.test(hint) && random.bool(0.8)) return ''
  return IS_AMOUNT.test(hint) ? random.oneOf(AMOUNTS) : WORDS
}

/** A file with rows of the template of a kind, of which one may be cut. */
function fileOf(kind: string | undefined, random: SeededRandom) {
  const columns = IMPORT_KINDS.find(({ name }) => name === kind)?.columns ?? {}
  const example = random.integer(0, 2)
  const row = Object.values(columns).map(({ examples }) => examples[example] ?? examples[0] ?? '')
  const text = csvRow(Object.keys(columns)) + csvRow(random.bool(0.9) ? row : row.slice(1))
  return { name: 'filas.csv', content: Buffer.from(text).toString('base64') }
}

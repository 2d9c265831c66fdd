import { KIND_NAMES, kindOf } from '#contract/console/objectKinds.ts'
import type { ObjectAction } from '#contract/console/objectPage.ts'
import { toDate } from '#contract/dates.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { IMPORT_KINDS } from '#db/imports/importKinds.ts'
import { csvRow } from '#db/imports/staging.ts'
import { currentCode } from '#lab/console/operator.ts'
import type { Caller } from '#lab/wire/callers.ts'
import { bodyOf, mutated } from '#lab/wire/requestValues.ts'

/** The parts of an answer of `objects` and `object` that the run uses. */
export interface ConsoleAnswer {
  rows?: { id: string }[]
  listActions?: ObjectAction[]
  page?: { actions: ObjectAction[] }
}
const [MAX_SEEN, ROWS] = [400, 5]
/** What takes a caller of the run its access. */
const ENDS_ACCESS = /Role$|^resetFactor$|^revokeTerminal$|^bindStations$|^lock$/

export function learnObjects(
  caller: Caller,
  { kind = '', objectId = '' }: { kind?: string; objectId?: string },
  { rows = [], listActions = [], page }: ConsoleAnswer,
): void {
  const actions = [...listActions, ...(page?.actions ?? [])]
  const forms = actions.filter(({ name }) => !ENDS_ACCESS.test(name))
  const seen: Caller['seen'] = forms.map((action) => ({ kind, objectId, action }))
  for (const { id } of rows.slice(0, ROWS)) seen.push({ kind, objectId: id })
  caller.seen = [...seen, ...caller.seen].slice(0, MAX_SEEN)
}

/** Fields of a call about objects of the console, of those that the caller has seen. */
export function consoleFields(
  name: string,
  { seen }: Caller,
  { random, now }: { random: SeededRandom; now: Date },
): object {
  if (name === 'objects') {
    const kind = random.oneOf(KIND_NAMES)
    const texts = Object.entries(kindOf(kind).filters).filter(([, { type }]) => type === 'text')
    const filters = Object.fromEntries(texts.map(([filter]) => [filter, 'a']))
    return { kind, filters: random.bool(0.5) ? filters : {} }
  }
  const isAction = name === 'actOnObject'
  const known = Map.groupBy(
    seen.filter(({ action }) => Boolean(action) === isAction),
    ({ kind, action }) => `${kind} ${action?.name}`,
  )
  if (known.size === 0) return {}
  const uploads = random.bool(0.2) && known.get('import upload')
  const { action, ...object } = random.oneOf(uploads || random.oneOf([...known.values()]))
  if (!action) return object
  const typed = action.fields.map(({ name: field, type, options, value }) => {
    if (type === 'secondFactor') return [field, currentCode(now)]
    if (type === 'choice' && options.length > 0) return [field, random.oneOf(options).value]
    return [field, value || (type === 'day' ? toDate(now) : type === 'number' ? '1' : 'Sol')]
  })
  const fields = Object.fromEntries(typed) as Record<string, string>
  const file = action.name === 'upload' && { file: importFile(fields.kind, random) }
  return { ...object, action: action.name, fields, ...file }
}

/** A file with the first row of a kind's template, mostly mutated, in JSON or CSV. */
function importFile(kind: string | undefined, random: SeededRandom) {
  const columns = Object.entries(IMPORT_KINDS.find(({ name }) => name === kind)?.columns ?? {})
  const valid = Object.fromEntries(columns.map(([name, { examples }]) => [name, examples[0] ?? '']))
  const row = random.bool(0.3) ? valid : Object(mutated(random, valid))
  const cells = Object.values(row).map((cell) => (typeof cell === 'string' ? cell : bodyOf(cell)))
  const csv = () => csvRow(Object.keys(row)) + csvRow(cells)
  const content = Buffer.from(random.bool(0.5) ? bodyOf(row) : csv()).toString('base64')
  return { name: 'filas', content }
}

import { parseArgs } from 'node:util'
import { SECOND_FACTOR_NOT_SHOWN } from '#contract/responseCodes.ts'
import { pathOf, type Service } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { type SeededRandom, createRandom } from '#db/demo/seededRandom.ts'
import { openCoverage } from '#tools/fuzz/coverage.ts'
import { GATEWAY_ENDPOINTS, ELSEWISE, sendToEndpoint } from '#tools/fuzz/gatewayEndpoints.ts'
import { mutated, rawBytes, malformedFraming } from '#tools/fuzz/generators.ts'
import {
  type RawRequest,
  type RawResponse,
  createRawHttpClient,
} from '#tools/fuzz/rawHttpClient.ts'
import { headerOf, logIn, openPeople, type Person } from '#tools/fuzz/people.ts'
import { learn, sampleOf } from '#tools/fuzz/samples.ts'
import { createFuzzEnvironment } from '#tools/fuzz/environment.ts'

/**
 * `npm run fuzz -- --requests 1000000 --seed 1`: every call and every door of the card gateway, by
 * everybody, with requests that are almost right, wrong in every field, put on the wire as nobody
 * would, or no requests at all. No 5xx, no restart, no leaked detail; and each call does its work
 * now and then, or nothing was shown.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
})
const total = Number(values.requests)
const seed = Number(values.seed)

/** From so many requests on, every call and every person must have come through. */
const ENOUGH = 50_000
const AT_ONCE = 12
/** Statuses that the answer policy knows. */
const ALLOWED = new Set([200, 400, 403, 404, 413, 415, 429])
/** What a browser asks first, on behalf of a page elsewhere. */
const isPreflight = ({ method }: RawRequest, { status }: RawResponse) =>
  method === 'OPTIONS' && status === 204
/** What only the inside says. */
const LEAK =
  /node_modules|\bat \w+ \(|\.ts:\d|drizzle|postgres|syntax error|violates|\bselect \b.*\bfrom\b|argon2|ECONN|TypeError|ZodError/i
const ALL = Object.values(services as Record<string, Service>)
/** What costs a hash, milliseconds by design, or the next one: now and then, the others all the time. */
const SLOW = /password|login|logout|addUser|deleteAccount|enrol/i

const wrongs: string[] = []
const world = await createFuzzEnvironment((what) => wrongs.push(what))
const { post, close } = createRawHttpClient(world.port, AT_ONCE)
const people = openPeople()
const coverage = openCoverage([...ALL, ...GATEWAY_ENDPOINTS].map(({ name }) => name))
/** The number of the request that each person last came through with. */
const lastDone = new Map(people.kept.map(({ name }) => [name, 0]))

async function one(number: number): Promise<void> {
  const luck = createRandom(seed, 'request', number)
  const [payer] = people.kept
  try {
    if (payer && luck.bool(0.03)) await atDoor(number, luck, payer)
    else await call(number, luck)
  } catch (error) {
    wrongs.push(`request ${number}: ${(error as Error).message}`)
  }
}

async function atDoor(number: number, luck: SeededRandom, payer: Person): Promise<void> {
  const door = luck.oneOf(GATEWAY_ENDPOINTS)
  const asked = sendToEndpoint(world, door, payer, luck)
  const heard = await post(asked)
  coverage.saw(door.name, String(heard.status), door.isDone(heard))
  const allowed = asked.method ? ELSEWISE : door.allowed
  if (!allowed.includes(heard.status) || LEAK.test(heard.text))
    blame(number, door.name, `HTTP ${heard.status} ${heard.text}`, asked)
}

async function call(number: number, luck: SeededRandom): Promise<void> {
  const service = drawService(luck)
  const who = people.draw(luck, service)
  if (who.expendable && who.token === '') await enter(who)
  const requestHeader = headerOf(who.token, luck.next())
  const sample = { requestHeader, ...(await sampleOf(world, service, who, luck)) }
  // What is called seldom is called well more often, or a run could end without having seen it done.
  const whole = luck.bool(SLOW.test(service.name) ? 0.4 : 0.15)
  const text = JSON.stringify(whole ? sample : mutated(luck, sample))
  const body = !whole && luck.bool(0.1) ? rawBytes(luck, text) : Buffer.from(text)
  const usual = { path: `/api/${pathOf(service)}`, body, type: whole ? PLAIN : typeOf(luck) }
  const asked = !whole && luck.bool(0.04) ? malformedFraming(luck, usual) : usual
  const heard = await post(asked)

  const told = heard.status === 200 ? (JSON.parse(heard.text) as Told) : null
  const { responseCode = '?', responseDescription = '' } = told?.responseHeader ?? {}
  const code = told ? responseCode : String(heard.status)
  const gate = GATES.get(responseDescription)
  coverage.saw(service.name, gate ?? code, code === '00')
  const say = (what: string) => blame(number, `${service.name} by ${who.name}`, what, asked)
  if (!ALLOWED.has(heard.status) && !isPreflight(asked, heard)) say(`HTTP ${heard.status}`)
  else if (told && !['00', '05', '86', '88'].includes(code)) say(`code ${code}`)
  if (LEAK.test(heard.text)) say(`leaks: ${LEAK.exec(heard.text)?.[0]}`)

  if (code === '00' && told && service.access !== 'open') {
    if (lastDone.has(who.name)) lastDone.set(who.name, number)
    await learn(world, service, who, told, luck)
    await follow(service, who, told, text)
  }
  if (code === '88' && whole && who.name !== '') await enter(who, requestHeader.userSessionToken)
}

const PLAIN = 'text/plain; charset=utf-8'
const typeOf = (luck: SeededRandom) =>
  luck.bool(0.95)
    ? PLAIN
    : luck.oneOf([
        'application/json',
        'text/plain; charset=utf-16',
        'application/xml',
        '',
        'multipart/form-data; boundary=x',
        '*/*',
      ])
type Told = Record<string, unknown> & {
  responseHeader?: { responseCode: string; responseDescription: string }
}
/** The gates before the work, by their sentences. */
const GATES = new Map([
  ['Tu usuario no tiene permiso para hacer esto.', '05 role'],
  [SECOND_FACTOR_NOT_SHOWN, '05 factor'],
])

/** What an answer changes for who got it. */
async function follow(service: Service, who: Person, told: Told, text: string): Promise<void> {
  if (service.name === 'deleteAccount') people.lose(who)
  if (service.name !== 'updatePassword') return
  who.password = (JSON.parse(text) as { password: string }).password
  if (told.userSessionToken) who.token = told.userSessionToken as string
}

const entering = new Map<string, Promise<void>>()
/** Lets somebody in whose session is over; many ask at once, and one login serves them all. */
function enter(who: Person, over = who.token): Promise<void> {
  if (who.token !== over) return Promise.resolve()
  const entry = entering.get(who.name) ?? comeIn(who).finally(() => entering.delete(who.name))
  entering.set(who.name, entry)
  return entry
}
async function comeIn(who: Person): Promise<void> {
  const against = await logIn(world, post, who)
  if (against && who.expendable) people.lose(who)
  else if (against) wrongs.push(`${who.name} cannot log in any more: ${against}`)
}

function drawService(luck: SeededRandom): Service {
  for (;;) {
    const service = luck.oneOf(ALL)
    if (!SLOW.test(service.name) || luck.bool(0.1)) return service
  }
}

const blame = (number: number, who: string, what: string, asked: RawRequest) => {
  const { method = 'POST', type, framing = 'length', body } = asked
  const how = `${method}, type ${type ?? 'unsaid'}, ${framing}`
  wrongs.push(`request ${number} (${who}): ${what}; ${how}, body ${body.toString().slice(0, 300)}`)
}

for (const who of people.kept) await enter(who)
const started = performance.now()
let sent = 0
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (sent < total && wrongs.length < 20) await one(sent++)
  }),
)
const seconds = (performance.now() - started) / 1000
close()
await world.close()

if (sent >= ENOUGH) {
  for (const name of coverage.missed()) wrongs.push(`${name} never did its work`)
  for (const [name, number] of lastDone)
    if (number < sent * 0.9) wrongs.push(`${name} came through for the last time at ${number}`)
}
for (const line of coverage.lines()) process.stdout.write(`${line}\n`)
process.stdout.write(`${sent} requests in ${seconds.toFixed(0)} s, seed ${seed}\n`)
for (const wrong of wrongs) process.stdout.write(`✗ ${wrong}\n`)
process.exit(wrongs.length === 0 ? 0 : 1)

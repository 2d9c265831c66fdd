import { safeParse } from 'zod/mini'
import { atMost, known, type Report, type ReportRow, times } from '#bench/report.ts'
import { median, ratio, rounds } from '#bench/rounds.ts'
import { BODY_LIMIT, type CallContract, RequestEnvelope } from '#contract/call.ts'
import { requestHeader } from '#contract/header.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { hasCardNumber } from '#server/http/cardNumberDetector.ts'
import { parseBody } from '#server/http/jsonBody.ts'

const ROUNDS = 9
/** Processor time of one measurement, in microseconds: short ones are repeated until they fill it. */
const LEAST_US = 20_000

/** About so many characters of a text. */
const filled = (tile: string, length = BODY_LIMIT - 1_000) =>
  tile.repeat(Math.ceil(length / tile.length))
/** A list of this many copies. */
const listed = (count: number, value: unknown) => Array.from({ length: count }, () => value)
const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) })

/** What a body holds, as JSON, in a field that its contract keeps whole. */
const KINDS: Record<string, string> = {
  'plain text': JSON.stringify(filled('Hola, que tal? Una consulta sobre la compra. ')),
  'Spanish text': JSON.stringify(filled('¿Qué tal? Mañana paso por la estación. ')),
  emoji: JSON.stringify(filled('😀⛽')),
  'one run of digits': JSON.stringify(filled('4')),
  'single digits': JSON.stringify(filled('6 ')),
  'digits and points': JSON.stringify(filled('4.')),
  'what is almost a card': JSON.stringify(filled('4111111111111112 ')),
  'cédulas and telephones': JSON.stringify(filled('4.123.456-3\n2712 3459 ')),
  'escaped digits': JSON.stringify(filled('4'))
    .replaceAll('4', String.raw`\u0034`)
    .slice(0, 15_000)
    .replace(/\\[^\\]*$/, '"'),
  'quoted backslashes': JSON.stringify(filled('\\', 7_500)),
  'white space': JSON.stringify(filled(' \n\t', 10_000)),
  'numbers with exponents': `[${filled('4.111111111111112e15,', 15_000)}0]`,
  'many keys': JSON.stringify(
    Object.fromEntries(listed(1_300, 0).map((value, at) => [`key${at}`, value])),
  ),
  'deep nesting': JSON.stringify(listed(80, nested(25))),
}

const header = requestHeader({ now: new Date('2026-11-22T12:00:00Z'), random: 0.5, platform: 'a' })
const toBody = (fields: string) => `{"requestHeader":${JSON.stringify(header)},${fields}}`
/** An anonymous call whose longest field holds as much of it as the contract keeps. */
const openBody = (json: string) => {
  const value: unknown = JSON.parse(json)
  const kept = typeof value === 'string' ? value.slice(0, 2_000) : ''
  return toBody(`"user":"ana@demo.surtidor.uy","link":${JSON.stringify(kept)},"x":${json}`)
}

/** Measures what the search for card numbers adds to the reading of a body. */
export async function bodies(): Promise<Report> {
  const lines: ReportRow[] = []
  for (const [kind, json] of Object.entries(KINDS)) {
    const open = await measured(resetPassword, openBody(json))
    const whole = await measured(processGEOPayResponse, toBody(`"geopayResponse":{"kept":${json}}`))
    lines.push(
      atMost(`${kind}: anonymous, search to reading`, 1, open.toReading),
      known(`${kind}: anonymous, search to \`JSON.parse\``, times(open.toParse)),
      known(
        `${kind}: all kept, search to reading, to \`JSON.parse\``,
        `${times(whole.toReading)}, ${times(whole.toParse)}`,
      ),
      known(`${kind}: all kept, search, reading, \`JSON.parse\``, `${whole.each} µs/kB`),
    )
  }
  return {
    name: 'bodies',
    title: 'Bodies: the search for card numbers beside the reading',
    lines,
    how: [
      `${ROUNDS} rounds in one process; the median of the ratios of each round. Processor time, user and system, per kilobyte of the body.`,
      'Reading: from the bytes of the body to the fields that the contract keeps, by the functions that a call runs.',
      `Anonymous: an open call, \`resetPassword\`, with about ${BODY_LIMIT / 1024} KiB, of which the contract keeps 2,000 characters in \`link\`. Of an anonymous body for a signed-in call nothing is searched (server/http/cardNumberRefusal.test.ts).`,
      'All kept: `processGEOPayResponse`, the one call whose contract keeps everything; it needs a session.',
    ],
  }
}

async function measured(contract: CallContract, body: string) {
  const bytes = Buffer.from(body)
  const kept = readBody(contract, bytes)
  const time = (work: () => unknown) => async () => microseconds(work) / (bytes.length / 1000)
  const { parse, reading, search } = await rounds(ROUNDS, {
    parse: time(() => JSON.parse(body)),
    reading: time(() => readBody(contract, bytes)),
    search: time(() => hasCardNumber(kept)),
  })
  const to = (other: readonly number[]) => ratio(search, other, (one) => one)
  const each = [search, reading, parse].map((one) => median(one).toFixed(2)).join(', ')
  return { toReading: to(reading), toParse: to(parse), each }
}

/** The fields of a body that the contract keeps. */
function readBody(contract: CallContract, bytes: Buffer): unknown {
  const { json } = parseBody(bytes.toString())
  safeParse(RequestEnvelope, json)
  const read = safeParse(contract.request, json)
  if (!read.success) throw read.error
  return read.data
}

/** Processor time of one run of the work. */
function microseconds(work: () => unknown): number {
  for (let times = 8; ; times *= 2) {
    const before = process.cpuUsage()
    for (let i = 0; i < times; i++) work()
    const { user, system } = process.cpuUsage(before)
    if (user + system >= LEAST_US) return (user + system) / times
  }
}

import { connect, type Socket } from 'node:net'

/** One stretch of load. */
export interface Job {
  port: number
  /** Bodies to post, taken in turn. */
  bodies: string[]
  path: string
  connections: number
  seconds: number
  /** Calls a second, evenly spaced; null: each connection asks again as soon as it is answered. */
  rate: number | null
}
/** What the callers saw. Milliseconds from wanting to ask to the last byte of the answer. */
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  /** Answers that were not HTTP 200 with code 00. */
  wrong: number
  /** Milliseconds in which this process itself did not get to run. */
  asleep: number
}

/** A millisecond's timer that comes this late was not let run: what it measured then is the machine's. */
const ASLEEP = 5

interface Line {
  socket: Socket
  /** When the call under way was wanted; 0: the line is free. */
  since: number
  parts: Buffer[]
  held: number
  /** Bytes of the answer under way, headers included; 0 until they are known. */
  whole: number
}

/**
 * A process of its own that speaks just enough HTTP: on a machine of two cores a full client
 * would cost as much as the server it measures.
 */
async function run({ port, bodies, path, connections, seconds, rate }: Job): Promise<LoadResult> {
  const questions = bodies.map((body) => question(path, body))
  const latencies: number[] = []
  const waiting: number[] = []
  let turn = 0
  let wrong = 0
  let answered = 0
  let over = false
  let asleep = 0
  let awake = 0

  const ask = (line: Line, since: number) => {
    line.since = since
    line.socket.write(questions[turn++ % questions.length] as Buffer)
  }
  const hear = (line: Line, chunk: Buffer) => {
    line.parts.push(chunk)
    line.held += chunk.length
    if (line.whole === 0) line.whole = lengthOf(line)
    if (line.whole === 0 || line.held < line.whole) return
    const now = performance.now()
    if (!over) answered++
    if (!over && line.since >= awake) latencies.push(now - line.since)
    const [head] = line.parts as [Buffer]
    if (!head.includes('HTTP/1.1 200') || !head.includes('"responseCode":"00"')) wrong++
    Object.assign(line, { since: 0, parts: [], held: 0, whole: 0 })
    if (over) return
    if (rate === null) ask(line, now)
    else if (waiting.length > 0) ask(line, waiting.shift() as number)
  }

  const lines = await Promise.all(
    Array.from({ length: connections }, () => open(port, (line, chunk) => hear(line, chunk))),
  )
  const began = performance.now()
  let asked = 0
  let last = began
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - last
    last = now
    if (late > ASLEEP) {
      asleep += late
      awake = now
      // What it slept through is not asked all at once now.
      asked = Math.max(asked, Math.floor(((now - began) / 1000) * (rate ?? 0)))
    }
    if (rate === null) return
    for (const due = ((now - began) / 1000) * rate; asked < due; asked++) {
      const free = lines.find(({ since }) => since === 0)
      // With every line busy the call waits, and its waiting counts.
      if (free) ask(free, now)
      else waiting.push(now)
    }
  }, 1)
  if (rate === null) for (const line of lines) ask(line, began)
  await new Promise((done) => setTimeout(done, seconds * 1000))
  over = true
  clearInterval(timer)
  const lasted = (performance.now() - began) / 1000
  // What is under way ends before the next contestant begins.
  for (let waited = 0; waited < 5000 && lines.some(({ since }) => since > 0); waited += 10)
    await new Promise((done) => setTimeout(done, 10))
  for (const { socket } of lines) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { perSecond: answered / lasted, p50: at(0.5), p99: at(0.99), wrong, asleep }
}

function open(port: number, hear: (line: Line, chunk: Buffer) => void): Promise<Line> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const line: Line = { socket, since: 0, parts: [], held: 0, whole: 0 }
  socket.on('data', (chunk) => hear(line, chunk))
  return new Promise((done, failed) => {
    socket.once('connect', () => done(line))
    socket.on('error', failed)
  })
}

function question(path: string, body: string): Buffer {
  const bytes = Buffer.byteLength(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${bytes}\r\n\r\n${body}`,
  )
}

/** The length of an answer whose headers have arrived; 0 while they have not. */
function lengthOf({ parts }: Line): number {
  const seen = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  const end = seen.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const head = seen.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without its length: ${head}`)
  return end + 4 + Number(length)
}

process.on('message', (job: Job) => {
  run(job).then(
    (seen) => process.send?.(seen),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    },
  )
})

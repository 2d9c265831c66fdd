import { connect, type Socket } from 'node:net'

/** One run of load. */
export interface Job {
  port: number
  /** Request bodies, posted in turn. */
  bodies: string[]
  path: string
  connections: number
  seconds: number
  /** Requests per second, evenly spaced; null: each connection sends its next request after each answer. */
  rate: number | null
}

/** Latencies in milliseconds, from the time at which a request was due to the last byte of its answer. */
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  /** Answers other than HTTP 200 with code 00. */
  wrong: number
  /** Milliseconds in which the operating system did not run this process. */
  stalled: number
}

/** A timer of 1 ms that fires this many ms late was stalled; latencies measured then are the machine's. */
const STALL_MS = 5

interface Connection {
  socket: Socket
  /** When the request under way was due; 0: none is under way. */
  dueAt: number
  parts: Buffer[]
  /** Bytes received of the answer. */
  received: number
  /** Bytes of the whole answer with its headers; 0 while unknown. */
  expected: number
}

/**
 * Runs in a process of its own with the least HTTP that serves: on a machine of two cores a complete
 * client would cost as much as the measured server.
 */
async function run({ port, bodies, path, connections, seconds, rate }: Job): Promise<LoadResult> {
  const requests = bodies.map((body) => requestOf(path, body))
  const latencies: number[] = []
  const waiting: number[] = []
  let turn = 0
  let wrong = 0
  let answered = 0
  let over = false
  let stalled = 0
  let lastStall = 0

  const send = (connection: Connection, dueAt: number) => {
    connection.dueAt = dueAt
    connection.socket.write(requests[turn++ % requests.length] as Buffer)
  }
  const receive = (connection: Connection, chunk: Buffer) => {
    connection.parts.push(chunk)
    connection.received += chunk.length
    if (connection.expected === 0) connection.expected = lengthOf(connection)
    if (connection.expected === 0 || connection.received < connection.expected) return
    const now = performance.now()
    if (!over) answered++
    if (!over && connection.dueAt >= lastStall) latencies.push(now - connection.dueAt)
    const [head] = connection.parts as [Buffer]
    if (!head.includes('HTTP/1.1 200') || !head.includes('"responseCode":"00"')) wrong++
    Object.assign(connection, { dueAt: 0, parts: [], received: 0, expected: 0 })
    if (over) return
    if (rate === null) send(connection, now)
    else if (waiting.length > 0) send(connection, waiting.shift() as number)
  }

  const open = await Promise.all(
    Array.from({ length: connections }, () => connectTo(port, receive)),
  )
  const began = performance.now()
  let sent = 0
  let last = began
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - last
    last = now
    if (late > STALL_MS) {
      stalled += late
      lastStall = now
      // Requests that were due during the stall are not sent in one burst after it.
      sent = Math.max(sent, Math.floor(((now - began) / 1000) * (rate ?? 0)))
    }
    if (rate === null) return
    for (const due = ((now - began) / 1000) * rate; sent < due; sent++) {
      const free = open.find(({ dueAt }) => dueAt === 0)
      // While every connection is busy the request waits, and the wait counts as latency.
      if (free) send(free, now)
      else waiting.push(now)
    }
  }, 1)
  if (rate === null) for (const connection of open) send(connection, began)
  await new Promise((done) => setTimeout(done, seconds * 1000))
  over = true
  clearInterval(timer)
  const lasted = (performance.now() - began) / 1000
  // The requests under way end before the next job begins.
  for (let waited = 0; waited < 5000 && open.some(({ dueAt }) => dueAt > 0); waited += 10)
    await new Promise((done) => setTimeout(done, 10))
  for (const { socket } of open) socket.destroy()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { perSecond: answered / lasted, p50: at(0.5), p99: at(0.99), wrong, stalled }
}

function connectTo(
  port: number,
  receive: (connection: Connection, chunk: Buffer) => void,
): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const connection: Connection = { socket, dueAt: 0, parts: [], received: 0, expected: 0 }
  socket.on('data', (chunk) => receive(connection, chunk))
  return new Promise((done, failed) => {
    socket.once('connect', () => done(connection))
    socket.on('error', failed)
  })
}

function requestOf(path: string, body: string): Buffer {
  const bytes = Buffer.byteLength(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: ${bytes}\r\n\r\n${body}`,
  )
}

/** The length in bytes of an answer with its headers; 0 until all its headers have arrived. */
function lengthOf({ parts }: Connection): number {
  const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return 0
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without its length: ${head}`)
  return end + 4 + Number(length)
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: Error) => {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    },
  )
})

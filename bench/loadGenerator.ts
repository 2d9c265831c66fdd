import { Pool } from 'undici'
import { runAtFixedRate } from '#lab/processes/fixedRate.ts'

/** More than a server at half load leaves waiting. */
const MAX_UNDER_WAY = 5_000

interface Load {
  port: number
  path: string
  bodies: readonly string[]
  connections: number
  seconds: number
  /** Requests per second, evenly spaced; without it each connection sends its next request after each answer. */
  rate?: number | undefined
}

/** Latencies in milliseconds, from the time at which a request was due to the end of its answer. */
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
}

/**
 * Loads a server with calls.
 * @throws Error at an answer other than HTTP 200 with code 00
 */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const { port, path, bodies, connections, seconds, rate } = load
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections })
  const headers = { 'content-type': 'text/plain; charset=utf-8' }
  const latencies: number[] = []
  let sent = 0
  const send = async (dueAt: number) => {
    const body = bodies[sent++ % bodies.length] ?? ''
    const answer = await pool.request({ method: 'POST', path, headers, body })
    const text = await answer.body.text()
    latencies.push(performance.now() - dueAt)
    if (answer.statusCode !== 200 || !text.includes('"responseCode":"00"')) throw new Error(text)
  }
  const began = performance.now()
  const end = began + seconds * 1000
  const sendInTurn = async () => {
    while (performance.now() < end) await send(performance.now())
  }
  if (rate === undefined) await Promise.all(Array.from({ length: connections }, sendInTurn))
  else {
    // The wait for a free connection counts as latency.
    const arrive = (_: number, dueAt: number) => send(dueAt)
    await runAtFixedRate({ rate, seconds, maxUnderWay: MAX_UNDER_WAY, arrive })
  }
  const perSecond = latencies.length / ((performance.now() - began) / 1000)
  await pool.close()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { perSecond, p50: at(0.5), p99: at(0.99) }
}

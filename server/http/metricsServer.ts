import { createServer, type Server } from 'node:http'
import { answerClientError } from '#server/http/rawErrors.ts'
import type { Metrics } from '#server/metrics.ts'

/** The metrics are read by programs: a browser may neither run, frame nor guess anything of them. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Serves the metrics at `/metrics`, on loopback only; port 0 chooses a free one. */
export async function serveMetrics({ registry }: Metrics, port: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404, HEADERS).end()
      return
    }
    const text = await registry.metrics()
    response.writeHead(200, { ...HEADERS, 'content-type': registry.contentType }).end(text)
  })
  server.on('clientError', answerClientError(HEADERS))
  await new Promise<void>((done, failed) =>
    server.once('error', failed).listen(port, '127.0.0.1', done),
  )
  return server
}

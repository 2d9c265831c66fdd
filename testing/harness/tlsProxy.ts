import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '#testing/harness/selfSignedCertificate.ts'

/**
 * Starts a proxy on loopback that ends TLS, as an operator puts one in front of the server. It passes
 * each request on over plain http, with the client's address and the scheme in headers.
 */
export async function startTlsProxy(certificate: Certificate) {
  const server = createServer(certificate, (incoming, answer) => {
    const { method, url, socket } = incoming
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': socket.remoteAddress,
      'x-forwarded-proto': 'https',
    }
    const target = { host: '127.0.0.1', port: proxy.target, method, path: url, headers }
    const outgoing = request(target, (response) =>
      response.pipe(answer.writeHead(response.statusCode ?? 502, response.headers)),
    )
    outgoing.on('error', () => answer.writeHead(502).end())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const proxy = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    /** The port of loopback that requests are passed on to. */
    target: 0,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return proxy
}

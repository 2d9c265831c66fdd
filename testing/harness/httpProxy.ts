import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '#testing/programs/selfSignedCertificate.ts'

/** Starts a server on loopback, with TLS if it has a certificate. */
export async function listen(
  handle: RequestListener,
  { port = 0, certificate }: { port?: number; certificate?: Certificate } = {},
) {
  const server = certificate ? createTlsServer(certificate, handle) : createServer(handle)
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    /** Its address when it has no certificate. */
    url: `http://127.0.0.1:${own}`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Passes a request on to an address. @throws when there is no answer */
export async function forward(
  incoming: IncomingMessage,
  url: string,
  headers: IncomingMessage['headers'],
): Promise<IncomingMessage> {
  const outgoing = request(url, { method: incoming.method, headers })
  // An error after the answer has begun.
  outgoing.on('error', () => {})
  incoming.pipe(outgoing)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return answer
}

import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

type Headers = Record<string, string>

const bodyOf = (status: number) => JSON.stringify({ statusCode: status })
/** The headers of an answer that Fastify does not write. */
const headersOf = (security: Headers, status: number): Headers => ({
  ...security,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'content-length': String(bodyOf(status).length),
  connection: 'close',
})

/** HTTP statuses of the errors of Node's parser that are not 400. */
const STATUS_OF_CODE: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/**
 * Answers what is no HTTP request, is too long in its header, or did not arrive in time: there is no
 * request then, and the answer is written to the socket.
 */
export const answerClientError =
  (security: Headers) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const status = STATUS_OF_CODE[error.code ?? ''] ?? 400
      const lines = Object.entries(headersOf(security, status)).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      )
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${bodyOf(status)}`,
      )
    }
    socket.destroy()
  }

/** Answers an `Expect` header other than `100-continue`, which Node refuses by itself. */
export function refuseExpectations(server: Server, security: Headers): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, headersOf(security, 417)).end(bodyOf(417))
  })
}

import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Sends exactly this path and these headers, which `fetch` would normalise, replace or refuse. Only a body
 * that no header frames gets its length. A POST, unless `method` says otherwise.
 */
export async function sendRaw(
  url: string,
  more: { method?: string; path?: string; headers?: IncomingHttpHeaders; body?: string } = {},
) {
  const { body = '', ...options } = more
  const headers = { ...more.headers }
  if (body !== '' && !headers['transfer-encoding'])
    headers['content-length'] ??= String(Buffer.byteLength(body))
  const sent = request(url, { method: 'POST', ...options, headers })
  for (const name of ['content-length', 'transfer-encoding'])
    if (!headers[name]) sent.removeHeader(name)
  // After the answer has begun.
  sent.on('error', () => {})
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await answer.toArray())
  const { statusCode: status = 0, headers: received } = answer
  return { status, headers: received, bytes, body: bytes.toString() }
}

/** Sends these bytes over a connection of its own, and reads until the server closes it. */
export async function sendBytes(url: string, bytes: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', ...body] = answer.split('\r\n\r\n')
  const [status = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field) => {
    const [name = '', ...value] = field.split(': ')
    return [name.toLowerCase(), value.join(': ')]
  })
  return {
    status: Number(status.split(' ')[1]),
    headers: Object.fromEntries(headers) as IncomingHttpHeaders,
    body: body.join('\r\n\r\n'),
  }
}

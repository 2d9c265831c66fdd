import { createHash } from 'node:crypto'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** A connected client of a `webSocketServer`. */
export interface WebSocketClient {
  send(message: object): void
}

/** The constant of RFC 6455, section 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 1
const CLOSE = 8
const PING = 9
const PONG = 10

/**
 * Speaks as much of RFC 6455 as a test needs: JSON in whole text frames of up to 64 KiB, ping and close.
 * @param onMessage takes each message of a client
 */
export function webSocketServer(
  http: Server,
  onMessage: (client: WebSocketClient, message: Record<string, unknown>) => void,
): void {
  http.on('upgrade', ({ headers }, socket: Duplex) => {
    const key = headers['sec-websocket-key'] ?? ''
    const protocol = headers['sec-websocket-protocol']
    const lines = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${createHash('sha1')
        .update(key + GUID)
        .digest('base64')}`,
      ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const client = {
      send: (message: object) => send(socket, TEXT, Buffer.from(JSON.stringify(message))),
    }
    let pending = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk])
      for (let frame = readFrame(pending); frame; frame = readFrame(pending)) {
        pending = pending.subarray(frame.length)
        if (frame.opcode === CLOSE) socket.end()
        else if (frame.opcode === PING) send(socket, PONG, frame.payload)
        else if (frame.opcode === TEXT)
          onMessage(client, JSON.parse(frame.payload.toString()) as Record<string, unknown>)
      }
    })
  })
}

function send(socket: Duplex, opcode: number, payload: Buffer): void {
  const size = Buffer.alloc(payload.length < 126 ? 1 : 3)
  if (payload.length < 126) size.writeUInt8(payload.length)
  else {
    size.writeUInt8(126)
    size.writeUInt16BE(payload.length, 1)
  }
  socket.write(Buffer.concat([Buffer.of(0x80 | opcode), size, payload]))
}

/** The first whole frame of a client, which is masked; undefined while it is not complete. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 0x7f
  const start = short === 126 ? 4 : 2
  if (bytes.length < start + 4) return undefined
  const size = short === 126 ? bytes.readUInt16BE(2) : short
  const length = start + 4 + size
  if (bytes.length < length) return undefined
  const mask = bytes.subarray(start, start + 4)
  const payload = Buffer.from(bytes.subarray(start + 4, length))
  for (const [at, byte] of payload.entries()) payload[at] = byte ^ (mask[at % 4] ?? 0)
  return { opcode: bytes.readUInt8(0) & 0x0f, payload, length }
}

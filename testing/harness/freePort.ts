import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below the ports that Linux (32768) and macOS (49152) give to outgoing connections: such a connection could take the
 * port of a server that a test has ended and starts again.
 */
const [FIRST_PORT, END_PORT] = [20_000, 32_768]

/**
 * Binds the UDP port with the number, which no program of ours uses, until this process ends: another process that
 * looks for a free port leaves this one, also before a program listens at it.
 * @returns whether no other process has reserved it
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4')
  const bound = once(socket, 'listening')
  socket.bind({ port, address: '127.0.0.1', exclusive: true })
  try {
    await bound
    socket.unref()
    return true
  } catch {
    socket.close()
    return false
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    await once(server.close(), 'close')
    return true
  } catch {
    return false
  }
}

/** Different ports of loopback that are free now, and that neither another process of ours nor an outgoing connection takes. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if ((await reserve(port)) && (await isFree(port))) found.push(port)
  }
  return found
}

/** A port of loopback, as {@link freePorts} finds it. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePorts } from '#testing/harness/freePort.ts'

/** So many that two random choices of them have ports in common. */
const PORTS = 400

describe('freePorts', () => {
  test('gives different ports below those of outgoing connections', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const ports = await freePorts(50)
    expect(new Set(ports).size).toBe(50)
    // The port that the system gives a connection.
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(client, 'connect')
    expect(Math.max(...ports)).toBeLessThan(client.localPort ?? 0)
    client.destroy()
    server.close()
  })

  test('gives two processes different ports before any program listens', async () => {
    const module = join(import.meta.dirname, 'freePort.ts')
    const script = `const { freePorts } = await import(${JSON.stringify(module)})
      process.stdout.write(JSON.stringify(await freePorts(${PORTS})))
      process.stdin.resume()`
    const children = [1, 2].map(() =>
      spawn(process.execPath, ['--input-type=module', '-e', script]),
    )
    const exits = children.map((child) => once(child, 'exit'))
    const given = await Promise.all(
      children.map(async ({ stdout }) => {
        let text = ''
        for await (const chunk of stdout) {
          text += String(chunk)
          if (text.endsWith(']')) break
        }
        return JSON.parse(text) as number[]
      }),
    )
    for (const child of children) child.stdin.end()
    await Promise.all(exits)
    expect(new Set(given.flat()).size).toBe(2 * PORTS)
  })
})

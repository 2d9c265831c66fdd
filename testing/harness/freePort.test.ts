import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { freePorts } from '#testing/harness/freePort.ts'

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
})

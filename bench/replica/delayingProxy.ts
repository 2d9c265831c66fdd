import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A network between two machines: passes everything on to a unix socket, each way after a delay. */
const [, , path = '', delayMs = ''] = process.argv

const pass = (from: Socket, to: Socket) =>
  from
    .on('data', (bytes) => void sleep(Number(delayMs)).then(() => to.write(bytes)))
    .on('error', () => {})
    .on('close', () => to.destroy())

const server = createServer({ noDelay: true }, (client) => {
  const target = connect({ path })
  pass(client, target)
  pass(target, client)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.((server.address() as AddressInfo).port)
process.on('disconnect', () => process.exit(0))

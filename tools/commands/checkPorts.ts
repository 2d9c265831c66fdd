import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** A setting's port, where it will be listened on; loopback if nothing is said. */
interface Door {
  setting: string
  port: number
  host?: string
}

/**
 * All are held at once: two settings may name the same port.
 * @throws with one line that names the setting
 */
export async function assertPortsFree(doors: Door[]): Promise<void> {
  const held: Server[] = []
  try {
    for (const { setting, port, host = '127.0.0.1' } of doors) {
      const server = createServer().listen(port, host)
      await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
        if (code === 'EADDRINUSE')
          throw new Error(`el puerto ${port} ya está en uso; elegí otro con ${setting}.`)
        if (code === 'EACCES')
          throw new Error(`no hay permiso para usar el puerto ${port}; elegí otro con ${setting}.`)
        throw new Error(`${host} no es una dirección de esta máquina: revisá ${HOSTS[setting]}.`)
      })
      held.push(server)
    }
  } finally {
    for (const server of held) server.close()
  }
}
const HOSTS: Record<string, string> = { PORT: 'HOST', SANDBOX_PORT: 'SANDBOX_HOST' }

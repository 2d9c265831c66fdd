import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Listens on all the ports at once, so that two settings with the same port are found too.
 * @param ports by environment variable; without a host on loopback
 * @throws with one line that names the setting
 */
export async function assertPortsFree(
  ports: { setting: string; port: number; host?: string }[],
): Promise<void> {
  const servers: Server[] = []
  try {
    for (const { setting, port, host = '127.0.0.1' } of ports) {
      const server = createServer().listen(port, host)
      await once(server, 'listening').catch(({ code }: NodeJS.ErrnoException) => {
        if (code === 'EADDRINUSE')
          throw new Error(`el puerto ${port} ya está en uso; elegí otro con ${setting}.`)
        if (code === 'EACCES')
          throw new Error(`no hay permiso para usar el puerto ${port}; elegí otro con ${setting}.`)
        throw new Error(
          `${host} no es una dirección de esta máquina: revisá ${setting.replace('PORT', 'HOST')}.`,
        )
      })
      servers.push(server)
    }
  } finally {
    for (const server of servers) server.close()
  }
}

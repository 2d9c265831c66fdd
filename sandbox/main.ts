import { systemClock } from '#sandbox/clock.ts'
import { readConfig } from '#sandbox/config.ts'
import { FatalError } from '#sandbox/fatalError.ts'
import { startSandbox } from '#sandbox/startSandbox.ts'

/** The sandbox as a program: `node sandbox/main.ts`. */
async function main(): Promise<void> {
  const config = readConfig()
  const opening = startSandbox(config, systemClock, fail, (line) => console.error(line))
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= opening.then((gateway) => gateway.close()).then(() => process.exit(0), fail)
  }
  process.on('SIGTERM', close)
  process.on('SIGINT', close)
  // The parent process has ended.
  process.on('disconnect', close)

  const gateway = await opening
  const url = config.port === 0 ? gateway.url : config.publicUrl
  console.log(`Pasarela de pruebas GEOPay en ${url}`)
  process.send?.({ ready: true, url })
}

function fail(error: unknown): never {
  console.error(messageOf(error))
  process.exit(1)
}

function messageOf(error: unknown): string {
  if (error instanceof FatalError) return error.message
  const { code, port } = error as { code?: unknown; port?: unknown }
  if (code === 'EADDRINUSE')
    return `El puerto ${String(port)} ya está ocupado. Elegí otro para la pasarela con SANDBOX_PORT.`
  if (code === 'EACCES')
    return `No hay permiso para usar el puerto ${String(port)}. Elegí otro con SANDBOX_PORT.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return 'SANDBOX_HOST no es una dirección de esta máquina.'
  return `La pasarela no pudo empezar: ${error instanceof Error ? error.message : String(error)}`
}

main().catch(fail)

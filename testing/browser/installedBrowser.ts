import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A browser that the tests start. */
interface WantedBrowser {
  /** As shown to the person who runs the command. */
  name: string
  /** The environment variable with the path of an installed one. */
  setting: string
  usualPaths: readonly string[]
  /** Debian's packages, whose first usual path exists after their installation. */
  packages: readonly string[]
}

/**
 * The path of a browser: that of its setting, a usual one, or Debian's package, which is installed
 * when none exists. Exits the process when that fails too.
 */
export function installedBrowser({ name, setting, usualPaths, packages }: WantedBrowser): string {
  const find = () =>
    [process.env[setting] ?? '', ...usualPaths].find((path) => path !== '' && existsSync(path))
  const found = find()
  if (found) return found
  process.stderr.write(`surtidor: instalo ${name} de Debian para las pruebas…\n`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  const installed = find()
  if (installed) return installed
  process.stderr.write(`surtidor: no hay ${name} y no pude instalarlo; indicá uno en ${setting}.\n`)
  return process.exit(1)
}

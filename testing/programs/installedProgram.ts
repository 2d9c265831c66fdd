import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

interface WantedProgram {
  name: string
  /** The environment variable with the path of an installed one; none: only a usual path serves. */
  setting?: string
  usualPaths: readonly string[]
  /** Of Debian. */
  packages: readonly string[]
}

/**
 * The path of a program: that of its setting, a usual one, or Debian's package, which is installed
 * when none exists. Exits the process when that fails too.
 */
export function installedProgram({ name, setting, usualPaths, packages }: WantedProgram): string {
  const find = () =>
    [(setting && process.env[setting]) ?? '', ...usualPaths].find(
      (path) => path !== '' && existsSync(path),
    )
  const found = find()
  if (found) return found
  process.stderr.write(`surtidor: instalo ${name} de Debian…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], env }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  const installed = find()
  if (installed) return installed
  const advice = setting ? `; indicá uno en ${setting}` : ''
  process.stderr.write(`surtidor: no hay ${name} y no pude instalarlo${advice}.\n`)
  return process.exit(1)
}

export const nginx = (): string =>
  installedProgram({
    name: 'nginx',
    setting: 'NGINX',
    usualPaths: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'],
    packages: ['nginx-light'],
  })

export const python = (): string =>
  installedProgram({
    name: 'Python',
    setting: 'PYTHON',
    usualPaths: ['/usr/bin/python3', '/usr/local/bin/python3'],
    packages: ['python3'],
  })

export const openssl = (): string =>
  installedProgram({
    name: 'OpenSSL',
    setting: 'OPENSSL',
    usualPaths: ['/usr/bin/openssl', '/usr/local/bin/openssl'],
    packages: ['openssl'],
  })

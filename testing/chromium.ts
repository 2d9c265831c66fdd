import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The path of a Chromium: `CHROMIUM`, one of the usual paths, or Debian's package, which is
 * installed when none exists. Exits the process when that fails too.
 */
export function chromium(): string {
  const found = [process.env.CHROMIUM ?? '', ...USUAL_PATHS].find(
    (path) => path !== '' && existsSync(path),
  )
  if (found) return found
  process.stderr.write('surtidor: instalo Chromium de Debian para las pruebas…\n')
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
    options,
  )
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  process.stderr.write('surtidor: no hay Chromium y no pude instalarlo; indicá uno en CHROMIUM.\n')
  return process.exit(1)
}

/** Flags for a headless Chromium that makes no request of its own; `--no-sandbox` lets root run it. */
export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A Chromium's path: `CHROMIUM`, one of the usual places, or Debian's package, installed when none is there. */
export function chromium(): string {
  const found = [process.env.CHROMIUM ?? '', ...PLACES].find(
    (path) => path !== '' && existsSync(path),
  )
  if (found) return found
  process.stderr.write('surtidor: instalo Chromium de Debian para las pruebas…\n')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'],
    quiet,
  )
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  process.stderr.write('surtidor: no hay Chromium y no pude instalarlo; indicá uno en CHROMIUM.\n')
  return process.exit(1)
}

/** Flags for a headless Chromium that keeps to this machine, as root too. */
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

import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

interface WantedBrowser {
  name: string
  /** The environment variable with the path of an installed one. */
  setting: string
  usualPaths: readonly string[]
  /** Of Debian. */
  packages: readonly string[]
}

/**
 * The path of a browser: that of its setting, a usual one, or Debian's package, which is installed
 * when none exists. Exits the process when that fails too.
 */
function installedBrowser({ name, setting, usualPaths, packages }: WantedBrowser): string {
  const find = () =>
    [process.env[setting] ?? '', ...usualPaths].find((path) => path !== '' && existsSync(path))
  const found = find()
  if (found) return found
  process.stderr.write(`surtidor: instalo ${name} de Debian para las pruebas…\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], env }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  const installed = find()
  if (installed) return installed
  process.stderr.write(`surtidor: no hay ${name} y no pude instalarlo; indicá uno en ${setting}.\n`)
  return process.exit(1)
}

export const chromium = (): string =>
  installedBrowser({
    name: 'Chromium',
    setting: 'CHROMIUM',
    usualPaths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    packages: ['chromium', 'fonts-dejavu-core'],
  })

export const firefox = (): string =>
  installedBrowser({
    name: 'Firefox',
    setting: 'FIREFOX',
    usualPaths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
    packages: ['firefox-esr'],
  })

/**
 * Features of the browser that the tests do without. Playwright's own list, which this one replaces,
 * and the pages that every window loads for its address bar: they take half of the time of a new window.
 */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

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
  `--disable-features=${DISABLED_FEATURES.join()}`,
]

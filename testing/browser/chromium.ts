import { installedBrowser } from '#testing/browser/installedBrowser.ts'

/** The path of a Chromium: `CHROMIUM`, one of the usual paths, or Debian's package. */
export const chromium = (): string =>
  installedBrowser({
    name: 'Chromium',
    setting: 'CHROMIUM',
    usualPaths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    packages: ['chromium', 'fonts-dejavu-core'],
  })

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

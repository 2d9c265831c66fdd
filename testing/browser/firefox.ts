import { installedBrowser } from '#testing/browser/installedBrowser.ts'

/** The path of a Firefox: `FIREFOX`, one of the usual paths, or Debian's package. */
export const firefox = (): string =>
  installedBrowser({
    name: 'Firefox',
    setting: 'FIREFOX',
    usualPaths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
    packages: ['firefox-esr'],
  })

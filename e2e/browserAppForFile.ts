import { afterAll, beforeAll } from 'vitest'
import { type BrowserApp, launchBrowserApp } from '#testing/browser/browserApp.ts'

/** The built app in a browser that runs during the tests of a file. */
export function browserAppForFile(): Omit<BrowserApp, 'close'> {
  let app: BrowserApp
  beforeAll(async () => {
    app = await launchBrowserApp()
  })
  afterAll(() => app?.close())
  return {
    newPage: (options) => app.newPage(options),
    open: (route, setStubs, options) => app.open(route, setStubs, options),
  }
}

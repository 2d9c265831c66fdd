import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { createFakePhone } from '#testing/browser/fakePhone.ts'
import { installNativeBridge } from '#testing/browser/nativeBridge.ts'

const SHELL = 'https://localhost'

/** The app of the phone's build in a page that believes to be Android's shell. */
export type PhoneShell = Awaited<ReturnType<typeof startPhoneShell>>

/**
 * Serves the phone's web app at the shell's origin, with a bridge to a fake phone in the test.
 * @param folder the built web app
 */
export async function startPhoneShell(
  { context, page }: { context: BrowserContext; page: Page },
  folder: string,
) {
  const phone = createFakePhone('android')
  await context.route(`${SHELL}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname === '/' ? '/index.html' : pathname
    const path = join(folder, file)
    await route.fulfill(existsSync(path) ? { path } : { status: 404 })
  })
  await context.exposeFunction('nativeCall', phone.call)
  await context.addInitScript(installNativeBridge, 'android' as const)
  await page.goto(`${SHELL}/`)
  return {
    ...phone,
    page,
    fire: (plugin: string, event: string, data = {}) =>
      page.evaluate(
        (given) =>
          (globalThis as unknown as { fireNative: (...given: unknown[]) => void }).fireNative(
            ...given,
          ),
        [plugin, event, data],
      ),
  }
}

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { APP_URL, stubbedAppForFile } from '#e2e/stubbedApp.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { builtApp } from '#tools/build/builtApp.ts'
import { BROWSER_FLOOR } from '#tools/build/supportedBrowsers.ts'

/**
 * Newer features that are tested before their use: `isWellFormed` of a string, which Firefox has since
 * 119, tells older browsers; the others are pdfmake's.
 */
const GUARDED = ['StringIsWellFormed', 'Float16Array', 'Uint8ArrayFromHex', 'Uint8ArrayToHex']

const QUERY = Object.entries(BROWSER_FLOOR)
  .map(([browser, version]) => `${browser} ${version}`)
  .join(', ')

/** What es-check finds in the scripts of a folder that the oldest supported browsers lack. */
function newerFeatures(folder: string): string[] {
  // With features es-check reads every syntax, without them the syntax of the browsers only.
  return [['--checkFeatures', `--ignore=${GUARDED.join()}`], []].flatMap((options) => {
    const { status, stdout, stderr } = spawnSync(
      'es-check',
      [
        'checkBrowser',
        join(folder, '**/*.js'),
        `--browserslistQuery=${QUERY}`,
        '--module',
        ...options,
      ],
      { encoding: 'utf8' },
    )
    const errors = `${stdout}${stderr}`.match(/· error: .*/g) ?? []
    return status === 0 ? errors : [...errors, `exit code ${status}`]
  })
}

describe('scripts that the oldest supported browsers cannot run', () => {
  test('the built apps contain none', () => {
    expect(newerFeatures(builtApp())).toEqual([])
  })

  test.each(['const all=Promise.withResolvers()', 'using a=b()', 'Array.fromAsync(x)'])(
    'the check finds them: %s',
    (text) => {
      const folder = tempFolder()
      writeFileSync(join(folder, 'planted.js'), text)
      expect(newerFeatures(folder)).not.toEqual([])
    },
  )
})

describe('a browser older than the supported ones', () => {
  const browserApp = stubbedAppForFile()

  test('is told what to update in place of login, and others are not', async () => {
    const app = await browserApp.newPage({ height: 760, session: null, now: null })
    const { page } = app
    const message = page.getByText('Este navegador es demasiado viejo')
    const submit = page.getByRole('button', { name: 'Ingresar' })
    await page.goto(APP_URL)
    await submit.waitFor()
    expect(await message.isVisible()).toBe(false)
    await page.addInitScript(() => {
      delete (String.prototype as { isWellFormed?: unknown }).isWellFormed
    })
    await page.reload()
    await message.waitFor()
    expect(await submit.isVisible()).toBe(false)
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { APP_URL, stubbedAppForFile } from '#e2e/stubbedApp.ts'
import { importsOf, isOurs, root, sources, topFolder } from '#testing/sourceFiles.ts'
import { builtApp } from '#tools/build/builtApp.ts'
import { LICENCES_PAGE } from '#tools/build/licencesPlugin.ts'

const browserApp = stubbedAppForFile()

/** The packages that the browser programs import; the phone's alone are in the phone's build. */
const packages = new Set(
  sources
    .filter((file) => ['app', 'console', 'kit', 'shared', 'worker'].includes(topFolder(file)))
    .filter((file) => !/^app\/(device\/native|nativeMain|mock)/.test(file))
    .flatMap((file) => importsOf(file, true))
    .filter((name) => !isOurs(name) && !/^(node|virtual):|^[./]/.test(name))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? ''),
)

describe('the page of the licences', () => {
  test('contains the licence of every package that the sources import', () => {
    const page = readFileSync(join(builtApp(), LICENCES_PAGE), 'utf8')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&')
    expect(packages.size).toBeGreaterThan(10)
    const missing = [...packages].filter((name) => {
      const folder = join(root, 'node_modules', name)
      const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        version: string
      }
      const licence = join(folder, 'LICENSE')
      const text = existsSync(licence) ? readFileSync(licence, 'utf8').trim() : ''
      return !page.includes(`<h2>${name} ${version}</h2>`) || !page.includes(text)
    })
    expect(missing).toEqual([])
  })

  test('opens from the terms, and leads back', async () => {
    const { page } = await browserApp.newPage({ session: null, now: null })
    await page.goto(`${APP_URL}#/termandCondition`)
    await page.getByRole('link', { name: 'Licencias de terceros' }).click()
    await page.getByRole('heading', { level: 2, name: /^react-dom / }).waitFor()
    await page.getByRole('link', { name: 'Volver a Surtidor' }).click()
    await page.getByRole('button', { name: 'Ingresar' }).waitFor()
  })
})

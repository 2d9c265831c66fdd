import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { browserAppForFile } from '#e2e/browserAppForFile.ts'
import { APP_URL } from '#testing/browser/browserApp.ts'
import {
  type NewerFeature,
  newerScriptFeatures,
  newerStyleFeatures,
} from '#testing/browser/newerFeatures.ts'
import { root } from '#testing/sourceFiles.ts'
import { builtApp } from '#tools/build/builtApp.ts'

/** The lines of docs/browsers.md that say how a newer feature is guarded: its name is their first cell. */
const GUARDED = [
  ...readFileSync(join(root, 'docs/browsers.md'), 'utf8').matchAll(/^\| `([^`]+)` \|/gm),
].map(([, name]) => name ?? '')

/** Members of our own or of a library's objects, and texts, that are named like a newer feature. */
const NAMESAKES = new Set(
  `Highlight Metadata Profiler ViewTransition InternalError TrustedHTML TrustedScriptURL VideoFrame
  OverconstrainedError QuotaExceededError Blob.bytes Request.bytes Response.bytes EventTarget.when
  CustomElementRegistry.getName HTMLElement.autocapitalize HTMLInputElement.alpha HTMLInputElement.capture
  HTMLInputElement.colorSpace Navigator.ink Navigator.install Navigator.keyboard Navigator.login
  Navigator.share ServiceWorkerRegistration.sync Window.external Window.fence AsyncDisposableStack.use
  DisposableStack.use Error.isError Function.displayName Iterator.take Iterator.toArray Proxy.handler
  RegExp.escape :column :left :right filter() if() random()`.split(/\s+/),
)

const built = builtApp()
/** The text of every built file of a kind. */
const filesOf = (kind: string) =>
  globSync(`**/*.{${kind}}`, { cwd: built }).map((file) => ({
    file: file.replace(/-[\w-]{8}(?=\.\w+$)/, ''),
    text: readFileSync(join(built, file), 'utf8'),
  }))
const scripts = filesOf('js,html')
const styles = filesOf('css,html')

/** The newer features that these files use. */
const used = (features: readonly NewerFeature[], files: typeof scripts) =>
  features
    .map(({ name, use }) => ({
      name,
      files: files.filter(({ text }) => use.test(text)).map(({ file }) => file),
    }))
    .filter(({ files }) => files.length > 0)
const namesOf = (found: { name: string }[]) => found.map(({ name }) => name)

const scriptFeatures = newerScriptFeatures()
const styleFeatures = newerStyleFeatures()

describe('features that the oldest supported browsers lack', () => {
  test('are used by the built app only where docs/browsers.md tells their guard', () => {
    const found = [...used(scriptFeatures, scripts), ...used(styleFeatures, styles)]
    expect(found.filter(({ name }) => !GUARDED.includes(name) && !NAMESAKES.has(name))).toEqual([])
    // What is no longer used is no longer listed.
    expect([...GUARDED, ...NAMESAKES].filter((name) => !namesOf(found).includes(name))).toEqual([])
  })

  test.each([
    ['const all=Promise.withResolvers()', 'Promise.withResolvers'],
    ['Map.groupBy(a,b)', 'Map.groupBy'],
    ['const u=URL.canParse(x)', 'URL.canParse'],
    ['URL?.parse(x)', 'URL.parse'],
    ['s=AbortSignal.any([a,b])', 'AbortSignal.any'],
    ['a.symmetricDifference(b)', 'Set.symmetricDifference'],
    ['new Intl.DurationFormat', 'Intl.DurationFormat'],
    ['let t=Temporal.Now', 'Temporal'],
    ['e.moveBefore(a,b)', 'Document.moveBefore'],
    ['d.requestClose()', 'HTMLDialogElement.requestClose'],
    ['e.setHTMLUnsafe(x)', 'Element.setHTMLUnsafe'],
    ['Array.fromAsync(x)', 'Array.fromAsync'],
    ['new URLPattern(x)', 'URLPattern'],
    ['cookieStore.get(x)', 'Window.cookieStore'],
  ])('are found in a script: %s', (text, name) => {
    expect(namesOf(used(scriptFeatures, [{ file: 'planted', text }]))).toContain(name)
  })

  test.each([
    ['a{color:light-dark(red,blue)}', 'light-dark()'],
    ['a{field-sizing:content}', 'field-sizing'],
    ['a{scrollbar-gutter:stable}', 'scrollbar-gutter'],
    ['@scope(.a){b{color:red}}', '@scope'],
    ['@starting-style{a{opacity:0}}', '@starting-style'],
    ['a:user-invalid{color:red}', ':user-invalid'],
    ['a{position-anchor:--x}', 'position-anchor'],
  ])('are found in a style sheet: %s', (text, name) => {
    expect(namesOf(used(styleFeatures, [{ file: 'planted', text }]))).toContain(name)
  })

  test('do not include what they have', () => {
    const text =
      'a.toSorted();a.at(-1);structuredClone(a);navigator.locks.request(b);"a".isWellFormed();Object.hasOwn(a,b);a.findLast(b);a.replaceChildren();crypto.randomUUID()'
    expect(used(scriptFeatures, [{ file: 'planted', text }])).toEqual([])
    expect(
      used(styleFeatures, [
        {
          file: 'planted',
          text: 'a:has(b){min-height:100dvh;color:oklch(0.5 0 0);inset:0}@layer a{}',
        },
      ]),
    ).toEqual([])
  })
})

describe('a browser older than the supported ones', () => {
  const browserApp = browserAppForFile()

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
    await app.close()
  })
})

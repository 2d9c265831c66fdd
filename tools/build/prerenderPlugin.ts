import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import { rolldown } from 'rolldown'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import * as z from 'zod/mini'

interface FirstPage {
  /** Draws the page. */
  firstPage: () => Promise<string>
  /** Routes that show it. */
  firstPages: readonly string[]
}

const settings = {
  module: resolve('app/boot/prerenderLogin.tsx'),
  styles: resolve('kit/style/tokens.css'),
  ahead: resolve('app/boot/earlyLogin.ts'),
}

/**
 * Draws the first page into the built index.html, with the styles it needs inside, so that it is
 * there before the script and the style sheet are, and the program that lets an early login leave. The hashes that a Content-Security-Policy needs
 * for what is inline go to csp.json beside it.
 */
export function prerenderPlugin(): Plugin {
  return {
    name: 'surtidor:first-page',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      const { module } = await runnerImport<FirstPage>(settings.module, {
        configFile: false,
        oxc: { jsx: { runtime: 'automatic' } },
        logLevel: 'error',
      })
      const markup = await module.firstPage()
      const [style, ahead] = await Promise.all([
        stylesOf(page.source + markup),
        aheadOfTheApp(soonNeeded(bundle, module.firstPages)),
      ])
      page.source = String(page.source)
        .replace('<!-- ahead -->', () => `<style>${style}</style><script>${ahead}</script>`)
        .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
        .replace('%FIRST_PAGES%', module.firstPages.join(' '))
      this.emitFile({
        type: 'asset',
        fileName: 'csp.json',
        source: JSON.stringify({
          script: hashes(page.source, 'script'),
          style: hashes(page.source, 'style'),
        }),
      })
    },
  }
}

/**
 * The files of the app's rest that a signed-in person waits for, by the address that is opened:
 * under '' those that any needs.
 */
function soonNeeded(
  bundle: Rolldown.OutputBundle,
  pages: readonly string[],
): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const brought = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const bring = (module: string): string[] => {
    const files: string[] = []
    const visit = (fileName: string) => {
      const chunk = bundle[fileName]
      if (chunk?.type !== 'chunk' || brought.has(fileName) || files.includes(fileName)) return
      files.push(fileName)
      chunk.imports.forEach(visit)
    }
    visit(chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))?.fileName ?? '')
    return files
  }
  const whole = bring('/app/App.tsx')
  for (const file of whole) brought.add(file)
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css'))
  const screens = pages.map((page) => [page, bring(`/app/screens${page}.tsx`)] as const)
  return {
    '': [...whole, ...styles],
    ...Object.fromEntries(screens.filter(([, files]) => files.length > 0)),
  }
}

/** `app/boot/earlyLogin.ts` with what it imports, in one line. */
async function aheadOfTheApp(soon: Record<string, string[]>): Promise<string> {
  const program = await rolldown({
    input: settings.ahead,
    platform: 'browser',
    transform: { define: { SOON: JSON.stringify(soon) } },
    // It reads no schema, and making one does nothing else: none of them travels.
    treeshake: { manualPureFunctions: Object.keys(z) },
  })
  const { output } = await program.generate({ format: 'iife', minify: true })
  await program.close()
  return output[0].code.trim()
}

/** The whole design system, cut down to what a piece of markup uses. */
async function stylesOf(markup: string): Promise<string> {
  const compiler = await compile(await readFile(settings.styles, 'utf8'), {
    base: dirname(settings.styles),
    onDependency: () => undefined,
  })
  const classes = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) =>
    (names ?? '').replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(' '),
  )
  const css = compiler.build([...new Set(classes)])
  const hidden = '[data-first=other] #root{visibility:hidden}'
  return optimize(css, { minify: true }).code.trim() + hidden
}

/** The sources of a Content-Security-Policy for every inline element of a kind. */
function hashes(html: string, tag: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...inline].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { compile, optimize } from '@tailwindcss/node'
import { browserslistToTargets, transform } from 'lightningcss'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import { bundleScript } from '#tools/build/bundleScript.ts'
import { BROWSER_FLOOR } from '#tools/build/supportedBrowsers.ts'

/** The exports of app/prerenderLogin.tsx. */
interface PrerenderModule {
  prerenderLogin: () => string
  /** Each route with the file of its screen. */
  screenFiles: readonly (readonly [route: string, file: string])[]
}

const SOURCES = {
  module: resolve('app/prerenderLogin.tsx'),
  styles: resolve('kit/style/tokens.css'),
  headScript: resolve('app/firstScreen/headScript.ts'),
  bodyScript: resolve('app/firstScreen/bodyScript.ts'),
}

/**
 * Inserts into the built index.html the markup of login with its styles, drawn before script and
 * style sheet are loaded, and the inline scripts of app/firstScreen. Writes csp.json: the hashes of all
 * inline elements, for the Content-Security-Policy.
 */
export function prerenderPlugin(): Plugin {
  return {
    name: 'surtidor:prerender',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      const { module } = await runnerImport<PrerenderModule>(SOURCES.module, {
        configFile: false,
        oxc: { jsx: { runtime: 'automatic' } },
        logLevel: 'error',
      })
      const markup = module.prerenderLogin()
      const chunks = routeChunks(bundle, module.screenFiles)
      const [style, headScript, bodyScript] = await Promise.all([
        stylesOf(page.source + markup),
        inlineScript(SOURCES.headScript),
        inlineScript(SOURCES.bodyScript, { ROUTE_CHUNKS: JSON.stringify(chunks) }),
      ])
      page.source = String(page.source)
        .replace(
          '<!-- prerendered -->',
          () => `<script>${headScript}</script><style>${style}</style>`,
        )
        .replace(
          '<div id="root"></div>',
          () => `<div id="root">${markup}</div><script>${bodyScript}</script>`,
        )
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

/** The files to preload for a first screen that is not login, as app/firstScreen/bodyScript.ts takes them. */
function routeChunks(bundle: Rolldown.OutputBundle, screenFiles: PrerenderModule['screenFiles']) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  // First in the list: a browser opens six connections to an HTTP/1.1 server, and nothing runs without it.
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  const loaded = new Set(entries)
  const filesOf = (module: string): string[] => {
    const files: string[] = []
    const visit = (fileName: string) => {
      const chunk = bundle[fileName]
      if (chunk?.type !== 'chunk' || loaded.has(fileName) || files.includes(fileName)) return
      files.push(fileName, ...(chunk.viteMetadata?.importedCss ?? []))
      chunk.imports.forEach(visit)
    }
    // A screen that others share code with is in a chunk of several modules.
    visit(
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))?.fileName ?? '',
    )
    return files
  }
  const app = filesOf('/app/App.tsx')
  for (const file of app) loaded.add(file)
  const screens = screenFiles.map(
    ([route, file]) => [route, filesOf(`/app/screens${file}.tsx`)] as const,
  )
  const ofScreens = new Set(screens.flatMap(([, files]) => files))
  const styles = Object.keys(bundle).filter(
    (name) => /^assets\/.*\.css$/.test(name) && !ofScreens.has(name),
  )
  const all = [...new Set([...entries, ...app, ...styles, ...ofScreens])]
  const indices = (files: string[]) => files.map((file) => all.indexOf(file))
  return {
    files: all.map((file) => file.replace(/^assets\//, '')),
    routes: Object.fromEntries([
      ['', indices([...entries, ...app, ...styles])],
      ...screens
        .filter(([, files]) => files.length > 0)
        .map(([route, files]) => [route, indices(files)]),
    ]),
  }
}

/**
 * An inline script. It neither parses nor draws: calls that create schemas have no other effect and are
 * dropped, as is what is imported beside them.
 */
const inlineScript = (input: string, define?: Record<string, string>): Promise<string> =>
  bundleScript(input, define, {
    manualPureFunctions: ['z'],
    moduleSideEffects: (id) => id === input,
  })

/**
 * Styles that show and hide by the state of the first screen (app/firstScreen/firstScreenState.ts) and by
 * `data-outdated` of index.html, and draw a spinner in the button of a login that is submitted before the
 * script is loaded; without layers, for every browser. Not `visibility`: the style and layout of what is not
 * drawn would delay the first screen.
 */
const PAGE_STATES =
  '[data-first=app] #root{display:none}' +
  '[data-first=submitted] [type=submit]::before{content:"";width:1.25rem;height:1.25rem;border:.15rem solid;border-top-color:transparent;border-radius:50%;animation:submitted 1s linear infinite}' +
  '@keyframes submitted{to{rotate:1turn}}' +
  ':root:not([data-outdated]) #outdated,[data-outdated] #root{display:none}' +
  '#outdated{max-width:32rem;margin:auto;padding:2rem}#outdated p{margin:0 0 1rem}'

/** Classes of states that an element is not in when the page is loaded: the style sheet brings them. */
const STATE_CLASS =
  /^(?:transition(?:-colors)?$|(?:active|aria-\w+|disabled|focus-visible|hover|placeholder|\[&\[readonly\]\]):)/

/** The styles of the design system that the markup uses. */
async function stylesOf(markup: string): Promise<string> {
  const compiler = await compile(await readFile(SOURCES.styles, 'utf8'), {
    base: dirname(SOURCES.styles),
    onDependency: () => undefined,
  })
  const classes = [...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) =>
    (names ?? '').replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(' '),
  )
  const used = new Set(classes.filter((name) => !STATE_CLASS.test(name)))
  const css = optimize(compiler.build([...used]), { minify: true }).code
  const { code } = transform({
    filename: 'login.css',
    // Tailwind leaves `light-dark()`, as Vite does not for the style sheet.
    code: Buffer.from(css),
    targets: browserslistToTargets(
      Object.entries(BROWSER_FLOOR).map(([browser, version]) => `${browser} ${version}`),
    ),
    unusedSymbols: unusedSymbols(css, used),
    minify: true,
  })
  return code.toString().trim() + PAGE_STATES
}

/** The classes of a style sheet that are not among the used ones, and the custom properties that it takes nowhere. */
function unusedSymbols(css: string, used: ReadonlySet<string>): string[] {
  const taken = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const names = [...css.matchAll(/\.([a-z][\w-]*)|(--[\w-]+):/g)].map(
    ([, className, property]) => className ?? property ?? '',
  )
  return [...new Set(names)].filter((name) => !used.has(name) && !taken.has(name))
}

/** The Content-Security-Policy sources of every inline element of a kind. */
function hashes(html: string, tag: 'script' | 'style'): string[] {
  const inline = html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...inline].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}

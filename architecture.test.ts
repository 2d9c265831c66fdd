import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { handlers } from '#server/handlers.ts'
import {
  COMMENT,
  code,
  exportsOf,
  files,
  importsOf,
  isOurs,
  read,
  root,
  sources,
  toFile,
  topFolder,
} from '#testing/sourceFiles.ts'

/** The rules of the layout and of the names. A failure lists the files that break the rule. */
describe('imports', () => {
  /** What each production folder may import. Other folders are not restricted. */
  const allowed: Record<string, { folders: string[]; packages?: RegExp }> = {
    contract: { folders: ['contract'], packages: /^zod\/mini$/ },
    db: { folders: ['contract', 'db'] },
    server: { folders: ['contract', 'db', 'server'] },
    kit: { folders: ['contract', 'kit'] },
    shared: { folders: ['contract', 'kit', 'shared'] },
    app: { folders: ['contract', 'kit', 'shared', 'app'] },
    console: { folders: ['contract', 'kit', 'shared', 'console'] },
    worker: { folders: ['contract', 'kit', 'worker'] },
    sandbox: { folders: ['contract', 'sandbox'] },
  }

  test('each folder imports only the folders below it', () => {
    const wrong = sources.flatMap((file) => {
      const rule = allowed[topFolder(file)]
      if (!rule) return []
      return importsOf(file)
        .filter((name) =>
          isOurs(name)
            ? !rule.folders.includes(topFolder(toFile(name)))
            : !(rule.packages?.test(name) ?? true),
        )
        .map((name) => `${file} imports ${name}`)
    })
    expect(wrong).toEqual([])
  })

  test('no production file imports the test harness or a test library', () => {
    const wrong = sources
      .filter((file) => topFolder(file) in allowed)
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => /^(#testing|#e2e|#tools|#bench|vitest|@testing-library)\b/.test(name))
          .map((name) => `${file} imports ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test('our own modules are imported from the root of the repository and exist', () => {
    const wrong = code.flatMap((file) =>
      importsOf(file)
        .filter(
          (name) => name.startsWith('.') || (isOurs(name) && !existsSync(join(root, toFile(name)))),
        )
        .map((name) => `${file} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('no handler imports a handler', () => {
    const handlerFiles = new Set(
      Object.values(calls).map(({ group, name }) => `server/${group}/${name}.ts`),
    )
    const wrong = [...handlerFiles].flatMap((file) =>
      importsOf(file)
        .filter((name) => isOurs(name) && handlerFiles.has(toFile(name)))
        .map((name) => `${file} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('there is no import cycle', () => {
    const cycles: string[] = []
    const done = new Set<string>()
    const walk = (file: string, path: string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' > '))
      if (done.has(file) || path.includes(file)) return
      for (const name of importsOf(file, true).filter(isOurs)) walk(toFile(name), [...path, file])
      done.add(file)
    }
    for (const file of sources) walk(file, [])
    expect(cycles).toEqual([])
  })

  test('every export of a production file is imported by another file', () => {
    // A word outside the file is enough: a route loads its screen by a path, a test may use a constant.
    const words = new Map<string, Set<string>>()
    for (const file of code)
      for (const word of read(file)
        .replaceAll(COMMENT, '')
        .match(/[A-Za-z_]\w*/g) ?? []) {
        const using = words.get(word) ?? new Set()
        words.set(word, using.add(file))
      }
    const unused = sources
      .filter((file) => topFolder(file) in allowed)
      .flatMap((file) =>
        exportsOf(file)
          .filter((name) => ![...(words.get(name) ?? [])].some((using) => using !== file))
          .map((name) => `${file} ${name}`),
      )
    expect(unused).toEqual([])
  })
})

describe('files and names', () => {
  test('no file is longer than 300 lines', () => {
    expect(code.filter((file) => read(file).split('\n').length > 301)).toEqual([])
  })

  test('no folder has more than 30 source files of its own', () => {
    const sizes = new Map<string, number>()
    for (const file of files.filter((name) => /\.(ts|tsx|mjs)$/.test(name)))
      if (!/\.test\.tsx?$/.test(file)) {
        const folder = dirname(file)
        sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
      }
    expect([...sizes].filter(([, size]) => size > 30)).toEqual([])
  })

  test('no file has a name that says nothing', () => {
    const empty = /^(index|utils?|helpers?|common|types|misc)\.(ts|tsx|mjs)$/
    expect(files.filter((file) => empty.test(basename(file)))).toEqual([])
  })

  /** Words that had several meanings here, or that are not the field's term. */
  const REFUSED = new Set(
    `door doors house houses town towns look looks line lines verdict verdicts settle settles settled hold holds
    holding keep keeps kept keeper open opened tell tells told say says said hear heard news notice notices
    patience letter letters chance whole whom who whoever nobody somebody desk desks world promise promises
    promised story stories knock gate word words thing things besides mend mended`.split(/\s+/),
  )
  /** Exported names and file names that contain such a word with its standard meaning. */
  const EXCEPTIONS: Record<string, string> = {
    Town: 'a town of Uruguay, in the demo data',
    TOWNS: 'the towns of Uruguay, in the demo data',
    singleLine: 'a line of text',
    multiLine: 'lines of text',
    StatementLine: 'a line of an account statement',
    OPEN_PAGES: 'pages without a guard; the word of docs/specification.md',
    OpenPage: 'a page without a guard',
    openAttempt: 'opening an attempt is the term for starting one',
    getOrOpenAttempt: 'opening an attempt is the term for starting one',
    openLinksInPlace: 'opening a link is the term for following one',
    LoyaltyEndedNotice: 'a notice is the term for a message inside a page',
    isOpen: 'an attempt without a final state',
  }

  test('no file name or exported name contains a refused word', () => {
    const wordsOf = (name: string) =>
      name
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
        .split(/[^A-Za-z]+/)
        .map((word) => word.toLowerCase())
    const isRefused = (name: string) =>
      !(name in EXCEPTIONS) && wordsOf(name).some((word) => REFUSED.has(word))
    const wrong = [
      ...code
        .filter((file) => isRefused(basename(file).replace(/(\.property)?(\.test)?\.tsx?$/, '')))
        .map((file) => `file ${file}`),
      ...code.flatMap((file) =>
        exportsOf(file)
          .filter(isRefused)
          .map((name) => `${file} ${name}`),
      ),
    ]
    expect(wrong).toEqual([])
  })

  test('every exception is in use', () => {
    const names = new Set([
      ...code.flatMap(exportsOf),
      ...code.map((file) => basename(file).replace(/\.tsx?$/, '')),
    ])
    expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([])
  })

  test('comments describe the program, not persons', () => {
    const telling = /\b(whoever|whomever|nobody|somebody|anybody|everybody|no one|someone)\b/i
    const found = code.flatMap((file) =>
      [...read(file).matchAll(COMMENT)]
        .filter(([comment]) => telling.test(comment))
        .map(([comment]) => `${file}: ${comment.trim().slice(0, 120)}`),
    )
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(5)
  })
})

describe('calls and screens', () => {
  test('every call has a contract, a handler and a test with its name', () => {
    const missing = Object.values(calls).flatMap(({ group, name }) =>
      [
        `contract/${group}/${name}.ts`,
        `server/${group}/${name}.ts`,
        `server/${group}/${name}.test.ts`,
      ].filter((file) => !existsSync(join(root, file))),
    )
    expect(missing).toEqual([])
    for (const [name, contract] of Object.entries(calls)) {
      expect(contract.name).toBe(name)
      expect(handlers[name as keyof typeof handlers].contract.name).toBe(name)
      expect(pathOf(contract)).toBe(`${contract.group}/process/${name}`)
    }
  })

  test.each(['app', 'console'])(
    'every route of %s has a screen, and every screen a route',
    (program) => {
      const routes = read(`${program}/routes.tsx`)
      const screens = [...routes.matchAll(new RegExp(`#${program}/screens/([\\w.]+)'`, 'g'))].map(
        ([, name]) => name ?? '',
      )
      expect(screens.length).toBeGreaterThan(5)
      expect(screens.filter((name) => !existsSync(join(root, program, 'screens', name)))).toEqual(
        [],
      )
      const files = sources.filter((file) => dirname(file) === `${program}/screens`)
      expect(files.filter((file) => !screens.includes(basename(file)))).toEqual([])
    },
  )
})

describe('dependencies', () => {
  test('every dependency is pinned to one version', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, object>
    const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}),
    )
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })

  /** Features that only some files may use. */
  const restricted: [what: string, use: RegExp, where: RegExp, only: RegExp][] = [
    [
      'the environment',
      /process\.env/,
      /^(server|db|sandbox)\//,
      /^(server|db|sandbox)\/config\.ts$/,
    ],
    [
      'SQL',
      /\bsql`|from 'pg'|drizzle-orm/,
      /^(server|app|console|kit|shared|contract|sandbox)\//,
      /^$/,
    ],
    ['fetch', /\bfetch\(/, /^(kit|shared|app|console)\//, /^kit\/api\/apiClient\.ts$/],
    ['Capacitor', /@capacitor\//, /./, /^(app\/device|tools\/phone)\//],
    [
      'the clock',
      /\bDate\.now\(\)|new Date\(\)/,
      /^(server|db|contract|sandbox)\//,
      /^(server\/startServer|db\/seed|sandbox\/main)\.ts$/,
    ],
    ['Math.random', /Math\.random\(/, /^(server|db|contract|sandbox)\//, /^$/],
    ['the main entry of zod', /from 'zod'/, /./, /^$/],
    // `lazyComponent` says in the place of a chunk that it did not load, and loads it again.
    ['React.lazy', /\blazy[<(]/, /^(app|console|kit|shared)\//, /^$/],
  ]
  test.each(restricted)('%s is used only where it is allowed', (_what, use, where, only) => {
    const wrong = sources.filter(
      (file) =>
        where.test(file) &&
        !only.test(file) &&
        file !== 'architecture.test.ts' &&
        use.test(read(file).replaceAll(COMMENT, '')),
    )
    expect(wrong).toEqual([])
  })
})

describe('tests', () => {
  const tests = code.filter((file) => /\.test\.tsx?$/.test(file))

  test('no test is skipped or narrowed', () => {
    const skipped = /\b(it|test|describe)\.(skip|only|todo|fixme)\b/
    expect(
      tests.filter((file) => file !== 'architecture.test.ts' && skipped.test(read(file))),
    ).toEqual([])
  })

  test('every test stands in a describe that names the unit', () => {
    expect(tests.filter((file) => /^(test|it)(\.\w+)*\(/m.test(read(file)))).toEqual([])
  })
})

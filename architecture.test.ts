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
  /** The folders that each production folder may import. Other folders are not restricted. */
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

  /** The cycles of a graph: each node with those that it imports. */
  function cyclesOf(graph: Map<string, Set<string>>): string[] {
    const cycles: string[] = []
    const done = new Set<string>()
    const walk = (node: string, path: string[]) => {
      if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' > '))
      if (done.has(node) || path.includes(node)) return
      for (const next of graph.get(node) ?? []) walk(next, [...path, node])
      done.add(node)
    }
    for (const node of graph.keys()) walk(node, [])
    return cycles
  }
  const ourImports = (file: string) => importsOf(file).filter(isOurs).map(toFile)

  test('there is no import cycle, types included', () => {
    const graph = new Map(code.map((file) => [file, new Set(ourImports(file))]))
    expect(graph.size).toBeGreaterThan(1000)
    expect(cyclesOf(graph)).toEqual([])
  })

  test('there is no cycle between the folders below the top folders, types included', () => {
    // Files of a top folder start its folders and join them. A test may import any folder.
    const isCompared = (file: string) => file.split('/').length > 2 && !/\.test\.tsx?$/.test(file)
    const graph = new Map<string, Set<string>>()
    for (const file of code.filter(isCompared)) {
      const folder = dirname(file)
      const imported = ourImports(file).filter(isCompared).map(dirname)
      const others = imported.filter((other) => other !== folder)
      graph.set(folder, new Set([...(graph.get(folder) ?? []), ...others]))
    }
    expect(graph.size).toBeGreaterThan(80)
    expect(cyclesOf(graph)).toEqual([])
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
      expect(handlers[name as keyof typeof handlers].contract).toBe(contract)
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

describe('styles', () => {
  test('styles are generated for every folder that draws', () => {
    // Tailwind generates the classes that it finds in these folders, and no others.
    const styles = readFileSync(join(root, 'kit/style/tokens.css'), 'utf8')
    const scanned = [...styles.matchAll(/@source "(.+?)"/g)].map(([, path = '']) =>
      topFolder(join('kit/style', path, 'file')),
    )
    const drawing = sources.filter((file) => file.endsWith('.tsx'))
    expect(new Set(scanned)).toEqual(new Set(drawing.map(topFolder)))
  })
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
        !file.startsWith('architecture.') &&
        use.test(read(file).replaceAll(COMMENT, '')),
    )
    expect(wrong).toEqual([])
  })

  test('every connection to PostgreSQL is opened by the file that sets its limits', () => {
    const programs = code.filter((file) => !/\.test\.tsx?$/.test(file))
    expect(programs.filter((file) => importsOf(file, true).includes('pg'))).toEqual([
      // The plain driver that we are measured against.
      'bench/peers/bareTransactions.ts',
      'bench/peers/baselineServer.ts',
      'db/core/withClient.ts',
      // They patch the driver, and open nothing.
      'lab/interleaving/interleavedStatements.ts',
    ])
    const ownConnections = /new PgBoss\((?!\{\s*db:)/
    expect(programs.filter((file) => ownConnections.test(read(file)))).toEqual([])
  })
})

describe('tests', () => {
  const tests = code.filter((file) => /\.test\.tsx?$/.test(file))

  test('no test is skipped or narrowed', () => {
    const skipped = /\b(it|test|describe)\.(skip|only|todo|fixme)\b/
    expect(
      tests.filter((file) => !file.startsWith('architecture.') && skipped.test(read(file))),
    ).toEqual([])
  })

  test('every wait has the time limit of the configuration', () => {
    // The default of Vitest and Testing Library is one second. A bench uses the helpers of e2e too.
    const own = /\bvi\.wait(For|Until)\(|,\s*\{ timeout: [\d_]+/
    const exempt = /^(architecture\.|e2e\/(browserSession|stackForFile)\.ts$)|InstallInvitation/
    const waiting = code.filter((file) => /\.test\.tsx?$|^(e2e|testing)\//.test(file))
    expect(waiting.filter((file) => !exempt.test(file) && own.test(read(file)))).toEqual([])
  })

  test('every test stands in a describe that names the unit', () => {
    expect(tests.filter((file) => /^(test|it)(\.\w+)*\(/m.test(read(file)))).toEqual([])
  })
})

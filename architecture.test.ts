import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pathOf } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { handlers } from '#server/handlers.ts'

/** The rules of the house. Each names who breaks it. */

const root = import.meta.dirname
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) => /\.(ts|tsx|mjs|css|sql|md|html|json)$/.test(file) && existsSync(join(root, file)),
  )
const code = files.filter((file) => /\.(ts|tsx)$/.test(file))
const sources = code.filter((file) => !isTest(file))
const text = new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const read = (file: string) => text.get(file) ?? ''
function isTest(file: string) {
  return /\.test\.tsx?$/.test(file) || file.startsWith('e2e/') || file.startsWith('testing/')
}
const roomOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')

/** What a file imports: rooms' files by their path, packages by their name. */
function importsOf(file: string, runtimeOnly = false): string[] {
  const found = read(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'/g,
  )
  return (
    [...found]
      .filter(([, type]) => !(runtimeOnly && type))
      .map(([, , name, lazy]) => name ?? lazy ?? '')
      // A template that writes an import is none itself.
      .filter((name) => !name.includes('${'))
  )
}
const isOurs = (name: string) => name.startsWith('#')
const toFile = (name: string) => name.slice(1)

/** Which rooms and packages each room may see; a room that is not here sees what it likes. */
const doors: Record<string, { rooms: string[]; packages?: RegExp }> = {
  contract: { rooms: ['contract'], packages: /^zod\/mini$/ },
  db: { rooms: ['contract', 'db'] },
  server: { rooms: ['contract', 'db', 'server'] },
  kit: { rooms: ['contract', 'kit'] },
  app: { rooms: ['contract', 'kit', 'app'] },
  console: { rooms: ['contract', 'kit', 'console'] },
  sandbox: { rooms: ['contract', 'sandbox'] },
}

test('each room opens only the doors it has', () => {
  const wrong = sources.flatMap((file) => {
    const door = doors[roomOf(file)]
    if (!door) return []
    return importsOf(file)
      .filter((name) =>
        isOurs(name)
          ? !door.rooms.includes(roomOf(toFile(name)))
          : !(door.packages?.test(name) ?? true),
      )
      .map((name) => `${file} imports ${name}`)
  })
  expect(wrong).toEqual([])
})

test('imports are written from the root of the house, and lead somewhere', () => {
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
  const answering = new Set(
    Object.keys(services).map(
      (name) => `server/${services[name as keyof typeof services].group}/${name}.ts`,
    ),
  )
  const wrong = [...answering].flatMap((file) =>
    importsOf(file)
      .filter((name) => isOurs(name) && answering.has(toFile(name)))
      .map((name) => `${file} imports ${name}`),
  )
  expect(wrong).toEqual([])
})

test('no cycles', () => {
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

test('no file is longer than 300 lines', () => {
  expect(code.filter((file) => read(file).split('\n').length > 301)).toEqual([])
})

test('no name that says nothing', () => {
  expect(
    files.filter((file) =>
      /^(index|utils?|helpers?|common|types|misc)\.(ts|tsx|mjs)$/.test(basename(file)),
    ),
  ).toEqual([])
})

test('every service has its contract, its handler and its test, each named by it', () => {
  const missing = Object.values(services).flatMap(({ group, name }) =>
    [
      `contract/${group}/${name}.ts`,
      `server/${group}/${name}.ts`,
      `server/${group}/${name}.test.ts`,
    ].filter((file) => !existsSync(join(root, file))),
  )
  expect(missing).toEqual([])
  for (const [name, contract] of Object.entries(services)) {
    expect(contract.name).toBe(name)
    expect(handlers[name as keyof typeof handlers].contract.name).toBe(name)
    expect(pathOf(contract)).toBe(`${contract.group}/process/${name}`)
  }
})

test.each(['app', 'console'])('every screen named in the routes of %s is a file', (room) => {
  const routes = read(`${room}/routes.tsx`)
  const screens = [...routes.matchAll(new RegExp(`#${room}/screens/([\\w.]+)'`, 'g'))].map(
    ([, name]) => name ?? '',
  )
  expect(screens.length).toBeGreaterThan(5)
  expect(screens.filter((name) => !existsSync(join(root, room, 'screens', name)))).toEqual([])
  const orphans = sources
    .filter((file) => dirname(file) === `${room}/screens`)
    .filter((file) => !screens.includes(basename(file)))
  expect(orphans).toEqual([])
})

test('the map of the calls is as the code is', () => {
  const check = () =>
    execFileSync(process.execPath, [join(root, 'tools/commands/callMap.ts'), '--check'])
  expect(check, 'npm run map writes it anew').not.toThrow()
})

test('every dependency is pinned to one version', () => {
  const named = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    object
  >
  const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(named[kind] ?? {}),
  )
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

/** Words that only some files may say. */
const keepers: [what: string, word: RegExp, where: RegExp, keeper: RegExp][] = [
  [
    'the environment',
    /process\.env/,
    /^(server|db|sandbox)\//,
    /^(server\/config|db\/config|sandbox\/config)\.ts$/,
  ],
  ['SQL', /\bsql`|from 'pg'|drizzle-orm/, /^(server|app|console|kit|contract|sandbox)\//, /^$/],
  ['fetch', /\bfetch\(/, /^(kit|app|console)\//, /^kit\/api\/apiClient\.ts$/],
  ['Capacitor', /@capacitor\//, /./, /^app\/device\//],
  [
    'the clock',
    /\bDate\.now\(\)|new Date\(\)/,
    /^(server|db|contract|sandbox)\//,
    /^(server\/startServer|db\/seed|sandbox\/main)\.ts$/,
  ],
  ['chance', /Math\.random\(/, /^(server|db|contract|sandbox)\//, /^$/],
  ['the main entry of zod', /from 'zod'/, /./, /^$/],
]
test.each(keepers)('%s is kept where it belongs', (_what, word, where, keeper) => {
  const bare = (file: string) => read(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  const wrong = sources.filter(
    (file) =>
      where.test(file) &&
      !keeper.test(file) &&
      file !== 'architecture.test.ts' &&
      word.test(bare(file)),
  )
  expect(wrong).toEqual([])
})

test('X6: no test is skipped or narrowed', () => {
  const wrong = code.filter(
    (file) =>
      /\b(it|test|describe)\.(skip|only|todo|fixme)\b/.test(read(file)) &&
      file !== 'architecture.test.ts',
  )
  expect(wrong).toEqual([])
})

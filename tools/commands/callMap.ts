import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLES } from '#contract/pageAccess.ts'
import type { Service } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { tablesUsedBy } from '#tools/commands/tablesUsedBy.ts'

/**
 * `npm run map`: writes docs/map.md, with the access rule, handler, screens and tables of each call.
 * `--check` exits with 1 when the file is out of date.
 */
const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? filesIn(`${folder}/${entry.name}`)
      : /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.')
        ? [`${folder}/${entry.name}`]
        : [],
  )

/** A file and the files that it imports, directly or not; imports that `through` refuses are not followed. */
function importsOf(
  file: string,
  through: (name: string) => boolean,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(file) || !existsSync(join(root, file))) return seen
  seen.add(file)
  for (const [, name] of read(file).matchAll(/(?:from |import\()'#([^']+)'/g))
    if (name && through(name)) importsOf(name, through, seen)
  return seen
}
const textOf = (files: Iterable<string>) => [...files].map(read).join('\n')

/** Files shared by all screens of a program. */
const SHARED =
  /^\w+\/(routes|routeGuard|context|session\.ts|session\/session|App\.|Console\.)|\/parts\/(shell\/AppScreen|ConsoleScreen)/
const screensIn = (program: string, title: (name: string) => string) =>
  filesIn(`${program}/screens`).map((file) => ({
    name: title(file.replace(/.*\/(\w+)\.tsx$/, '$1')),
    text: textOf(
      importsOf(file, (name) => /^(app|console|kit\/shell)\//.test(name) && !SHARED.test(name)),
    ),
  }))
const screens = [
  ...screensIn('app', (name) => name),
  ...screensIn('console', (name) => `consola: ${name}`),
]
const screensOf = ({ group, name }: Service) =>
  screens
    .filter(({ text }) =>
      new RegExp(`import[^;']*?\\b${name}\\b[^;']*?from '#contract/${group}/${name}\\.ts'`).test(
        text,
      ),
    )
    .map((screen) => screen.name)

const accessOf = ({ access }: Service) =>
  access === 'open'
    ? 'todos'
    : access === 'signedIn'
      ? 'con sesión'
      : access.map((code) => ROLES[code].name).join(', ')
const row = (service: Service) => {
  const { group, name } = service
  const handler = `server/${group}/${name}.ts`
  return `| [${name}](../contract/${group}/${name}.ts) | ${accessOf(service)} | [${group}](../${handler}) | ${screensOf(service).join(', ') || '–'} | ${tablesUsedBy(handler).join(', ') || '–'} |`
}

const map = `# Map

Written by \`npm run map\` from the source; \`architecture.test.ts\` fails when it is out of date.

| call | who | handler | screens | tables |
|---|---|---|---|---|
${Object.values(services).map(row).join('\n')}
`
const file = join(root, 'docs/map.md')
if (process.argv.includes('--check'))
  process.exit(existsSync(file) && readFileSync(file, 'utf8') === map ? 0 : 1)
writeFileSync(file, map)

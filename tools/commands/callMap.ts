import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLES } from '#contract/pageAccess.ts'
import type { Service } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { tablesUsedBy } from '#tools/commands/tablesUsedBy.ts'

/** `npm run map`: docs/map.md, each call with where it lives, which screens ask it, and the tables that it reads or writes. */
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

/** The files that a file leads to by its imports, itself included; what `through` refuses is not entered. */
function reach(
  file: string,
  through: (name: string) => boolean,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(file) || !existsSync(join(root, file))) return seen
  seen.add(file)
  for (const [, name] of read(file).matchAll(/(?:from |import\()'#([^']+)'/g))
    if (name && through(name)) reach(name, through, seen)
  return seen
}
const textOf = (files: Iterable<string>) => [...files].map(read).join('\n')

/** What every screen reaches: it says nothing about one screen. */
const FRAME =
  /^\w+\/(routes|routeGuard|context|session\.ts|session\/session|App\.|Console\.)|\/parts\/(shell\/AppScreen|ConsoleScreen)/
const screensIn = (program: string, title: (name: string) => string) =>
  filesIn(`${program}/screens`).map((file) => ({
    name: title(file.replace(/.*\/(\w+)\.tsx$/, '$1')),
    text: textOf(reach(file, (name) => name.startsWith(`${program}/`) && !FRAME.test(name))),
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

Made by \`npm run map\` from the code itself; the house's rules fail when it is out of date.

| call | who | handler | screens | tables |
|---|---|---|---|---|
${Object.values(services).map(row).join('\n')}
`
const file = join(root, 'docs/map.md')
if (process.argv.includes('--check'))
  process.exit(existsSync(file) && readFileSync(file, 'utf8') === map ? 0 : 1)
writeFileSync(file, map)

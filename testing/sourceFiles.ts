import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Folder of the repository. */
export const root = join(import.meta.dirname, '..')
/** Text files of the repository, including those that git does not track yet. */
export const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(
    (file) => /\.(ts|tsx|mjs|css|sql|md|html|json)$/.test(file) && existsSync(join(root, file)),
  )
export const code = files.filter((file) => /\.(ts|tsx)$/.test(file))
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) || file.startsWith('e2e/') || file.startsWith('testing/')
/** TypeScript files that are neither tests nor test harness. */
export const sources = code.filter((file) => !isTest(file))
const text = new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
export const read = (file: string) => text.get(file) ?? ''
/** Top-level folder of a file; empty for a file in the root. */
export const topFolder = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '')
/** Comments of a TypeScript file. A `//` after a colon or quote is part of an address or a text. */
export const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm

/** The modules that a file imports: our own as `#folder/file.ts`, packages by name. */
export function importsOf(file: string, runtimeOnly = false): string[] {
  const found = read(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[\w$\s{},*]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'/g,
  )
  return (
    [...found]
      .filter(([, type]) => !(runtimeOnly && type))
      .map(([, , name, lazy]) => name ?? lazy ?? '')
      // Source templates contain import lines with placeholders.
      .filter((name) => !name.includes('${'))
  )
}
export const isOurs = (name: string) => name.startsWith('#')
/** File of one of our modules, without a query of Vite's. */
export const toFile = (name: string) => name.slice(1).replace(/\?.*/, '')

export function exportsOf(file: string): string[] {
  return [
    ...read(file).matchAll(
      /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
    ),
  ].map(([, name]) => name ?? '')
}

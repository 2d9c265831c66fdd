import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const sectionOf = (page: string, title: string) =>
  read(page)
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`)) ?? ''
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '')

const programs = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(server|db|sandbox|tools)\/.*\.ts$/.test(file))
  .filter((file) => !file.endsWith('.test.ts') && existsSync(join(root, file)))

/** The text between the parenthesis at `start` and the one that closes it. */
function argumentsFrom(text: string, start: number): string {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === "'" || sign === '`') at = text.indexOf(sign, at + 1)
    else if (sign === '(') depth += 1
    else if (sign === ')' && --depth === 0) return text.slice(start + 1, at)
  }
  return text.slice(start + 1)
}

const EVENT =
  /\bevent:[^,}]*?'([a-z][a-z0-9_]*\.[a-z0-9_.]+)'(?:[^,}]*?'([a-z][a-z0-9_]*\.[a-z0-9_.]+)')?/g
const eventsIn = (text: string) =>
  [...text.matchAll(EVENT)].flatMap(([, first, second]) => [first, second].filter(Boolean))

const sources = programs.map(read).join('\n')
/** Log calls whose line has no event: neither in the call nor in a constant that it spreads. */
const unnamed = programs.flatMap((file) => {
  const text = read(file)
  return [...text.matchAll(/\blog(?:ger)?\s*\.(?:debug|info|warn|error|fatal)\(/g)]
    .filter((call) => {
      const given = argumentsFrom(text, call.index + call[0].length - 1)
      const constants = all(given, /\.\.\.(\w+)/g).map(
        (name) =>
          (new RegExp(`\\b${name} = \\{[^}]*`).exec(text) ??
            new RegExp(`^export const ${name} = \\{[^}]*`, 'm').exec(sources))?.[0] ?? '',
      )
      return eventsIn([given, ...constants].join(' ')).length === 0
    })
    .map((call) => `${file}:${text.slice(0, call.index).split('\n').length}`)
})

describe('docs/operations.md and docs/alerts.md', () => {
  test('every log call has an event name', () => {
    expect(unnamed).toEqual([])
  })

  test('lists every event of the logs, and no other', () => {
    const listed = all(sectionOf('docs/alerts.md', 'Log events'), /^- `([a-z][\w.]+)` \w/gm)
    const logged = new Set(programs.flatMap((file) => eventsIn(read(file))))
    expect(listed.toSorted()).toEqual([...logged].toSorted())
  })

  test('lists every metric of the server, and no other', () => {
    const listed = all(sectionOf('docs/alerts.md', 'Metrics'), /^\| `(surtidor_\w+)/gm)
    const exported = all(read('server/metrics.ts'), /'(surtidor_\w+)'/g)
    expect(listed.toSorted()).toEqual(exported.toSorted())
  })
})

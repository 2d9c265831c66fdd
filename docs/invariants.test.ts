import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const CODE = /\b(?:[PLASNX]\d{1,2}|T\d{1,2}(?!:\d)|AUD)\b/g

/** One line of a table of docs/invariants.md; the lists hold paths. */
interface Row {
  code: string
  enforcedBy: string[]
  checkedBy: string[]
  /** A title names the test where neither it nor a comment of its file cites the code. */
  testedBy: { file: string; title: string | undefined }[]
}

const pathsIn = (cell: string | undefined) =>
  [...(cell ?? '').matchAll(/`([\w./-]+\.(?:ts|tsx|sql))`/g)].map(([, path]) => path ?? '')

const rows: Row[] = [...read('docs/invariants.md').matchAll(/^\| ([A-Z]+\d*) \| (.*) \|$/gm)].map(
  ([, code, rest]) => {
    const [, enforcedBy, checkedBy, testedBy] = (rest ?? '').split(' | ')
    return {
      code: code ?? '',
      enforcedBy: pathsIn(enforcedBy),
      checkedBy: pathsIn(checkedBy),
      testedBy: [...(testedBy ?? '').matchAll(/`([\w./-]+\.tsx?)`(?: \("([^"]+)"\))?/g)].map(
        ([, file, title]) => ({ file: file ?? '', title }),
      ),
    }
  },
)
const listed = rows.map(({ code }) => code)

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|sql)$/.test(file) && !file.startsWith('docs/'))
  .filter((file) => existsSync(join(root, file)))

/** Files in which a code stands as a word, drawing commands of an SVG path apart. */
const citations = new Map<string, string[]>()
for (const file of sources)
  for (const [code] of read(file)
    .replaceAll(/\bd="[^"]*"/g, '')
    .matchAll(CODE))
    citations.set(code, [...(citations.get(code) ?? []), file])
const cites = (code: string) => (file: string) => citations.get(code)?.includes(file) ?? false

describe('docs/invariants.md', () => {
  test('lists each code once', () => {
    expect(listed.length).toBeGreaterThan(30)
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('lists every code that the source or a test cites', () => {
    const unlisted = [...citations].filter(([code]) => !listed.includes(code))
    expect(unlisted).toEqual([])
  })

  test('lists every invariant that db/invariants checks, with the file of its query', () => {
    const queries = sources.filter(
      (file) => file.startsWith('db/invariants/') && !file.endsWith('.test.ts'),
    )
    const wrong = queries.flatMap((file) =>
      // The code as the value of a property: what a check answers, not what a comment cites.
      [...read(file).matchAll(/\w+: '([PLASNTX]\d{1,2}|AUD|SQL)'/g)]
        .map(([, code]) => code ?? '')
        .filter((code) => !rows.find((row) => row.code === code)?.checkedBy.includes(file))
        .map((code) => `${code} is checked in ${file}`),
    )
    expect(wrong).toEqual([])
  })

  test.each(rows)('$code names files and tests that exist', (row) => {
    const { code, enforcedBy, checkedBy, testedBy } = row
    expect(enforcedBy, 'enforced by').not.toEqual([])
    expect(testedBy, 'tested by').not.toEqual([])
    const named = [...enforcedBy, ...checkedBy, ...testedBy.map(({ file }) => file)]
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
    // SQL is the check of the schema itself; no comment cites it.
    if (code === 'SQL') return
    const unproved = testedBy.filter(({ file, title }) =>
      title === undefined ? !cites(code)(file) : !read(file).includes(title),
    )
    expect(unproved, 'tests without the code or the title').toEqual([])
  })
})

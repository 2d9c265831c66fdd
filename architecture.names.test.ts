import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMENT, code, exportsOf, files, read } from '#testing/sourceFiles.ts'

/** The rules of sizes and names. A failure lists the files that break the rule. */
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
    TOWNS: 'the towns of Uruguay, in the demo data',
    singleLine: 'a line of text',
    multiLine: 'lines of text',
    StatementLine: 'a line of an account statement',
    SaleLine: 'a line of a sale',
    saleLine: 'the lines of sales',
    OPEN_PAGES: 'pages without a guard; the word of docs/specification.md',
    OpenPage: 'a page without a guard',
    openAttempt: 'opening an attempt is the term for starting one',
    getOrOpenAttempt: 'opening an attempt is the term for starting one',
    openPaymentRequest: 'opening a request is the term for reading it as a driver',
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

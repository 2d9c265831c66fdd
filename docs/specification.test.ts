import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const [, table = ''] = read('docs/specification.md').split('## 15. Where each sentence is kept')

/** One line of the tables: a sentence, the files that keep it, and its tests. */
const rows = [...table.matchAll(/^\| (?!sentence|---)(.+) \| (.+) \| (.+) \|$/gm)].map(
  ([, sentence = '', kept = '', tested = '']) => ({
    sentence,
    kept: [...kept.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
    tests: [...tested.matchAll(/`([^`]+)`(?: \("([^"]+)"\))?/g)].map(([, file = '', title]) => ({
      file,
      title,
    })),
  }),
)

describe('docs/specification.md, where each sentence is kept', () => {
  test('has every section, and each sentence once', () => {
    expect([...table.matchAll(/^### /gm)]).toHaveLength(9)
    expect(rows.length).toBeGreaterThan(150)
    const sentences = rows.map(({ sentence }) => sentence)
    expect(sentences.filter((one, place) => sentences.indexOf(one) !== place)).toEqual([])
  })

  test('names files that exist, and titles that their tests have', () => {
    const wrong = rows.flatMap(({ sentence, kept, tests }) => {
      if (kept.length === 0 || tests.length === 0) return [`${sentence}: no file`]
      const missing = [...kept, ...tests.map(({ file }) => file)].filter(
        (file) => !existsSync(join(root, file)),
      )
      const untitled = tests
        .filter(({ file, title }) => title && !missing.includes(file) && !hasTitle(file, title))
        .map(({ file, title }) => `${file} "${title}"`)
      return [...missing, ...untitled].map((what) => `${sentence}: ${what}`)
    })
    expect(wrong).toEqual([])
  })
})

const hasTitle = (file: string, title: string) => read(file).includes(title)

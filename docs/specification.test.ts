import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const [, list = ''] = read('docs/specification.md').split('## 15. Where each sentence is kept')

/** One line of the lists: a sentence, the files that keep it, and its tests other than those beside. */
const rows = [...list.matchAll(/^- (.+?): (`[^;\n]+)(?:; (.+))?$/gm)].map(
  ([, sentence = '', kept = '', tested = '']) => ({
    sentence,
    kept: [...kept.matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? ''),
    tests: [...tested.matchAll(/`([^`]+)` \("([^"]+)"\)/g)].map(([, file = '', title = '']) => ({
      file,
      title,
    })),
  }),
)
const exists = (file: string) => existsSync(join(root, file))
const testBeside = (file: string) => file.replace(/\.tsx?$/, '.test$&')

describe('docs/specification.md, where each sentence is kept', () => {
  test('has every section, and each sentence once', () => {
    expect([...list.matchAll(/^### /gm)]).toHaveLength(9)
    expect(rows).toHaveLength(list.match(/^- /gm)?.length ?? 0)
    expect(rows.length).toBeGreaterThan(100)
    const sentences = rows.map(({ sentence }) => sentence)
    expect(sentences.filter((one, place) => sentences.indexOf(one) !== place)).toEqual([])
  })

  test.each(rows)('$sentence: names files that exist, and a test of theirs', (row) => {
    expect(row.kept).not.toEqual([])
    expect(
      [...row.kept, ...row.tests.map(({ file }) => file)].filter((file) => !exists(file)),
    ).toEqual([])
    expect(row.tests.length > 0 || row.kept.map(testBeside).some(exists)).toBe(true)
    expect(row.tests.filter(({ file, title }) => !read(file).includes(title))).toEqual([])
  })

  test('each other screen has its test beside it', () => {
    const screens = readdirSync(join(root, 'app/screens')).filter((file) => /^\w+\.tsx$/.test(file))
    const listed = rows.flatMap(({ kept }) => kept)
    const untested = screens
      .map((file) => `app/screens/${file}`)
      .filter((file) => !listed.includes(file) && !exists(testBeside(file)))
    // Neither is a route of the product.
    expect(untested).toEqual(['app/screens/consoleOnly.tsx', 'app/screens/notFound.tsx'])
  })
})

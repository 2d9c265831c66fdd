import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'decisions')
const index = readFileSync(join(folder, 'README.md'), 'utf8')
const pages = readdirSync(folder)
  .filter((file) => /^\d{4}-.*\.md$/.test(file))
  .sort()

/** The lines of the index: number, linked file, title. */
const lines = [...index.matchAll(/^\| \[(\d{4})\]\((.*?)\) \| (.*?) \|/gm)].map(
  ([, number, file, title]) => ({ number, file, title }),
)

describe('docs/decisions/README.md', () => {
  test('lists every decision, in order', () => {
    expect(lines.map(({ file }) => file)).toEqual(pages)
  })

  test('uses the number of the file name and the title of the page', () => {
    const wrong = lines.filter(({ number, file, title }) => {
      const [heading = ''] = readFileSync(join(folder, file ?? ''), 'utf8').split('\n')
      const named = heading.replace(/^# (\d{4}: )?/, '')
      return named !== title || !file?.startsWith(`${number}-`)
    })
    expect(wrong).toEqual([])
  })

  test('numbers each decision once', () => {
    const numbers = pages.map((file) => file.slice(0, 4))
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})

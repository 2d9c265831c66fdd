import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|css|sql|md)$/.test(file) && existsSync(join(root, file)))
const pages = files.filter((file) => file.endsWith('.md'))

/** The headings of a page without their numbers: what a citation names. */
const sectionsOf = (page: string) =>
  [...read(page).matchAll(/^#{2,} (?:[\d.]+ )?(.*)$/gm)].map(([, title]) => title)

describe('links and citations', () => {
  test('links of every page lead to files that exist', () => {
    const broken = pages.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target ?? '')
        .filter((target) => !existsSync(join(root, file, '..', target)))
        .map((target) => `${file} links to ${target}`),
    )
    expect(broken).toEqual([])
  })

  test('the source cites pages of docs that exist, and sections that they have', () => {
    const broken = files.flatMap((file) =>
      // A line break of a comment may stand anywhere in a citation.
      [
        ...read(file)
          .replaceAll(/\n\s*(?:\*|\/\/|--)\s*/g, ' ')
          .matchAll(/\bdocs\/([\w/-]+)\.md(?:, "([^"]+)")?/g),
      ]
        .map(([, page, section]) => ({ page: `docs/${page}.md`, section }))
        .filter(
          ({ page, section }) =>
            !existsSync(join(root, page)) ||
            (section !== undefined && !sectionsOf(page).includes(section)),
        )
        .map(({ page, section }) => `${file} cites ${page} ${section ?? ''}`),
    )
    expect(broken).toEqual([])
  })

  test('commands of every page run with the pinned Node, by a script of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const wrong = pages.flatMap((file) =>
      [...read(file).matchAll(/`(?:[A-Z]\w*=\S+ )*(?:npm run ([\w-]+)|(node) [\w./])/g)]
        .filter(([, script = '']) => !(script in scripts))
        .map(([command]) => `${file}: ${command}`),
    )
    expect(wrong).toEqual([])
  })

  test('no file cites a document outside the repository', () => {
    const outside =
      /\b(?:specification|domain|design)[ ,]+(?:section )?\d|\b(?:domain|security|reliability|design|names|models)\.md\b|\.\.\/shared\//i
    const wrong = files
      .filter((file) => file !== 'docs/links.test.ts')
      .filter((file) => outside.test(read(file)))
    expect(wrong).toEqual([])
  })
})

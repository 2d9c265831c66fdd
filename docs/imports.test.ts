import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { IMPORT_KINDS } from '#db/imports/importKinds.ts'

describe('docs/imports.md', () => {
  test('has a table of the columns of each kind (`npx vitest run -u docs` writes them)', async () => {
    const [prose = ''] = readFileSync(join(import.meta.dirname, 'imports.md'), 'utf8').split(
      '\n## ',
    )
    const tables = IMPORT_KINDS.map(({ name, columns }) => {
      const rows = Object.entries(columns).map(
        ([column, { isOptional, meaning }]) =>
          `| \`${column}\` | ${isOptional ? 'yes' : 'no'} | ${meaning.replaceAll('|', '\\|')} |`,
      )
      const head = '| column | may be empty | meaning |\n|---|---|---|'
      return `## Columns of \`${name}\`\n\n${head}\n${rows.join('\n')}\n`
    })
    const page = [`${prose.trimEnd()}\n`, ...tables].join('\n')
    await expect(page).toMatchFileSnapshot('imports.md')
  })
})

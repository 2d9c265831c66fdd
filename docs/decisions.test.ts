import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, 'decisions')
const records = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort()
  .map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') }))
const titleOf = (text: string) => /^# \d{4}: (.*)/.exec(text)?.[1]

describe('docs/decisions', () => {
  test('the index has the title of each record (`npx vitest run -u docs` writes it)', async () => {
    const lines = records.map(({ file, text }) => `- [${titleOf(text)}](${file})`)
    const index = `# Decisions\n\nWhy things are as they are; one screen each.\n\n${lines.join('\n')}\n`
    await expect(index).toMatchFileSnapshot('decisions/README.md')
  })

  test.each(records)('$file has its own number and fits on one screen', ({ file, text }) => {
    expect(text).toMatch(new RegExp(`^# ${file.slice(0, 4)}: `))
    expect(records.filter((other) => other.file.startsWith(file.slice(0, 4)))).toHaveLength(1)
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(450)
    expect(text).toMatch(/\*\*Context\.\*\*[^]*\*\*Decision\.\*\*[^]*\*\*Consequences\.\*\*/)
  })
})

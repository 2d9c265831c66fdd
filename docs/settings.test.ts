import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')
const matches = (text: string, pattern: RegExp) =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name))

/** The only files that read the environment. */
const CONFIG_FILES = [
  'server/config.ts',
  'server/push/pushConfig.ts',
  'sandbox/config.ts',
  'db/config.ts',
  'tools/commands/startSettings.ts',
  'tools/commands/dev.ts',
  'testing/browser/installedBrowser.ts',
  'testing/programs/installedProgram.ts',
  'tools/phone/phoneSettings.ts',
]

describe('docs/settings.md', () => {
  test('lists each environment variable that a program reads, and no other', () => {
    const used = matches(
      CONFIG_FILES.map(read).join('\n'),
      /(?:\b(?:env|set|given)\.|\(env, '|\bsetting: ')([A-Z][A-Z_]+)\b/g,
    )
    const firstCells = read('docs/settings.md').match(/^\| [^|]*/gm) ?? []
    expect(matches(firstCells.join(''), /`([A-Z][A-Z_]+)`/g)).toEqual(used)
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '')

describe('README, Settings', () => {
  test('names each environment variable that a program reads, and no other', () => {
    const configFiles = [
      'server/config.ts',
      'server/push/pushConfig.ts',
      'sandbox/config.ts',
      'db/config.ts',
      'tools/commands/startAll.ts',
      'tools/commands/dev.ts',
      'testing/browser/chromium.ts',
      'testing/browser/firefox.ts',
      'tools/phone/phoneSettings.ts',
    ]
    const used = matches(
      configFiles.map(read).join('\n'),
      /(?:\b(?:env|set|given)\.|\(env, '|\bsetting: ')([A-Z][A-Z_]+)\b/g,
    )
    const [, table = ''] = /## Settings\n([\s\S]*?)\n## /.exec(read('README.md')) ?? []
    const cells = matches(table, /^\| (.*?) \|/gm).join(' ')
    expect(new Set(matches(cells, /`([A-Z][A-Z_]+)`/g))).toEqual(new Set(used))
  })
})

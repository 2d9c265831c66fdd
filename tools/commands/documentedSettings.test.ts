import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const all = (text: string, word: RegExp) => [...text.matchAll(word)].map(([, name]) => name ?? '')

test('the README names each setting that a program reads, and no other', () => {
  const readers = [
    'server/config.ts',
    'sandbox/config.ts',
    'db/config.ts',
    'tools/commands/startAll.ts',
    'tools/commands/dev.ts',
    'testing/chromium.ts',
  ]
  const known = all(
    readers.map(read).join('\n'),
    /(?:\b(?:env|set|given)\.|\(env, ')([A-Z][A-Z_]+)\b/g,
  )
  const [, table = ''] = /## Settings\n([\s\S]*?)\n## /.exec(read('README.md')) ?? []
  const cells = all(table, /^\| (.*?) \|/gm).join(' ')
  expect(new Set(all(cells, /`([A-Z][A-Z_]+)`/g))).toEqual(new Set(known))
})

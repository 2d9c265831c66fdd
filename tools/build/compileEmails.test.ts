import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { COMPILED_FILE, compileEmails } from '#tools/build/compileEmails.ts'

describe('compileEmails', () => {
  test('returns what is committed: after a change of a template run `npm run emails`', async () => {
    expect(await compileEmails()).toBe(await readFile(COMPILED_FILE, 'utf8'))
  })
})

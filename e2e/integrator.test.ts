import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningStack, startStack } from '#testing/runningStack.ts'

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack.remove())

describe('a client written from the specification', () => {
  test('calls each of the 28 services and gets 00', () => {
    const client = join(import.meta.dirname, 'integrator.mjs')
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [client, stack.app, stack.sandbox],
      {
        encoding: 'utf8',
        timeout: 100_000,
      },
    )
    expect(stdout.match(/^✓ \w+\/process\/\w+ 00$/gm) ?? [], stdout + stderr).toHaveLength(28)
    expect(status, stdout + stderr).toBe(0)
  })
})

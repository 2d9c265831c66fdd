import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { python } from '#testing/programs/installedProgram.ts'

const server = testServerForFile()

describe('the first program of the served document', () => {
  test('runs as it is and does what it says', async () => {
    const { info } = (await (await fetch(`${server.url}/docs/json`)).json()) as {
      info: { description: string }
    }
    const [, program = ''] = /## First program[^]*?```\n([^]*?)```/.exec(info.description) ?? []
    expect(program).toContain(`"${server.context.config.publicUrl}/api"`)
    expect(program.split('\n').length).toBeLessThan(70)
    const run = promisify(execFile)(python(), ['-', `${server.url}/api`])
    run.child.stdin?.end(program)
    const { stdout } = await run
    expect(stdout.trim().split('\n')).toEqual([
      'Signed in as Ana',
      expect.stringMatching(/^Loyalty 60000001, Surtidor Club: \d+ points$/),
      // Three pages.
      expect.stringMatching(/^ {2}25 movements in 90 days, the last at Estación .+$/),
      expect.stringMatching(/^Loyalty 60000002, Surtidor Uber: \d+ points$/),
      expect.stringMatching(/^ {2}15 movements in 90 days, the last at Estación .+$/),
      'Two equal requests sent 1 message',
    ])
  })
})

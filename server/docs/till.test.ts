import { execFile } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { terminalKey } from '#db/tables/terminals.ts'
import { freePort } from '#testing/harness/freePort.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { openssl, python } from '#testing/programs/installedProgram.ts'
import { addTestTerminal } from '#testing/station/testTerminal.ts'

const port = await freePort()
const server = testServerForFile({ config: { port, publicUrl: `http://127.0.0.1:${port}` } })
const folder = tempFolder(afterAll)

async function run(program: string, ...args: string[]): Promise<string[]> {
  const path = [dirname(openssl()), process.env.PATH].join(delimiter)
  const options = { cwd: folder, env: { ...process.env, PATH: path } }
  const running = promisify(execFile)(python(), ['-', ...args], options)
  running.child.stdin?.end(program)
  return (await running).stdout.trim().split('\n')
}

describe('the till of the served document', () => {
  test('makes its key, enrols, corrects its clock, and signs heartbeats', async () => {
    const { info } = (await (await fetch(`${server.url}/docs/json`)).json()) as {
      info: { description: string }
    }
    const [, program = ''] = /## Tills[^]*?```\n([^]*?)```/.exec(info.description) ?? []
    const { code } = await addTestTerminal(server, 'E002')
    // The clock of the test server stands months before that of the machine.
    expect(await run(program, code)).toEqual([
      expect.stringMatching(/^Enrolled as Caja 1 of Estación .+$/),
      'The clock was wrong',
      'Caja 1 heard at 20260907120000',
    ])
    expect(await run(program)).toEqual(['The clock was wrong', 'Caja 1 heard at 20260907120000'])
    expect(await server.context.db.select().from(terminalKey)).toHaveLength(1)
    // A repeat of the enrolment keeps the key.
    expect(await run(program, code)).toHaveLength(3)
    await expect(run(program, '0000-0000-0000-0000')).rejects.toThrow('wrong_enrolment_code')
  })
})

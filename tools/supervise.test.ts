import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#testing/harness/freePort.ts'
import { tempFolder } from '#testing/harness/tempFolder.ts'
import { startProcess } from '#tools/startProcess.ts'
import { type Launched, supervise } from '#tools/supervise.ts'

describe('supervise', () => {
  test('replaces a program that SIGSTOP has stopped, and leaves one that answers with an error', async () => {
    const folder = tempFolder()
    const port = await freePort()
    const launch = () =>
      startProcess('sandbox/main.ts', {
        env: { ...process.env, SANDBOX_PORT: String(port), SANDBOX_DIR: folder },
        ipc: true,
      })
    const failures: string[] = []
    let answers = 0
    const program = supervise(launch, {
      name: 'sandbox/main.ts',
      onFailure: ({ message }) => failures.push(message),
      health: {
        // An address that the sandbox answers with 404.
        ask: async (timeoutMs) => {
          const signal = AbortSignal.timeout(timeoutMs)
          await fetch(`http://127.0.0.1:${port}/none`, { signal })
          answers += 1
        },
        everyMs: 5,
        timeoutMs: 500,
      },
    })
    onTestFinished(() => program.stop())
    await program.serving()
    const first = program.current()
    await expect.poll(() => answers).toBeGreaterThan(5)
    first.kill('SIGSTOP')
    await first.ended
    await program.serving()
    expect(program.current().child.pid).not.toBe(first.child.pid)
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
    expect(failures).toEqual(['sandbox/main.ts no responde; se termina.'])
  })

  test('ends a start that does not serve in time, and gives the next one twice as long', async () => {
    let launched = 0
    const hangs = (): Launched => {
      launched += 1
      const end = Promise.withResolvers<void>()
      const isFirst = launched === 1
      return {
        ready: isFirst ? Promise.resolve() : new Promise(() => {}),
        ended: end.promise,
        kill: () => end.resolve(),
        stop: async () => end.resolve(),
      }
    }
    const failures: string[] = []
    const options = { name: 'server/main.ts', startTimeoutMs: 5 }
    const program = supervise(hangs, {
      ...options,
      onFailure: ({ message }) => failures.push(message),
    })
    onTestFinished(() => program.stop())
    await program.serving()
    program.kill('SIGKILL')
    await expect.poll(() => launched).toBeGreaterThan(2)
    await expect
      .poll(() => failures.slice(0, 3))
      .toEqual([5, 10, 20].map((ms) => `server/main.ts no sirvió en ${ms / 1000} s; se termina.`))
    await expect(supervise(hangs, options).serving()).rejects.toThrow('server/main.ts no sirvió')
  })
})

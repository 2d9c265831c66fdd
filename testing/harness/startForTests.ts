import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'

/**
 * Starts a server, a database or a session before the tests of a file or of a `describe`, and closes
 * it after them.
 */
export const startForFile = <T extends object>(start: () => Promise<T>): T =>
  startedBy(start, beforeAll, afterAll)

/** Starts one of its own for each test of a file or of a `describe`. */
export const startForEachTest = <T extends object>(start: () => Promise<T>): T =>
  startedBy(start, beforeEach, afterEach)

/** Closes what a test has started when the test has finished. */
export async function startForTest<T extends { close: () => unknown }>(starting: Promise<T>) {
  const started = await starting
  onTestFinished(async () => void (await started.close()))
  return started
}

/** @returns a proxy of what was started last */
function startedBy<T extends object>(
  start: () => Promise<T>,
  before: typeof beforeAll,
  after: typeof afterAll,
): T {
  let started: T & { close?: () => Promise<void> }
  before(async () => {
    started = await start()
  })
  after(() => started.close?.())
  return new Proxy({} as T, { get: (_, name) => Reflect.get(started, name) as unknown })
}

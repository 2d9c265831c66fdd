/** A program refuses to start. Each reason is one line for the person who starts it. */
export class StartRefused extends Error {
  override name = 'StartRefused'
  readonly reasons: readonly string[]
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'))
    this.reasons = reasons
  }
}

/** Adds the reasons of an error to `reasons`: those of a refused start, or its message. */
export function addReasons(reasons: string[], error: unknown): void {
  reasons.push(...(error instanceof StartRefused ? error.reasons : [(error as Error).message]))
}

/** A program refuses to start. Each reason is one line for the person who starts it. */
export class StartRefused extends Error {
  override name = 'StartRefused'
  readonly reasons: readonly string[]
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'))
    this.reasons = reasons
  }
}

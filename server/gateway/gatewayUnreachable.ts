/** The gateway gave no valid answer: the outcome is unknown. */
export class GatewayUnreachable extends Error {}

/** For `catch`: the result of `otherwise` while the gateway is unreachable; other errors are thrown again. */
export const ifUnreachable =
  <Result>(otherwise: () => Result) =>
  (error: unknown): Result => {
    if (!(error instanceof GatewayUnreachable)) throw error
    return otherwise()
  }

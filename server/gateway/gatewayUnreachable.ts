/** The gateway gave no valid answer, or its keys are missing: the outcome is unknown. */
export class GatewayUnreachable extends Error {
  /** The answer to a message of the gateway whose signature cannot be verified: it is sent again. */
  readonly statusCode = 503
}

/** For `catch`: the result of `otherwise` while the gateway is unreachable; other errors are thrown again. */
export const ifUnreachable =
  <Result>(otherwise: () => Result) =>
  (error: unknown): Result => {
    if (!(error instanceof GatewayUnreachable)) throw error
    return otherwise()
  }

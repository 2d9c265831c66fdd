/** PostgreSQL's SQLSTATE of an error, also of one that Drizzle wrapped. */
export function sqlState(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  return cause ? sqlState(cause) : undefined
}

/**
 * In one line, why the database cannot be reached or does not write yet, as while its primary changes;
 * undefined for every other error, a statement that takes too long among them.
 */
export function connectionLoss(error: unknown): string | undefined {
  const {
    code = '',
    message = '',
    syscall,
    cause,
  } = (error ?? {}) as { code?: string; message?: string; syscall?: string; cause?: unknown }
  if (
    /^(ECONN|EHOSTUNREACH|EPIPE|ETIMEDOUT|57P0|08|25006|25P03)/.test(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired)|is not queryable/.test(
      message,
    )
  )
    return `${code} ${message.split('\n')[0]}`.trim()
  return cause ? connectionLoss(cause) : undefined
}

/**
 * Whether an error is the violation of a unique index.
 * @param constraint that index alone
 */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const constraintOf = (inner: unknown): string | undefined => {
    const { constraint: name, cause } = (inner ?? {}) as { constraint?: string; cause?: unknown }
    return name ?? (cause ? constraintOf(cause) : undefined)
  }
  return (
    sqlState(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint)
  )
}

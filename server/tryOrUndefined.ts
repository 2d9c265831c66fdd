/** The result of reading outside data; undefined when it throws, so that a caller refuses the data. */
export function tryOrUndefined<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

import { ownKey } from '#kit/browser/perUserStorage.ts'

/** What the names of the entries with a person's kept answers begin with, after the owner. */
export const ANSWERS_PREFIX = 'answers '

/** The name of the entry with a person's kept answers of a call. */
export const answersKey = (email: string, call: string): string =>
  ownKey(email, ANSWERS_PREFIX + call)

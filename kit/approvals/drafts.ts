/** The storage entry of observations that an operator has not sent yet. */
export const draftKey = (email: string, subject: string) => `unsent ${email} ${subject}`

/** Removes all drafts of an operator from a storage, as signing out does. */
export function removeDrafts(storage: Storage, email: string): void {
  const drafts = draftKey(email, '')
  for (const key of Object.keys(storage)) if (key.startsWith(drafts)) storage.removeItem(key)
}

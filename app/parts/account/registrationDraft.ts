import { createFormDraft } from '#app/parts/account/formDraft.ts'

/** The draft of the registration, without the password. */
export const registrationDraft = createFormDraft('registration', ['password'])

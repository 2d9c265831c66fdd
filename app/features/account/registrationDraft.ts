import { createFormDraft } from '#app/features/account/formDraft.ts'

/** The draft of the registration, without the password. */
export const registrationDraft = createFormDraft('registration', ['password'])

/** `waiting` for another operator, who confirms or rejects it, or withdrawn by its own. */
export const PROPOSAL_STATES = ['waiting', 'confirmed', 'rejected', 'withdrawn'] as const
/** The actions of a proposal that waits: its proposer withdraws it, another operator decides on it. */
export const DECISIONS = ['decide', 'withdraw'] as const

import { configure } from '@testing-library/dom'

// The default of one second is too short on a loaded machine.
configure({ asyncUtilTimeout: 240_000 })

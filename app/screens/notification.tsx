import { ComingSoon } from '#app/parts/shell/ComingSoon.tsx'

export default ComingSoon

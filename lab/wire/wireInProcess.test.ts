import { testKind } from '#lab/testsOfKind.ts'

testKind('wire')

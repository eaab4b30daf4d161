import type { Message } from '../protobufjs.ts'

declare const messages: Readonly<Record<string, Message | undefined>>
export default messages

/** Errors of programs that share memory without a port: for the entries that are useful alone. */

export {
  ClosedError,
  HandshakeError,
  isClosedError,
  isHandshakeError,
  isRingCorruptError,
  RingCorruptError,
} from '../errors.ts'

/**
 * Signal that can abort a call: the `AbortSignal` of any environment. Declared here, so that the types need neither the
 * DOM library nor those of Node.
 */
export interface AbortSignalLike {
  /** Whether the signal has fired. */
  readonly aborted: boolean
  /** Reason that was passed to `abort`. */
  readonly reason?: unknown
  /** Adds a listener. */
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  /** Removes a listener. */
  removeEventListener(type: 'abort', listener: () => void): void
}

/** `file:` URL that stands for a path: the `URL` of any environment. */
export interface UrlLike {
  /** Text of the URL, with percent-encoding. */
  readonly href: string
}

/** Something that an assertion needed cannot be known. The message is a reason, without a full stop: "the table is cut off". */
export class UnknownError extends Error {
  override readonly name = 'UnknownError';
}

/** A row that an assertion names is not there, and the threshold says that this fails it. */
export class MissingRowError extends Error {
  override readonly name = 'MissingRowError';
}

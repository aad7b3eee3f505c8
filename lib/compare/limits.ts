/** What a comparison keeps at most, whatever a gateway says. What is left out is counted, and no kind of difference is lost. */
export const limits = {
  /** Characters of a value; a longer one is its beginning, its length and its digest. */
  value: 1_000,
  /** Header names of a reply that are compared each by itself; the rest of them are one value. */
  headers: 64,
  /** Different changes of a field, and fields; those above are one difference. No migration is read that has more. */
  changesOfField: 200,
  fields: 200,
  /** Differences of a kind; a field that was not seen yet is always one more. */
  differences: 2_000,
  /** Characters of messages in all examples: they are most of a file, and masking a million takes a second. */
  messages: 4_000_000,
  /** Bytes of the page, which a browser must open, and of a job summary of GitHub. */
  page: 3_000_000,
  markdown: 1_000_000,
  /** Differences of meaning on the console. */
  lines: 20,
} as const;

/** Stands for what has no room: both sides of a difference, its field, and the messages of an example. */
export const OTHERS = {
  value: 'other values',
  field: 'other fields',
  message: 'left out: there is no room for more messages; the recordings have them',
} as const;

/**
 * A text without a secret in it. Whatever is printed, attached or written is made of nothing else, so that the
 * compiler shows what has not passed the mask.
 */
export type Masked = string & { readonly masked: true };
